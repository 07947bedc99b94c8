import Bytes
import Console
import Packages
import Packaging
import Tiles

/// The argument that the commands about packages share.
enum PackageArguments {
  static let positional = [
    PositionalArgument(
      "PACKAGE",
      help: "an .mmpk or .zip file, the folder of an unpacked package, or its .gpkg alone")
  ]

  /// The argument of the commands that also read Esri's geodatabases.
  static let readable = [
    PositionalArgument(
      "PACKAGE",
      help: "an .mmpk or .zip file, the folder of an unpacked package, its .gpkg alone, an Esri "
        + "mobile geodatabase (.geodatabase), or a mobile map of ArcGIS with its geodatabases")
  ]

  /// Opens tiles of base maps, which some commands take, too; nil if a path is none of them.
  static func tiles(_ path: String) throws -> TileSource? {
    // The folder of a package may have thousands of photos to list.
    let store =
      try unlessUnreadable { try FolderFiles(path).open(MobileMapPackage.storePath) } ?? nil
    return store == nil ? try TileSource.recognized(path) : nil
  }

  /// Opens a package or a geodatabase, and reports what keeps layers of it from being read.
  static func open(_ path: String, _ call: Call) async throws -> OpenPackage {
    let bar = JobProgressBar(call.terminal)
    defer { bar.finish() }
    let (package, findings) = try await OpenPackage.open(
      path: path, now: try call.surroundings.now(option: call.arguments.value("now"))
    ) { bar.show($0) }
    bar.finish()
    for finding in findings where finding.severity == .error || finding.id == .geodatabaseIsDelta {
      call.terminal.report(finding.shortDiagnostic(map: path))
    }
    return package
  }
}
