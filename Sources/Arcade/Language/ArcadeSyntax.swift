/// The parts of an expression as a list: a node names others by their place in it, so that nothing
/// nests and a long chain of operators costs no stack.
struct ArcadeSyntax: Sendable {
  typealias Place = Int

  /// A binary operator with its precedence, tightest highest.
  enum Operator: Sendable, Equatable {
    case and, or
    case compute(Instruction.Code)
  }

  /// A branch of an `if`.
  struct Branch: Sendable {
    let condition: Place
    let body: Place
  }

  enum Node: Sendable {
    // Values.
    case number(Double)
    case text(String)
    case boolean(Bool)
    case null
    case name(String)
    case array([Place])
    case dictionary(keys: [String], values: [Place])
    case template(pieces: [String], values: [Place])
    case unary(Instruction.Code, Place)
    case binary(Operator, Place, Place)
    case member(Place, String)
    case element(Place, Place)
    case call(Place, [Place])
    /// Operator nil: plain `=`.
    case assign(target: Place, Instruction.Code?, value: Place)
    /// `++` and `--`.
    case step(target: Place, by: Double, isPrefix: Bool)
    // Statements.
    case expression(Place)
    case variables([(name: String, value: Place?)])
    case block([Place])
    case branches([Branch], otherwise: Place?)
    case forEach(name: String, collection: Place, body: Place)
    case loop(start: Place?, condition: Place?, update: Place?, body: Place)
    case function(name: String, parameters: [String], body: Place)
    case leave(Place?)
    case breakLoop
    case continueLoop
    case empty
  }

  private(set) var nodes: [Node] = []
  /// Where each node stands: a byte of the source.
  private(set) var offsets: [Int] = []

  /// Adds a node.
  mutating func add(_ node: Node, at offset: Int) -> Place {
    nodes.append(node)
    offsets.append(offset)
    return nodes.count - 1
  }
}
