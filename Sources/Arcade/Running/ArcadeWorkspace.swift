import Bytes
import SQLiteFile

/// Runs expressions, one after another, on one feature after another, reusing its memory.
///
/// A workspace is a stack machine: no call of the language is a call of Swift, except where a
/// function is handed to another function.
package struct ArcadeWorkspace: Sendable {
  /// A call under way: where to go on after it, and where its variables begin on the stack.
  struct Frame: Sendable {
    var next: Int
    var base: Int
  }

  /// The most texts of `Console` that are kept.
  package static let mostMessages = 100
  /// The deepest that functions may be called by functions of the language (`Sort`, `Map`).
  static let deepestCallbacks = 16

  /// What runs know besides the feature.
  package var context: ArcadeContext
  /// What `Console` was given in the last run.
  package internal(set) var messages: [String] = []

  var stack: [ArcadeValue] = []
  var globals: [ArcadeValue] = []
  var frames: [Frame] = []
  var heap = ArcadeHeap()
  /// Steps and bytes the run may still take.
  var stepsLeft = 0
  var bytesLeft = 0
  /// Functions of the language under way that called one of the expression's.
  var callbacks = 0
  /// The scope whose variables the call at hand may name.
  var scope: Int?
  /// The byte of the expression at which the run failed.
  var failedAt: Int?
  /// What runs; nil between runs.
  var code: ArcadeCode?

  /// A workspace for runs under one context.
  package init(context: ArcadeContext) {
    self.context = context
  }

  /// Makes a record `$feature` for the runs that follow.
  ///
  /// - Parameter table: the number of its table among the context's, where there are tables.
  /// - Throws: `damagedRecord`.
  package mutating func setFeature(
    _ record: Span<UInt8>, schema: ArcadeSchema, table: Int? = nil
  ) throws(ArcadeProblem) {
    do throws(SQLiteFileError) {
      try heap.features[0].layout.parse(record)
    } catch {
      heap.features[0].schema = nil
      throw .damagedRecord("\(error)")
    }
    heap.features[0].schema = schema
    heap.features[0].table = table
    heap.features[0].record.removeAll(keepingCapacity: true)
    heap.features[0].record.append(record)
  }

  /// Makes runs see no `$feature`.
  package mutating func removeFeature() {
    heap.features[0] = HeldFeature()
  }

  /// What an expression gives for the feature set last. Arrays, dictionaries and the like are to be
  /// read before the next run.
  ///
  /// - Throws: what it calls that is left out, or what went wrong while it ran, with the place.
  package mutating func value(of program: ArcadeProgram) throws(ArcadeError) -> ArcadeValue {
    if let error = program.unsupported.first { throw error }
    let code = program.code
    start(code)
    do throws(ArcadeProblem) {
      let value = try run(code, from: 0)
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
    heap.empty()
    if !messages.isEmpty { messages.removeAll() }
    stack.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    globals.removeAll(keepingCapacity: true)
    for _ in 0..<code.globals { globals.append(.null) }
    stepsLeft = context.limits.steps
    bytesLeft = context.limits.bytes
    callbacks = 0
    scope = nil
    failedAt = nil
  }

  /// Calls a function that was passed as an argument.
  package mutating func call(
    _ function: ArcadeFunctionReference, _ arguments: [ArcadeValue]
  ) throws(ArcadeProblem) -> ArcadeValue {
    guard let code else { return .null }
    guard callbacks < Self.deepestCallbacks else {
      throw .tooManyCalls(limit: Self.deepestCallbacks)
    }
    callbacks += 1
    defer { callbacks -= 1 }
    let height = stack.count
    stack.append(contentsOf: arguments)
    switch function {
    case .builtin(let index):
      try callBuiltin(Int(index), argumentCount: arguments.count, in: ArcadeFunctions.all)
      return stack.removeLast()
    case .declared(let index):
      let declared = code.functions[Int(index)]
      guard declared.parameters == arguments.count else {
        stack.removeLast(stack.count - height)
        throw .argumentCount(
          function: declared.name, given: arguments.count,
          expected: ArcadeFunction(
            declared.name, declared.parameters...declared.parameters, .compiled
          ).arityDescription)
      }
      let outer = frames
      frames = [Frame(next: -1, base: height)]
      for _ in declared.parameters..<declared.locals { stack.append(.null) }
      let value = try run(code, from: declared.entry)
      frames = outer
      return value
    }
  }

  /// Runs from an instruction until the outermost call ends; notes where it fails.
  private mutating func run(
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
