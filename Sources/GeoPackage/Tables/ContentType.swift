/// The media type of a file, by its extension.
package struct ContentType: Sendable {
  /// The name of the type, such as `image/jpeg`.
  package let name: String
  private let starts: [[UInt8]]

  private static let known: [(suffix: String, name: String, starts: [[UInt8]])] = [
    ("jpg", "image/jpeg", [[0xFF, 0xD8]]), ("jpeg", "image/jpeg", [[0xFF, 0xD8]]),
    ("png", "image/png", [[0x89, 0x50, 0x4E, 0x47]]), ("gif", "image/gif", [Array("GIF8".utf8)]),
    ("webp", "image/webp", [Array("RIFF".utf8)]), ("heic", "image/heic", []),
    ("tif", "image/tiff", []), ("tiff", "image/tiff", []),
    ("pdf", "application/pdf", [Array("%PDF".utf8)]), ("txt", "text/plain", []),
    ("csv", "text/csv", []), ("json", "application/json", []), ("mp4", "video/mp4", []),
    ("mov", "video/quicktime", []), ("mp3", "audio/mpeg", []), ("m4a", "audio/mp4", []),
    ("wav", "audio/wav", [Array("RIFF".utf8)]),
  ]

  /// The known file extensions, each with its type.
  package static var suffixes: [(suffix: String, name: String)] {
    known.map { ($0.suffix, $0.name) }
  }

  /// The file extension for a type, such as `.jpg`; empty for an unknown type.
  package static func suffix(of type: String) -> String {
    known.first { $0.name == type.lowercased() }.map { "." + $0.suffix } ?? ""
  }

  /// The type of a file, by its name.
  package init(fileName: String) {
    let suffix = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let found = Self.known.first { $0.suffix == suffix }
    name = found?.name ?? "application/octet-stream"
    starts = found?.starts ?? []
  }

  /// Whether a file with these first bytes can have the type.
  package func allows(head: [UInt8]) -> Bool {
    starts.isEmpty || starts.contains { head.starts(with: $0) }
  }
}
