import Bytes
import Console
import Geometry

/// `--grids DIR`, an option of the commands that convert coordinates.
enum GridsArgument {
  static let option = Option(
    "grids", valueName: "DIR", completion: .folder,
    help:
      "folder of NTv2 grids (.gsb), to convert older coordinate systems with centimeter accuracy")

  /// Reads the grids of a call, for all conversions of the process.
  ///
  /// - Throws: `DatumGridError`, `BytesError`.
  static func use(_ call: Call) throws {
    guard let folder = call.arguments.value("grids") else { return }
    let names = try FolderFiles(folder).paths(depth: 0).filter {
      $0.utf8.count > 4 && $0.lowercased().hasSuffix(".gsb")
    }
    try DatumGrids.use(names.map { "\(folder)/\($0)" }, in: folder)
  }
}
