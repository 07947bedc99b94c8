import Geometry

/// Function reference: functions that describe where an expression runs. Nobody is signed in, and no
/// portal is asked.
enum EnvironmentFunctions {
  /// The version of the language that the functions follow.
  private static let version = "1.35"

  static let all: [ArcadeFunction] = [
    ArcadeFunction("GetEnvironment", 0) { run, arguments throws(ArcadeProblem) in
      var entries = ArcadeEntries()
      let zone = try run.makeValue(run.context.zones.name(of: .local))
      entries.set("version", .text(version))
      entries.set("engineVersion", .text(version))
      entries.set("timeZone", zone)
      entries.set("userTimeZone", zone)
      if let reference = run.context.spatialReference {
        entries.set("spatialReference", try run.makeValue(reference.entries))
      }
      entries.set("application", .text(""))
      // Expressions ask this to tell browsers from apps with other functions.
      entries.set("engine", .text("web"))
      entries.set("locale", .text("en"))
      return try run.makeValue(entries)
    },
    ArcadeFunction("GetUser", 0...2) { run, arguments throws(ArcadeProblem) in .null },
    ArcadeFunction("Portal", 1) { run, arguments throws(ArcadeProblem) in
      var entries = ArcadeEntries()
      entries.set("url", try run.makeValue(try run.text(arguments, 0)))
      return try run.makeValue(entries)
    },
  ]
}
