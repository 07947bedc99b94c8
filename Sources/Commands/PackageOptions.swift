import Bytes
import Console
import Packaging

/// The options of `build` that a plan has for all its packages.
enum PackageOptions {
  static let options = [
    Option(
      "photos", valueName: "HOW", completion: .choices(["files", "blobs"]),
      help: "keep attachments as files beside the GeoPackage (default) or as blobs in it"),
    Option(
      "project", valueName: "WHERE", completion: .choices(["file", "embedded"]),
      help: "write the project for QGIS and QField as a file (default) or into the GeoPackage"),
    Option(
      "review", valueName: "WHEN", completion: .choices(["always", "never"]),
      help: "add web pages of the package as review.zip (default: up to 20000 records)"),
  ]
}

/// The options of commands that read the data once for many areas.
enum AreasArguments {
  static let memory = Option(
    "memory", valueName: "SIZE",
    help: "the most memory for records, such as 2GB; more go to a file (default: a quarter of the "
      + "machine's)")

  /// The bytes of records to keep in memory.
  static func memory(_ call: Call) throws(ConsoleError) -> Int {
    try SizeArgument.bytes("memory", of: call) ?? Machine.memory / 4
  }
}
