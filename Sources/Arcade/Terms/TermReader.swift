/// Reads the statements of an expression as one term. A variable is replaced with the term assigned
/// to it. The statements after an `if` are read once for each branch.
struct TermReader {
  /// The most terms of an expression. Statements after branches count once for each branch.
  private static let mostTerms = 2_000
  /// The deepest nesting of terms. Whoever reads them recurses.
  private static let deepest = 200

  private typealias Variables = [String: ArcadeTerm]

  private let syntax: ArcadeSyntax
  private let statements: [ArcadeSyntax.NodeIndex]
  private var termsLeft = mostTerms
  private var depth = 0

  init(_ source: String) throws(ArcadeTermError) {
    do throws(ArcadeError) {
      var parser = try ArcadeParser(source)
      statements = try parser.program()
      syntax = parser.syntax
    } catch {
      throw ArcadeTermError.syntax(error)
    }
  }

  mutating func read() throws(ArcadeTermError) -> ArcadeTerm {
    try run(statements[...], [:])
  }

  /// The value of the statements: that of `return`, else of the last one.
  private mutating func run(
    _ statements: ArraySlice<ArcadeSyntax.NodeIndex>, _ variables: Variables
  ) throws(ArcadeTermError) -> ArcadeTerm {
    try enter()
    defer { depth -= 1 }
    var variables = variables
    var rest = statements
    while let node = rest.popFirst() {
      switch syntax.nodes[node] {
      case .empty: continue
      case .returnValue(let value):
        return try value.map { (it) throws(ArcadeTermError) in
          try term(it, variables)
        } ?? .null
      case .block(let inner): rest = (inner + rest)[...]
      case .variables(let declared):
        for variable in declared {
          variables[variable.name.lowercased()] =
            try variable.value.map { (it) throws(ArcadeTermError) in try term(it, variables) }
            ?? .null
        }
      case .expression(let value):
        if case .assign(let target, let operation, let new) = syntax.nodes[value] {
          try assign(new, to: target, with: operation, &variables)
        } else if case .step = syntax.nodes[value] {
          throw ArcadeTermError.unsupported("counting up or down")
        } else if rest.allSatisfy({ isEmpty($0) }) {
          return try term(value, variables)
        } else if !isExpectation(value) {
          throw ArcadeTermError.unsupported("a statement without effect on the value")
        }
      case .branches(let branches, let otherwise):
        return try choice(among: branches[...], otherwise, then: rest, variables)
      case .forEach, .loop, .breakLoop, .continueLoop: throw ArcadeTermError.unsupported("a loop")
      case .function: throw ArcadeTermError.unsupported("a function of its own")
      default: throw ArcadeTermError.unsupported("a statement")
      }
    }
    // An expression that ends with an assignment is left to the stack machine.
    guard statements.allSatisfy({ isEmpty($0) }) else {
      throw ArcadeTermError.unsupported("no value")
    }
    return .null
  }

  private func isEmpty(_ node: ArcadeSyntax.NodeIndex) -> Bool {
    if case .empty = syntax.nodes[node] { true } else { false }
  }

  /// `Expects` lists the fields that are needed. It has no effect here.
  private func isExpectation(_ node: ArcadeSyntax.NodeIndex) -> Bool {
    guard case .call(let callee, _) = syntax.nodes[node],
      case .name(let name) = syntax.nodes[callee]
    else { return false }
    return name.lowercased() == "expects"
  }

  private mutating func choice(
    among branches: ArraySlice<ArcadeSyntax.Branch>, _ otherwise: ArcadeSyntax.NodeIndex?,
    then rest: ArraySlice<ArcadeSyntax.NodeIndex>, _ variables: Variables
  ) throws(ArcadeTermError) -> ArcadeTerm {
    guard let branch = branches.first else {
      return try run((otherwise.map { [$0] } ?? []) + rest, variables)
    }
    return .choice(
      try term(branch.condition, variables),
      then: try run([branch.body] + rest, variables),
      otherwise: try choice(among: branches.dropFirst(), otherwise, then: rest, variables))
  }

