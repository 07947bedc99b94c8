import FoundationEssentials

/// Writes one Swift file that holds every file of a folder as base64 text.
///
/// usage: EmbedFiles FOLDER OUTPUT.swift
///
/// Base64 string literals compile in constant time, where a byte array literal of the same size
/// takes minutes (SwiftPM #6923).
@main struct EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw EmbedFilesError.usage }
    let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
    var text = "/// Path below the folder and content, in the order of the paths' bytes.\n"
    text += "let embeddedFiles: [(path: StaticString, base64: StaticString)] = [\n"
    for path in try files(in: folder) {
      let content = try Data(contentsOf: folder.appending(path: path)).base64EncodedString()
      text += "  (\"\(path)\", \"\(content)\"),\n"
    }
    text += "]\n"
    try Data(text.utf8).write(to: URL(filePath: arguments[2]))
  }

  static func files(in folder: URL) throws -> [String] {
    let root = folder.path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { path in
        var isFolder = false
        return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
          && !isFolder
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

enum EmbedFilesError: Error {
  case usage
}
