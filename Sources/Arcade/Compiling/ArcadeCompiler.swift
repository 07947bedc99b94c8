// The compiler turns the syntax tree into instructions. It resolves names: a variable becomes a
// slot, a field a column, a function an index. Nothing is looked up by name at run time.
//
// Variables belong to the function that declares them, or to the whole expression. Blocks have no
// scope of their own. A function may be called before it is declared.
//
// The value of an expression is that of `return`, else of the last statement it executed (Arcade:
// implicit return). The compiler knows which statements can be last, and compiles them as `return`.

/// Compiles one expression.
struct ArcadeCompiler {
  /// A declared function, before it is compiled.
  struct Declared {
    let name: String
    let parameters: [String]
    let body: ArcadeSyntax.NodeIndex
  }

  /// A loop being compiled: the jumps of its `break` and `continue`, patched when it ends.
  struct Loop {
    var breaks: [Int] = []
    var continues: [Int] = []
  }

  let source: String
  let profile: ArcadeProfile
  let features: ArcadeSchema?
  let hasTables: Bool
  var syntax = ArcadeSyntax()
  var instructions: [Instruction] = []
  var offsets: [Int32] = []
  var constants: [ArcadeValue] = []
  var names: [String] = []
  private(set) var functions: [ArcadeCode.Function] = []
  var unsupported: [ArcadeError] = []
  var unknownFields: [ArcadeError] = []
  var cuttingPatterns: [ArcadeError] = []
  var tableNames: [ArcadeTableName] = []
  var usesFeatureSets = false
  var usesClock = false
  var usesViewScale = false
  /// The slot of each variable of the expression.
  private(set) var globals: [String: Int] = [:]
  /// The slot of each variable of the current function; nil outside functions.
  private(set) var locals: [String: Int]?
  private(set) var declared: [Declared] = []
  private(set) var declaredIndexes: [String: Int] = [:]
  var loops: [Loop] = []
  private(set) var scopes: [ArcadeCode.Scope] = []
  /// The index of the current scope; nil until it is first needed.
  private var scope: Int?
  let bytes: [UInt8]

  /// The number of variables outside functions.
  var globalCount: Int { globals.count }

  init(
    _ source: String, profile: ArcadeProfile, features: ArcadeSchema?, hasTables: Bool
  ) throws(ArcadeError) {
    self.source = source
    self.profile = profile
    self.features = features
    self.hasTables = hasTables
    bytes = Array(source.utf8)
  }

  /// Compiles the whole expression.
  mutating func compile() throws(ArcadeError) {
    var parser = try ArcadeParser(source)
    let program = try parser.program()
    syntax = parser.syntax
    for node in program { try declareFunction(node) }
    for node in program where !isFunction(node) {
      collectVariables(node) { name in
        if globals[name] == nil { globals[name] = globals.count }
      }
    }
    try block(program, isLast: true)
    emit(.null, at: bytes.count)
    emit(.returnTop, at: bytes.count)
    for function in declared { try compile(function) }
  }

  private mutating func declareFunction(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    guard case .function(let name, let parameters, let body) = syntax.nodes[node] else { return }
    guard declaredIndexes[name] == nil else {
      throw error(.repeatedName(name), at: syntax.offsets[node])
    }
    declaredIndexes[name] = declared.count
    declared.append(Declared(name: name, parameters: parameters, body: body))
  }

  func isFunction(_ node: ArcadeSyntax.NodeIndex) -> Bool {
    if case .function = syntax.nodes[node] { true } else { false }
  }

  private mutating func compile(_ function: Declared) throws(ArcadeError) {
    var names: [String: Int] = [:]
    for parameter in function.parameters { names[parameter] = names.count }
    collectVariables(function.body) { name in
      if names[name] == nil { names[name] = names.count }
    }
    locals = names
    scope = nil
    let entry = instructions.count
    try statement(function.body, isLast: true)
    emit(.null, at: syntax.offsets[function.body])
    emit(.returnTop, at: syntax.offsets[function.body])
    functions.append(
      .init(
        name: function.name, entry: entry, parameters: function.parameters.count,
        locals: names.count))
    locals = nil
  }

  /// The index of the current scope. Creates the scope on first use.
  mutating func currentScope() -> Int {
    if let scope { return scope }
    var made = ArcadeCode.Scope()
    for (name, slot) in (locals ?? [:]).sorted(by: { $0.value < $1.value }) {
      made.names.append(name)
      made.slots.append((true, slot))
    }
    for (name, slot) in globals.sorted(by: { $0.value < $1.value })
    where locals?[name] == nil {
      made.names.append(name)
      made.slots.append((false, slot))
    }
    scopes.append(made)
    scope = scopes.count - 1
    return scopes.count - 1
  }

  /// Calls `take` with each variable that a statement declares, in order.
  private func collectVariables(_ node: ArcadeSyntax.NodeIndex, _ take: (String) -> Void) {
    switch syntax.nodes[node] {
    case .variables(let list): for variable in list { take(variable.name) }
    case .block(let statements): for node in statements { collectVariables(node, take) }
    case .branches(let branches, let otherwise):
      for branch in branches { collectVariables(branch.body, take) }
      if let otherwise { collectVariables(otherwise, take) }
    case .forEach(_, _, let body): collectVariables(body, take)
    case .loop(let start, _, _, let body):
      if let start { collectVariables(start, take) }
      collectVariables(body, take)
    default: break
    }
  }

  // Instructions.

  mutating func emit(_ code: Instruction.Code, _ a: Int = 0, b: Int = 0, at offset: Int) {
    instructions.append(Instruction(code, a, b))
    offsets.append(Int32(truncatingIfNeeded: offset))
  }

  /// Emits a jump whose target is not yet known. Returns its index, for `land`.
  mutating func emitJump(_ code: Instruction.Code, b: Int = 0, at offset: Int) -> Int {
    emit(code, -1, b: b, at: offset)
    return instructions.count - 1
  }

  /// Makes a jump lead to the next instruction.
  mutating func land(_ jump: Int) {
    instructions[jump].a = Int32(truncatingIfNeeded: instructions.count)
  }

  mutating func emitConstant(_ value: ArcadeValue, at offset: Int) {
    constants.append(value)
    emit(.constant, constants.count - 1, at: offset)
  }

  /// The index of a name among `names`. Adds the name if needed.
  mutating func number(ofName name: String) -> Int {
    if let index = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return index }
    names.append(name)
    return names.count - 1
  }

  func error(_ problem: ArcadeProblem, at offset: Int) -> ArcadeError {
    ArcadeError(problem, at: SourcePosition(offset: offset, in: bytes))
  }
}
