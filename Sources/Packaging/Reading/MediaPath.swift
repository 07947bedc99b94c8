/// Paths of photos, sounds, films and other files, as field apps write them into rows.
package enum MediaPath {
  /// The path that a text value names, with forward slashes and without a leading `./`; nil where
  /// it reads like anything but the path of one photo or file. It may lead anywhere:
  /// ``isInside(_:)``.
  package static func named(by text: String) -> String? {
    guard (3...longest).contains(text.utf8.count),
      text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }),
      !text.utf8.contains(where: { $0 < 0x20 })
    else { return nil }
    var path = text
    if path.hasPrefix("file://") { path = String(path.dropFirst(7)) }
    path.replace("\\", with: "/")
    while path.hasPrefix("./") { path = String(path.dropFirst(2)) }
    // Places on the web, and sentences that end in a file's name.
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "?") }), !path.contains("://"),
      !path.lowercased().hasPrefix("www."),
      path.split(separator: "/").first?.contains(" ") == false
    else { return nil }
    return hasMediaEnding(path) || isMedia(path) ? path : nil
  }

  /// Whether a path stays in the folder it starts from.
  package static func isInside(_ path: String) -> Bool {
    !path.split(separator: "/", omittingEmptySubsequences: false).contains {
      ["", ".", ".."].contains($0) || $0.hasSuffix(":")
    }
  }

  /// Whether a file of a package is a photo or file that an app put there: by its folder, or
  /// elsewhere by its ending. Hidden files are not.
  static func isMedia(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let first = parts.first, !parts.contains(where: { $0.hasPrefix(".") }) else {
      return false
    }
    return isInFolder(path)
      || hasMediaEnding(path) && !["esriinfo", "p13", "review"].contains(first)
  }

  /// Whether a file lies where field apps put photos, sounds, films and other files.
  package static func isInFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.count > 1 && folders.contains(parts[0].lowercased())
  }

  /// Whether a file's name has the ending of a picture, a film, a sound or a document.
  static func hasMediaEnding(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Of a path that is believed, in bytes.
  private static let longest = 1_024
  /// Where QField and this tool put photos, sounds, films and other files.
  private static let folders: Set<String> = ["dcim", "attachments", "audio", "video", "files"]
  private static let endings: Set<String> = [
    "jpg", "jpeg", "png", "heic", "heif", "webp", "gif", "tif", "tiff", "bmp", "dng", "mp4", "mov",
    "m4v", "3gp", "avi", "m4a", "mp3", "wav", "ogg", "aac", "pdf",
  ]
}
