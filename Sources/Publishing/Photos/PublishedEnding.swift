import Bytes

/// The ending of an attachment's file in published pages, so that no browser runs the file.
///
/// From the disk, browsers take the type of a file from its ending. Web servers do, too, and many
/// send other files without a type. If a type is unknown, browsers look into the file and run what
/// looks like a page (WHATWG MIME Sniffing §7). So files keep only the endings in these lists, and
/// all others become text.
package enum PublishedEnding {
  /// Text. No browser runs it, whatever it contains.
  package static let text = "txt"

  /// Endings of pictures that browsers show.
  private static let pictures = [
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
  ]

  /// Endings of files that browsers show or save, but never run.
  private static let kept: Set<String> = [
    // Pictures. SVG is not one of them, because it can have scripts.
    "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "avif", "bmp", "tif", "tiff", "heic",
    "heif",
    // Documents.
    "pdf", "txt", "csv", "tsv", "log", "json", "geojson", "rtf", "doc", "docx", "xls", "xlsx",
    "ppt", "pptx", "odt", "ods", "odp",
    // Sound and film.
    "mp3", "m4a", "wav", "ogg", "oga", "opus", "flac", "aac", "mp4", "m4v", "mov", "webm", "ogv",
    "avi", "3gp", "mpg", "mpeg",
    // Archives, drawings and data.
    "zip", "7z", "gz", "kmz", "gpkg", "mmpk", "dwg", "dxf", "shp", "las", "laz",
  ]

  /// Returns the ending for a file, without a dot.
  ///
  /// - Parameters:
  ///   - name: the attachment's name.
  ///   - type: its media type, such as `image/jpeg`, for names without an ending that can be kept.
  package static func of(name: String, type: String) -> String {
    keptEnding(of: name) ?? pictures[type] ?? text
  }

  /// Returns the ending of a name if files keep it.
  package static func keptEnding(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last?.lowercased(), kept.contains(last) else {
      return nil
    }
    return last
  }

  /// Returns whether browsers can show a file as a picture, by its media type and ending.
  static func isPicture(_ type: String, path: String) -> Bool {
    pictures[type] != nil && !isText(path)
  }

  /// Returns whether a file is published as text.
  static func isText(_ path: String) -> Bool {
    path.utf8.reversed().starts(with: ".\(text)".utf8.reversed())
  }

  /// Returns whether a file begins like a page or another document in XML. It is published as text
  /// then, because a server that doesn't know its ending may not say its type.
  package static func looksLikeMarkup(_ bytes: [UInt8]) -> Bool {
    // Byte order marks, blanks, and the zeros of UTF-16.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20]
    return bytes.prefix(2_048).first { !skipped.contains($0) } == UInt8(ascii: "<")
  }
}
