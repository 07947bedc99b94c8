import Bytes

/// The rules for member names. A name must be a relative path with forward slashes that means the
/// same file in every folder and on every system.
package enum EntryPath {
  /// Why a name is rejected.
  package enum Refusal: String, Sendable {
    case empty = "it is empty"
    case absolute = "it is an absolute path"
    case driveLetter = "it begins with a drive letter"
    case backslash = "it contains a backslash"
    case control = "it contains a control character"
    case emptyPart = "it has an empty or dotted part"
    case climbing = "it leaves its folder"
    case notUTF8 = "it is marked as UTF-8 but isn't UTF-8"
    case ambiguous = "its Unicode field holds another name"
  }

  /// Returns why the name is rejected, or nil for a good one. A slash at its end marks a folder.
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

  /// Returns the bytes as text in code page 437, which older tools write (APPNOTE appendix D).
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
