import Bytes

/// The rules for member names: relative paths with forward slashes that mean the same file in
/// every folder they are unpacked to, on every system.
package enum EntryPath {
  /// Why a name is refused.
  package enum Refusal: String, Sendable {
    case empty = "it is empty"
    case absolute = "it is an absolute path"
    case driveLetter = "it begins with a drive letter"
    case backslash = "it holds a backslash"
    case control = "it holds a control character"
    case emptyPart = "it has an empty or dotted part"
    case climbing = "it climbs out of its folder"
    case notUTF8 = "it is marked as UTF-8 and is none"
    case ambiguous = "it has another name in its Unicode field"
  }

  /// What speaks against the name; nil for a good one. A slash at its end marks a folder.
  package static func refusal(_ name: Span<UInt8>) -> Refusal? {
    guard name.count > 0 else { return .empty }
    guard name[0] != UInt8(ascii: "/") else { return .absolute }
    if name.count >= 2, name[1] == UInt8(ascii: ":") { return .driveLetter }
    var partStart = 0
    for index in 0..<name.count {
      let byte = name[index]
      if byte == UInt8(ascii: "\\") { return .backslash }
      if byte < 0x20 || byte == 0x7F { return .control }
      guard byte == UInt8(ascii: "/") else { continue }
      if let refusal = refusalOfPart(name.extracting(partStart..<index)) { return refusal }
      partStart = index + 1
    }
    return partStart == name.count ? nil : refusalOfPart(name.extracting(partStart...))
  }

  private static func refusalOfPart(_ part: Span<UInt8>) -> Refusal? {
    if part.count == 0 || (part.count == 1 && part[0] == UInt8(ascii: ".")) { return .emptyPart }
    return part.count == 2 && part.matches("..") ? .climbing : nil
  }

  /// The bytes as text in the code page 437 that older tools write (APPNOTE appendix D).
  static func codePage437Text(_ name: Span<UInt8>) -> String {
    var text = ""
    for index in 0..<name.count {
      let byte = name[index]
      text.unicodeScalars.append(
        byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
    }
    return text
  }

  private static let codePage437 = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
