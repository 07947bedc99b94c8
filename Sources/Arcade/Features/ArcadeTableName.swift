/// A layer, table or relationship that an expression asks for by a name written in it, so that it is
/// known before the expression runs whether there is such a one.
package struct ArcadeTableName: Sendable, Equatable {
  /// By what it is asked for.
  package enum Kind: Sendable {
    /// The title or name of a layer or table.
    case name
    /// The id of a layer or table.
    case id
    /// The name of a relationship of `$feature`.
    case relationship
  }

  /// By what it is asked for.
  package let kind: Kind
  /// The name or id.
  package let text: String
  let function: String
  let position: SourcePosition

  /// What running comes to where there is no such one.
  package var error: ArcadeError {
    ArcadeError(.missing(kind, text, function: function), at: position)
  }
}

extension ArcadeProblem {
  /// That there is no layer, table or relationship of a name or id.
  static func missing(
    _ kind: ArcadeTableName.Kind, _ text: String, function: String
  ) -> ArcadeProblem {
    let message =
      switch kind {
      case .name: "there is no layer or table \(text) here"
      case .id: "there is no layer or table with the id \(text) here"
      case .relationship: "the feature has no relationship \(text) here"
      }
    return .badArgument(function: function, argument: 2, message: message)
  }
}

extension ArcadeCompiler {
  /// Notes the table that a call asks for, where its name is written there.
  mutating func noteTable(
    _ function: ArcadeFunction, _ arguments: [ArcadeSyntax.NodeIndex], at offset: Int
  ) {
    let kind: ArcadeTableName.Kind
    switch function.name {
    case "FeatureSetByName": kind = .name
    case "FeatureSetById": kind = .id
    case "FeatureSetByRelationshipName" where isName(arguments[0], "$feature"):
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
        position: SourcePosition(offset: offset, in: bytes)))
  }
}
