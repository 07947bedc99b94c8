/// A compiled expression.
///
/// ```swift
/// let program = try ArcadeProgram(parsing: "$feature.Name + '!'", profile: .popup, features: schema)
/// var workspace = ArcadeWorkspace(context: ArcadeContext(now: …))
/// try workspace.setFeature(record, schema: schema)
/// let value = try workspace.value(of: program)
/// ```
package struct ArcadeProgram: Sendable {
  /// The text as written.
  package var source: String { code.source }
  /// Functions it calls that Fieldpack leaves out, known before it runs. Running a program that has
  /// any throws the first.
  package let unsupported: [ArcadeError]
  /// Fields of `$feature` it names that the layer has not. Running throws such an error only when
  /// it comes to the place.
  package let unknownFields: [ArcadeError]
  /// Patterns for numbers that keep so many digits before the point, and cut the others off
  /// (function reference, Text: 123 by `00` is 23). It runs with them.
  package let cuttingPatterns: [ArcadeError]
  /// The layers, tables and relationships that it asks for by a name written in it.
  package let tableNames: [ArcadeTableName]
  /// Whether it reads other tables' or the layer's rows.
  package let usesFeatureSets: Bool
  /// Whether it asks for the time of the run, so that another moment may give another value.
  package let usesClock: Bool
  /// Whether it asks for the scale of the view.
  package let usesViewScale: Bool

  let code: ArcadeCode

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - profile: where it stands.
  ///   - features: the fields of `$feature`; nil to look them up as it runs.
  ///   - hasTables: whether it will run where there are tables for feature sets.
  /// - Throws: the first error: of spelling, an unknown name or function, a wrong number of
  ///   arguments.
  package init(
    parsing source: String, profile: ArcadeProfile, features: ArcadeSchema?,
    hasTables: Bool = false
  ) throws(ArcadeError) {
    var compiler = try ArcadeCompiler(
      source, profile: profile, features: features, hasTables: hasTables)
    try compiler.compile()
    code = ArcadeCode(compiler)
    unsupported = compiler.unsupported
    unknownFields = compiler.unknownFields
    cuttingPatterns = compiler.cuttingPatterns
    tableNames = compiler.tableNames
    usesFeatureSets = compiler.usesFeatureSets
    usesClock = compiler.usesClock
    usesViewScale = compiler.usesViewScale
  }
}
