// The compiler turns the syntax tree into instructions. It resolves names: a variable becomes a
// slot, a field a column, a function an index. Nothing is looked up by name at run time.
//
// A function may be called before it is declared.
//
// The value of an expression is that of `return`, else of the last statement it executed (Arcade:
// implicit return). The compiler knows which statements can be last, and compiles them as `return`.

/// Compiles one expression.
struct ArcadeCompiler {
  /// A loop being compiled: the jumps of its `break` and `continue`, patched when it ends.
  struct Loop {
    var breaks: [Int] = []
    var continues: [Int] = []
  }

  let profile: ArcadeProfile
  let features: ArcadeSchema?
  let hasTables: Bool
  let syntax: ArcadeSyntax
  var names = DeclaredNames()
  var code = CodeWriter()
  var facts: ExpressionFacts
  var loops: [Loop] = []
  private let statements: [ArcadeSyntax.NodeIndex]
  private let source: [UInt8]

  init(
    _ source: String, profile: ArcadeProfile, features: ArcadeSchema?, hasTables: Bool
  ) throws(ArcadeError) {
    self.source = Array(source.utf8)
    self.profile = profile
    self.features = features
    self.hasTables = hasTables
    var parser = try ArcadeParser(source)
    statements = try parser.program()
    syntax = parser.syntax
    facts = ExpressionFacts(source: self.source)
  }

  /// Compiles the whole expression.
  mutating func compile() throws(ArcadeError) -> ArcadeCode {
    for node in statements { try declareFunction(node) }
    for node in statements where !isFunction(node) {
      for name in variables(in: node) { names.declareGlobal(name) }
    }
    try block(statements, isLast: true)
    code.emit(.null, at: source.count)
    code.emit(.returnTop, at: source.count)
    var functions: [ArcadeCode.Function] = []
    for function in names.functions { functions.append(try compile(function)) }
    return ArcadeCode(
      source: String(decoding: source, as: UTF8.self), written: code, functions: functions,
      names: names, features: features)
  }

  private mutating func declareFunction(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    guard case .function(let name, let parameters, let body) = syntax.nodes[node] else { return }
    guard names.declare(.init(name: name, parameters: parameters, body: body)) else {
      throw error(.repeatedName(name), at: syntax.offsets[node])
    }
  }

  private func isFunction(_ node: ArcadeSyntax.NodeIndex) -> Bool {
    if case .function = syntax.nodes[node] { true } else { false }
  }

  private mutating func compile(
    _ function: DeclaredNames.Function
  ) throws(ArcadeError) -> ArcadeCode.Function {
    let locals = names.enter(function.parameters + variables(in: function.body))
    let entry = code.next
    try statement(function.body, isLast: true)
    code.emit(.null, at: syntax.offsets[function.body])
    code.emit(.returnTop, at: syntax.offsets[function.body])
    names.leave()
    return ArcadeCode.Function(
      name: function.name, entry: entry, parameters: function.parameters.count, locals: locals)
  }

  /// The variables that a statement declares, in order.
  private func variables(in node: ArcadeSyntax.NodeIndex) -> [String] {
    switch syntax.nodes[node] {
    case .variables(let list): return list.map(\.name)
    case .block(let statements): return statements.flatMap(variables)
    case .branches(let branches, let otherwise):
      return branches.flatMap { variables(in: $0.body) } + (otherwise.map(variables) ?? [])
    case .forEach(_, _, _, let body): return variables(in: body)
    case .loop(let start, _, _, let body):
      return (start.map(variables) ?? []) + variables(in: body)
    // Values declare nothing, and functions have variables of their own.
    default: return []
    }
  }

  func error(_ problem: ArcadeProblem, at offset: Int) -> ArcadeError {
    ArcadeError(problem, at: SourcePosition(offset: offset, in: source))
  }
}
