/// Runs expressions, one after another, for one feature after another, and reuses its memory.
///
/// A workspace is a stack machine. It alone knows code, calls and variables. What functions see of a
/// run is `run`. Calls in an expression do not recurse in Swift, except for functions that are passed
/// to other functions.
package struct ArcadeWorkspace: Sendable {
  /// An active call: where to continue after it, and where its variables begin on the stack.
  struct Frame: Sendable {
    var next: Int
    var base: Int
  }

  /// The deepest nesting of built-in functions that call functions (`Sort`, `Map`).
  static let deepestCallbacks = 16

  /// The memory of the current run. Read what a value refers to through it, before the next run.
  package var run: ArcadeRun
  var globals: [ArcadeValue] = []
  var frames: [Frame] = []
  /// The number of active built-in functions that called back into the expression.
  var callbacks = 0
  /// The byte offset in the expression where the run failed.
  var failedAt: Int?
  /// The code that is running; nil between runs.
  var code: ArcadeCode?

  /// Makes a workspace for runs with one context.
  package init(context: ArcadeContext) {
    run = ArcadeRun(context: context)
  }

  /// Sets the record that is `$feature` in the runs that follow.
  ///
  /// - Parameter table: the number of its table in the context, if the context has tables.
  /// - Throws: `damagedRecord`.
  package mutating func setFeature(
    _ record: Span<UInt8>, schema: ArcadeSchema, table: Int? = nil
  ) throws(ArcadeProblem) {
    try run.heap.features[0].hold(record, schema: schema, table: table)
  }

  /// Runs an expression for the current feature. Read arrays, dictionaries and other references
  /// before the next run.
  ///
  /// - Throws: the first unsupported call, or the error of the run with its position.
  package mutating func value(of program: ArcadeProgram) throws(ArcadeError) -> ArcadeValue {
    if let error = program.unsupported.first { throw error }
    let code = program.code
    start(code)
    do throws(ArcadeProblem) {
      let value = try execute(code, from: 0)
      self.code = nil
      return value
    } catch {
      self.code = nil
      throw ArcadeError(
        error, at: SourcePosition(offset: failedAt ?? 0, in: Array(code.source.utf8)))
    }
  }

  private mutating func start(_ code: ArcadeCode) {
    self.code = code
    run.start()
    frames.removeAll(keepingCapacity: true)
    globals.removeAll(keepingCapacity: true)
    for _ in 0..<code.globals { globals.append(.null) }
    callbacks = 0
    failedAt = nil
  }

  /// Calls a function that was passed as an argument, with one or two arguments of its own.
  mutating func call(
    _ function: ArcadeFunctionReference, _ one: ArcadeValue, and two: ArcadeValue? = nil
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let code else { return .null }
    guard callbacks < Self.deepestCallbacks else {
      throw .tooManyCalls(limit: Self.deepestCallbacks)
    }
    callbacks += 1
    defer { callbacks -= 1 }
    let height = run.stack.count
    run.stack.append(one)
    if let two { run.stack.append(two) }
    let count = run.stack.count - height
    switch function {
    case .builtin(let index):
      try callBuiltin(Int(index), argumentCount: count, in: ArcadeFunctions.all)
      return run.stack.removeLast()
    case .declared(let index):
      let declared = code.functions[Int(index)]
      fit(count, argumentsTo: declared)
      let outer = frames
      frames = [Frame(next: -1, base: height)]
      for _ in declared.parameters..<declared.locals { run.stack.append(.null) }
      let value = try execute(code, from: declared.entry)
      frames = outer
      return value
    }
  }

  /// Runs from an instruction until the outermost call ends. Records where it fails.
  private mutating func execute(
    _ code: ArcadeCode, from entry: Int
  ) throws(ArcadeProblem) -> ArcadeValue {
    var next = entry
    do throws(ArcadeProblem) {
      return try step(code, &next)
    } catch {
      if failedAt == nil, next > 0 { failedAt = Int(code.offsets[next - 1]) }
      throw error
    }
  }
}
