/// What is known about an expression before it runs.
struct ExpressionFacts {
  private let source: [UInt8]
  /// The calls and names that Fieldpack does not support.
  private(set) var unsupported: [ArcadeError] = []
  /// The fields that the expression names and the layer does not have.
  private(set) var unknownFields: [ArcadeError] = []
  private(set) var cuttingPatterns: [ArcadeError] = []
  private(set) var tableNames: [ArcadeTableName] = []
  var usesFeatureSets = false
  var usesClock = false
  var usesViewScale = false

  init(source: [UInt8]) { self.source = source }

  private func error(_ problem: ArcadeProblem, at offset: Int) -> ArcadeError {
    ArcadeError(problem, at: SourcePosition(offset: offset, in: source))
  }

  mutating func noteUnsupported(_ problem: ArcadeProblem, at offset: Int) {
    unsupported.append(error(problem, at: offset))
  }

  mutating func noteUnknownField(_ name: String, layer: String, at offset: Int) {
    unknownFields.append(error(.unknownField(name: name, layer: layer), at: offset))
  }

  /// Notes a number pattern that cuts off digits.
  mutating func noteCut(by pattern: NumberPatterns.Cut, of function: String, at offset: Int) {
    cuttingPatterns.append(
      error(.cutsDigits(function: function, pattern: pattern.text, kept: pattern.kept), at: offset))
  }

  /// Notes what calling a function implies: support, tables and the clock.
  mutating func noteUse(of function: ArcadeFunction, hasTables: Bool, at offset: Int) {
    if ArcadeFunctions.clock.contains(function.name) { usesClock = true }
    switch function.support {
    case .unsupported(let reason):
      noteUnsupported(.unsupported(function: function.name, reason: reason), at: offset)
    case .runsOnTables:
      usesFeatureSets = true
      guard !hasTables else { return }
      noteUnsupported(
        .unsupported(function: function.name, reason: "feature sets are not available here"),
        at: offset)
    case .runs, .compiled, .callsBack: break
    }
  }

  /// Notes the table that a call names, if the name is a literal.
  mutating func noteTable(
    _ function: ArcadeFunction, _ arguments: [ArcadeSyntax.NodeIndex], in syntax: ArcadeSyntax,
    at offset: Int
  ) {
    let kind: ArcadeTableName.Kind
    switch function.name {
    case "FeatureSetByName": kind = .name
    case "FeatureSetById": kind = .id
    case "FeatureSetByRelationshipName" where syntax.isName(arguments[0], "$feature"):
      kind = .relationship
    default: return
    }
    let text: String
    switch (syntax.nodes[arguments[1]], kind) {
    case (.text(let written), _): text = written
    case (.number(let number), .id): text = ArcadeNumber.text(number)
    default: return
    }
    tableNames.append(
      ArcadeTableName(
        kind: kind, text: text, function: function.name,
        position: SourcePosition(offset: offset, in: source)))
  }
}
