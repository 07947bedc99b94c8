/// A compiled expression.
///
/// ```swift
/// let program = try ArcadeProgram(parsing: "$feature.Name + '!'", profile: .popup, features: schema)
/// var workspace = ArcadeWorkspace(context: ArcadeContext(now: …))
/// try workspace.setFeature(record, schema: schema)
/// let value = try workspace.value(of: program)
/// ```
package struct ArcadeProgram: Sendable {
  /// The source text, as written.
  package var source: String { code.source }
  /// The calls to functions that Fieldpack does not support, known before the expression runs.
  /// Running a program that has any throws the first one.
  package let unsupported: [ArcadeError]
  /// The fields of `$feature` that the expression names and the layer does not have. Running throws
  /// such an error only when it reaches the name.
  package let unknownFields: [ArcadeError]
  /// The number patterns that cut off digits before the decimal point (function reference, Text:
  /// 123 with `00` is 23). The program still runs.
  package let cuttingPatterns: [ArcadeError]
  /// The layers, tables and relationships whose names are written in the expression.
  package let tableNames: [ArcadeTableName]
  /// Whether the expression reads rows of other tables or of the whole layer.
  package let usesFeatureSets: Bool
  /// Whether the expression reads the clock, so that its value depends on the time of the run.
  package let usesClock: Bool
  /// Whether the expression reads the scale of the view.
  package let usesViewScale: Bool

  let code: ArcadeCode

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - profile: where the expression is used.
  ///   - features: the fields of `$feature`, or nil to look them up at run time.
  ///   - hasTables: whether feature sets are available at run time.
  /// - Throws: the first error: a syntax error, an unknown name or function, or a wrong number of
  ///   arguments.
  package init(
    parsing source: String, profile: ArcadeProfile, features: ArcadeSchema?,
    hasTables: Bool = false
  ) throws(ArcadeError) {
    var compiler = try ArcadeCompiler(
      source, profile: profile, features: features, hasTables: hasTables)
    code = try compiler.compile()
    let facts = compiler.facts
    unsupported = facts.unsupported
    unknownFields = facts.unknownFields
    cuttingPatterns = facts.cuttingPatterns
    tableNames = facts.tableNames
    usesFeatureSets = facts.usesFeatureSets
    usesClock = facts.usesClock
    usesViewScale = facts.usesViewScale
  }
}
