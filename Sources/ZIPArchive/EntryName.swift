import Bytes

/// A member's name from its header, whatever tool wrote it.
struct EntryName {
  /// The name with forward slashes.
  let text: String
  /// Why the name is rejected, or nil.
  let refusal: EntryPath.Refusal?

  /// Reads a name. It is UTF-8 if the header says so or the bytes are valid UTF-8, because macOS
  /// writes UTF-8 without saying so. Otherwise it is the name in the Unicode path field, or else
  /// text in code page 437.
  ///
  /// Every spelling must be safe, because other readers may use the other one.
  init(_ name: Span<UInt8>, flags: UInt16, madeBy: UInt16, extra: Span<UInt8>) {
    let host = madeBy >> 8
    let path = EntryName.path(name, host: host)
    var refusal = EntryPath.refusal(path.span)
    let isAnnounced = flags & ZIPFormat.utf8Flag != 0
    let ownText = path.span.validatedString()
    if isAnnounced, ownText == nil { refusal = refusal ?? .notUTF8 }
    var text = ownText ?? EntryPath.codePage437Text(path.span)
    if let range = EntryName.unicodePath(of: name, in: extra) {
      let path = EntryName.path(extra.extracting(range), host: host)
      if let other = path.span.validatedString() {
        refusal = refusal ?? EntryPath.refusal(path.span)
        if isAnnounced, other != text { refusal = refusal ?? .ambiguous }
        text = other
      } else {
        refusal = refusal ?? .notUTF8
      }
    }
    self.text = text
    self.refusal = refusal
  }

  /// Returns the name with forward slashes. Windows PowerShell separates folders by backslashes. A
  /// name with both kinds is left as it is, and rejected.
  private static func path(_ name: Span<UInt8>, host: UInt16) -> [UInt8] {
    let path = name.copied()
    let backslash = UInt8(ascii: "\\")
    guard HostSystem.separatesByBackslash(host), path.contains(backslash),
      !path.contains(UInt8(ascii: "/"))
    else { return path }
    return path.map { $0 == backslash ? UInt8(ascii: "/") : $0 }
  }

  /// Returns the range of the name in the Unicode path field (§4.6.9): version 1, CRC-32 of the
  /// original name, UTF-8. Nil when the field is missing, has a later version, or belongs to
  /// another name.
  private static func unicodePath(
    of name: Span<UInt8>, in extra: Span<UInt8>
  ) -> Range<Int>? {
    guard case .found(let range) = ExtraField.find(ZIPFormat.unicodePathExtraID, in: extra),
      range.count > 5, extra[range.lowerBound] == 1,
      extra.littleEndianUInt32(at: range.lowerBound + 1) == CRC32.of(name)
    else { return nil }
    return range.lowerBound + 5..<range.upperBound
  }
}
