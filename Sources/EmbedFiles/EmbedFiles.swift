import FoundationEssentials

/// Writes one Swift file that holds other files as base64 text.
///
/// usage: EmbedFiles OUTPUT.swift NAME=FILE…
///
/// Base64 string literals compile in constant time, where a byte array literal of the same size
/// takes minutes (SwiftPM #6923).
@main struct EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { throw EmbedFilesError.usage }
    var text = "/// Name and content of each file, in the order of the names' bytes.\n"
    text += "let embeddedFiles: [(path: StaticString, base64: StaticString)] = [\n"
    for (name, path) in try arguments.dropFirst().map(split).sorted(by: isInOrder) {
      let content = try Data(contentsOf: URL(filePath: path)).base64EncodedString()
      text += "  (\"\(name)\", \"\(content)\"),\n"
    }
    text += "]\n"
    try Data(text.utf8).write(to: URL(filePath: output))
  }

  private typealias NamedFile = (name: String, path: String)

  private static func split(_ argument: String) throws -> NamedFile {
    guard let equals = argument.firstIndex(of: "=") else { throw EmbedFilesError.usage }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func isInOrder(_ left: NamedFile, _ right: NamedFile) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

enum EmbedFilesError: Error {
  case usage
}
