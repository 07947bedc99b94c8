/// The compiled form of an expression: instructions and the tables they refer to.
final class ArcadeCode: Sendable {
  /// A function that the expression declares.
  struct Function: Sendable {
    let name: String
    /// The index of its first instruction.
    let entry: Int
    let parameters: Int
    /// The number of parameters and variables together.
    let locals: Int
  }

  /// The variables visible at one point of the source, for filters that name them (`@name`).
  struct Scope: Sendable {
    /// The names, in lower case.
    var names: [String] = []
    /// One slot for each name: among the call's local variables, or among the global ones.
    var slots: [(isLocal: Bool, index: Int)] = []
  }

  let source: String
  let instructions: [Instruction]
  /// For each instruction, the byte offset of its source.
  let offsets: [Int32]
  let constants: [ArcadeValue]
  /// Names and other texts that instructions refer to by index.
  let names: [String]
  let functions: [Function]
  let scopes: [Scope]
  let globals: Int
  let features: ArcadeSchema?

  init(
    source: String, written: CodeWriter, functions: [Function], names: DeclaredNames,
    features: ArcadeSchema?
  ) {
    self.source = source
    instructions = written.instructions
    offsets = written.offsets
    constants = written.constants
    self.names = written.names
    self.functions = functions
    scopes = names.scopes
    globals = names.globalCount
    self.features = features
  }
}
