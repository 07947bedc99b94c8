import Bytes

/// A picture, sound or film on the web. Pages that must work offline can't load it and only link to
/// it.
package struct OnlineMedium: Sendable, Equatable {
  /// The address, as `HTMLAddress` writes it.
  package let address: String

  /// Creates a medium from an address that `HTMLAddress` allowed. Nil if it is in the text or the
  /// site.
  package init?(address: String) {
    let bytes = address.utf8.span
    guard bytes.matches("https:") || bytes.matches("http:") else { return nil }
    self.address = address
  }

  /// Returns the name of its file, such as `An oak.jpg`, or another word if the address ends without
  /// a name.
  package func name(orElse word: String) -> String {
    let bytes = Array(address.utf8)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
    // The first slash after the two slashes before the host begins the path.
    guard colon < end, let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")), slash > colon + 2
    else { return word }
    let name = Self.decoded(bytes[(slash + 1)..<end])
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1,
      name.count <= Self.longestName, HTMLCharacters.areClean(name.span),
      !name.contains(where: { $0 < 0x20 })
    else { return word }
    return String(decoding: name, as: UTF8.self)
  }

  /// Limit in bytes. Anything longer is a key and not a name.
  private static let longestName = 100

  /// Decodes the escapes of an address (RFC 3986 §2.1).
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
        let high = ASCIIText.digit(text[index + 1], isHex: true),
        let low = ASCIIText.digit(text[index + 2], isHex: true)
      {
        output.append(UInt8(high << 4 | low))
        index += 3
      } else {
        output.append(text[index])
        index += 1
      }
    }
    return output
  }
}
