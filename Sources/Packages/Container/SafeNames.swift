/// Gives attachments file names that every file system accepts. The original name stays in the row.
package struct SafeNames: Sendable {
  private var taken: Set<String> = []

  /// The longest name in bytes that common file systems accept, less room for a number.
  private static let longest = 200

  package init() {}

  /// The name without characters that Windows and Android refuse. A number makes it unique in the
  /// folder, whatever the letter case.
  package mutating func make(_ name: String, in folder: String) -> String {
    let (stem, suffix) = Self.split(Self.cleaned(name))
    var unique = stem + suffix
    var number = 2
    while !taken.insert("\(folder)/\(unique.lowercased())").inserted {
      unique = "\(stem) (\(number))\(suffix)"
      number += 1
    }
    return unique
  }

  /// The name without characters that Windows and Android refuse.
  package static func cleaned(_ name: String) -> String {
    var cleaned = ""
    for scalar in name.unicodeScalars {
      let isRefused =
        scalar.value < 0x20 || scalar.value == 0x7F || "\\/:*?\"<>|".unicodeScalars.contains(scalar)
      cleaned.unicodeScalars.append(isRefused ? "_" : scalar)
    }
    // Windows drops a dot or space at the end. A dot at the start hides the file.
    while let last = cleaned.last, last == "." || last == " " { cleaned.removeLast() }
    while cleaned.first == "." { cleaned.removeFirst() }
    return cleaned.isEmpty ? "photo" : cleaned
  }

  /// The name before its extension, shortened if needed, and the extension with its dot.
  private static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name[dot...].utf8.count <= 16
    else { return (shortened(name), "") }
    return (shortened(String(name[..<dot])), String(name[dot...]))
  }

  private static func shortened(_ stem: String) -> String {
    var stem = stem
    while stem.utf8.count > longest { stem.removeLast() }
    return stem
  }
}
