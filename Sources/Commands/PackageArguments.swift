import Console
import Packaging

/// The argument that the verbs about packages share.
enum PackageArguments {
  static let positional = [
    PositionalArgument(
      "PACKAGE",
      help: "an .mmpk or .zip, also zipped again; the folder it was unpacked to; or its .gpkg alone"
    )
  ]

  /// The argument of the verbs that also read what Esri's apps hold.
  static let readable = [
    PositionalArgument(
      "PACKAGE",
      help: "an .mmpk or .zip, also zipped again; the folder it was unpacked to; its .gpkg alone; "
        + "an Esri mobile geodatabase (.geodatabase), or a mobile map of ArcGIS with its geodatabases"
    )
  ]

  /// Opens a package, or the copy of a geodatabase; what keeps layers of it from being read is
  /// told.
  static func open(_ path: String, _ call: Call) async throws -> OpenPackage {
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let (package, findings) = try await OpenPackage.open(
      path: path, now: try call.surroundings.now(option: call.arguments.value("now"))
    ) { bar.show($0) }
    bar.finish()
    for finding in findings where finding.severity == .error || finding.id == .dataIsDelta {
      call.terminal.tell(finding.shortDiagnostic(map: path))
    }
    return package
  }
}
