import Bytes

/// A picture on the web. Pages that must work without a network load nothing from there and can only
/// lead to it.
package struct OnlinePicture: Sendable, Equatable {
  /// Where it is, as `HTMLAddress` writes it.
  package let address: String

  /// The picture at an address that `HTMLAddress` let pass; nil for one in the text or the site.
  package init?(address: String) {
    let bytes = address.utf8.span
    guard bytes.matches("https:") || bytes.matches("http:") else { return nil }
    self.address = address
  }

  /// The name of its file, `An oak.jpg`, or "Picture" where the address ends with none.
  package var name: String {
    let bytes = Array(address.utf8)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
    // The first slash after the host's two begins the path.
    guard colon < end, let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")), slash > colon + 2
    else { return Self.nameless }
    let name = Self.decoded(bytes[(slash + 1)..<end])
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot < name.count - 1,
      name.count <= Self.longestName, HTMLCharacters.areClean(name.span),
      !name.contains(where: { $0 < 0x20 })
    else { return Self.nameless }
    return String(decoding: name, as: UTF8.self)
  }

  private static let nameless = "Picture"
  /// In bytes. What is longer is a key rather than a name.
  private static let longestName = 100

  /// What the escapes of an address (RFC 3986 §2.1) stand for.
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
