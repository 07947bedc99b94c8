import Foundation

/// The files of the repository that tests read.
package enum Fixture {
  /// The root of the repository: the folder that holds `Package.swift`.
  package static let repository: String = {
    // Tests/TestSupport/Fixture.swift is two folders below the root.
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
  }()

  /// The folder `Fixtures`.
  package static var folder: String { repository + "/Fixtures" }

  /// The folder of the demo map, which is embedded in the product.
  package static var treesOfPortland: String { folder + "/TreesOfPortland" }

  /// The absolute path of a file below `Fixtures`.
  package static func path(_ relative: String) -> String {
    folder + "/" + relative
  }

  /// The content of a file below `Fixtures`.
  package static func bytes(_ relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(relative))))
  }
}

/// Large real data that is not part of the project, in the folder `../shared/data` beside the
/// repository. Tests that read it use `.enabled(if: SharedData.has(…))`.
package enum SharedData {
  /// The absolute path of the folder; nil if it does not exist.
  package static let folder: String? = {
    let path = URL(filePath: Fixture.repository).deletingLastPathComponent()
      .appending(path: "shared/data").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// The absolute path of a file or folder below it; nil if it does not exist.
  package static func path(_ relative: String) -> String? {
    guard let folder else { return nil }
    let path = folder + "/" + relative
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Whether a file or folder exists.
  package static func has(_ relative: String) -> Bool {
    path(relative) != nil
  }
}

extension SharedData {
  /// The JSON files below a folder, as paths relative to the shared data, sorted.
  package static func jsonFiles(in relative: String) -> [String] {
    guard let path = path(relative),
      let names = try? FileManager.default.subpathsOfDirectory(atPath: path)
    else { return [] }
    return names.filter { $0.hasSuffix(".json") }.sorted().map { relative + "/" + $0 }
  }

  /// The content of a file of the shared data.
  package static func bytes(_ relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + relative)))
  }
}
