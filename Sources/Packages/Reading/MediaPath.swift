/// Paths of photos, sounds, films and other files, in the form that field apps write into rows.
package enum MediaPath {
  /// The path in a text value, with forward slashes and without a leading `./`; nil for text that
  /// doesn't look like the path of a single file. The path may leave the package; see
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
    // Excludes web addresses, and sentences that end with a file name.
    guard !path.utf8.contains(where: { $0 == UInt8(ascii: "?") }), !path.contains("://"),
      !path.lowercased().hasPrefix("www."),
      path.split(separator: "/").first?.contains(" ") == false
    else { return nil }
    return hasMediaEnding(path) || isMedia(path) ? path : nil
  }

  /// Whether a path stays inside its starting folder.
  package static func isInside(_ path: String) -> Bool {
    !path.split(separator: "/", omittingEmptySubsequences: false).contains {
      ["", ".", ".."].contains($0) || $0.hasSuffix(":")
    }
  }

  /// Whether an app may have added a file of a package, by its folder or its extension. Hidden
  /// files don't count.
  static func isMedia(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let first = parts.first, !parts.contains(where: { $0.hasPrefix(".") }) else {
      return false
    }
    return isInFolder(path)
      || hasMediaEnding(path) && !["esriinfo", "p13", "review"].contains(first)
  }

  /// Whether a file is in a folder where field apps store photos, sounds, films and other files.
  package static func isInFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.count > 1 && folders.contains(parts[0].lowercased())
  }

  /// Whether a file name has the extension of a picture, film, sound or document.
  static func hasMediaEnding(_ path: String) -> Bool {
    guard let name = path.split(separator: "/").last,
      let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The longest accepted path, in bytes.
  private static let longest = 1_024
  /// The folders where QField and Fieldpack store photos, sounds, films and other files.
  private static let folders: Set<String> = ["dcim", "attachments", "audio", "video", "files"]
  private static let endings: Set<String> = [
    "jpg", "jpeg", "png", "heic", "heif", "webp", "gif", "tif", "tiff", "bmp", "dng", "mp4", "mov",
    "m4v", "3gp", "avi", "m4a", "mp3", "wav", "ogg", "aac", "pdf",
  ]
}
