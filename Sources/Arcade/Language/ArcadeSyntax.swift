/// The syntax tree of an expression, stored as a list. Nodes refer to others by index, so nothing
/// nests and a long chain of operators needs no stack.
struct ArcadeSyntax: Sendable {
  typealias NodeIndex = Int

  /// An operator between two values.
  enum BinaryOperator: Sendable, Equatable {
    case and, or
    case add, subtract, multiply, divide, remainder
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual
    case bitAnd, bitOr, bitXor, shiftLeft, shiftRight, shiftRightUnsigned

    /// Whether the operator evaluates its right side only if it needs to.
    var isLazy: Bool { self == .and || self == .or }
  }

  /// An operator before a value.
  enum UnaryOperator: Sendable, Equatable {
    case negate, plus, not, bitNot
  }

  /// A branch of an `if`.
  struct Branch: Sendable {
    let condition: NodeIndex
    let body: NodeIndex
  }

  enum Node: Sendable {
    // Values.
    case number(Double)
    case text(String)
    case boolean(Bool)
    case null
    case name(String)
    case array([NodeIndex])
    case dictionary(keys: [String], values: [NodeIndex])
    case template(pieces: [String], values: [NodeIndex])
    case unary(UnaryOperator, NodeIndex)
    case binary(BinaryOperator, NodeIndex, NodeIndex)
    case member(NodeIndex, String)
    case element(NodeIndex, NodeIndex)
    case call(NodeIndex, [NodeIndex])
    /// The operator is nil for plain `=`.
    case assign(target: NodeIndex, BinaryOperator?, value: NodeIndex)
    /// `++` and `--`.
    case step(target: NodeIndex, by: Double, isPrefix: Bool)
    // Statements.
    case expression(NodeIndex)
    case variables([(name: String, value: NodeIndex?)])
    case block([NodeIndex])
    case branches([Branch], otherwise: NodeIndex?)
    /// The loop `for (… in …)`, or `for (… of …)`.
    case forEach(name: String, collection: NodeIndex, isOf: Bool, body: NodeIndex)
    case loop(start: NodeIndex?, condition: NodeIndex?, update: NodeIndex?, body: NodeIndex)
    case function(name: String, parameters: [String], body: NodeIndex)
    case returnValue(NodeIndex?)
    case breakLoop
    case continueLoop
    case empty
  }

  private(set) var nodes: [Node] = []
  /// The byte offset of each node in the source.
  private(set) var offsets: [Int] = []

  /// Whether a node is a name, given in lower case.
  func isName(_ node: NodeIndex, _ name: String) -> Bool {
    guard case .name(let text) = nodes[node] else { return false }
    return text.lowercased() == name
  }

  /// Adds a node and returns its index.
  mutating func add(_ node: Node, at offset: Int) -> NodeIndex {
    nodes.append(node)
    offsets.append(offset)
    return nodes.count - 1
  }
}