  private mutating func assign(
    _ value: ArcadeSyntax.NodeIndex, to target: ArcadeSyntax.NodeIndex,
    with operation: ArcadeSyntax.BinaryOperator?, _ variables: inout Variables
  ) throws(ArcadeTermError) {
    guard case .name(let name) = syntax.nodes[target], let old = variables[name.lowercased()] else {
      throw ArcadeTermError.unsupported("a change of a part of a collection")
    }
    let new = try term(value, variables)
    guard let operation else {
      variables[name.lowercased()] = new
      return
    }
    guard let symbol = Self.symbol(operation) else {
      throw ArcadeTermError.unsupported("an operator on bits")
    }
    variables[name.lowercased()] = .binary(symbol, old, new)
  }

  // MARK: Values

  private mutating func enter() throws(ArcadeTermError) {
    termsLeft -= 1
    guard termsLeft > 0, depth < Self.deepest else {
      throw ArcadeTermError.unsupported("too many parts")
    }
    depth += 1
  }

  private mutating func terms(
    _ nodes: [ArcadeSyntax.NodeIndex], _ variables: Variables
  ) throws(ArcadeTermError) -> [ArcadeTerm] {
    var result: [ArcadeTerm] = []
    for node in nodes { result.append(try term(node, variables)) }
    return result
  }

  private mutating func term(
    _ node: ArcadeSyntax.NodeIndex, _ variables: Variables
  ) throws(ArcadeTermError) -> ArcadeTerm {
    try enter()
    defer { depth -= 1 }
    switch syntax.nodes[node] {
    case .number(let value): return .number(value)
    case .text(let value): return .text(value)
    case .boolean(let value): return .boolean(value)
    case .null: return .null
    case .name(let name):
      let name = name.lowercased()
      guard let value = variables[name] else { return .name(name) }
      termsLeft -= value.count
      return value
    case .array(let elements): return .list(try terms(elements, variables))
    case .template(let pieces, let values):
      return .joined(try joined(pieces, values: values, variables))
    case .unary(let operation, let operand):
      let value = try term(operand, variables)
      switch operation {
      case .negate: return .negated(value)
      case .not: return .not(value)
      case .plus: return .call("number", [value])
      case .bitNot: throw ArcadeTermError.unsupported("an operator on bits")
      }
    case .binary(let symbol, let left, let right):
      let values = (try term(left, variables), try term(right, variables))
      guard let symbol = Self.symbol(symbol) else {
        throw ArcadeTermError.unsupported("an operator on bits")
      }
      return .binary(symbol, values.0, values.1)
    case .member(let object, let name): return .member(try term(object, variables), name)
    case .element(let object, let index):
      guard case .text(let name) = try term(index, variables) else {
        throw ArcadeTermError.unsupported("an element of a collection")
      }
      return .member(try term(object, variables), name)
    case .call(let callee, let arguments):
      guard case .name(let name) = syntax.nodes[callee] else {
        throw ArcadeTermError.unsupported("a function that is a value")
      }
      return .call(name.lowercased(), try terms(arguments, variables))
    case .dictionary: throw ArcadeTermError.unsupported("a dictionary")
    default: throw ArcadeTermError.unsupported("a statement inside a value")
    }
  }

  private mutating func joined(
    _ pieces: [String], values: [ArcadeSyntax.NodeIndex], _ variables: Variables
  ) throws(ArcadeTermError) -> [ArcadeTerm] {
    var parts: [ArcadeTerm] = []
    for (index, piece) in pieces.enumerated() {
      if !piece.isEmpty { parts.append(.text(piece)) }
      if index < values.count { parts.append(try term(values[index], variables)) }
    }
    return parts
  }

  /// The operator of a term; nil for operators on bits.
  private static func symbol(_ operation: ArcadeSyntax.BinaryOperator) -> ArcadeTerm.Operator? {
    switch operation {
    case .and: .and
    case .or: .or
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .equal: .equal
    case .unequal: .unequal
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .shiftRightUnsigned: nil
    }
  }
}

extension ArcadeTerm {
  /// The number of terms in this term.
  fileprivate var count: Int {
    switch self {
    case .number, .text, .boolean, .null, .name: 1
    case .member(let inner, _), .negated(let inner), .not(let inner): 1 + inner.count
    case .list(let parts), .joined(let parts), .call(_, let parts):
      parts.reduce(1) { $0 + $1.count }
    case .binary(_, let left, let right): 1 + left.count + right.count
    case .choice(let condition, let then, let otherwise):
      1 + condition.count + then.count + otherwise.count
    }
  }
}
