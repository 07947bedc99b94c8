/// Names for files and links: lower-case ASCII letters, digits and hyphens, unique.
struct SiteNames {
  private var taken: Set<String>

  /// - Parameter taken: Names that pages of the site already use.
  init(taken: Set<String> = []) { self.taken = taken }

  /// Returns the name for a title, with a number if it is taken. Uses `fallback` if nothing of the
  /// title remains.
  mutating func make(_ title: String, fallback: String) -> String {
    var name = ""
    for byte in title.lowercased().utf8 {
      let keeps = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if keeps {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.isEmpty, !name.hasSuffix("-") {
        name += "-"
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    name = name.isEmpty ? fallback : String(name.prefix(60))
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = "\(name)-\(number)"
      number += 1
    }
    return unique
  }
}
