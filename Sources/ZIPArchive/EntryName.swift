import Bytes

/// A member's name as its header tells it, in whatever way its tool wrote it.
struct EntryName {
  /// The name with forward slashes.
  let text: String
  /// What speaks against it.
  let refusal: EntryPath.Refusal?

  /// Reads a name: UTF-8 where that is announced or fits, as the archives of macOS have it without
  /// announcing it; else the name of the Unicode path field, else code page 437.
  ///
  /// Every spelling must be harmless, for other readers may heed the other one.
  init(_ name: Span<UInt8>, flags: UInt16, madeBy: UInt16, extra: Span<UInt8>) {
    let host = madeBy >> 8
    let path = EntryName.path(name, host: host)
    var refusal = EntryPath.refusal(path.span)
    let isAnnounced = flags & ZIPFormat.utf8Flag != 0
    let ownText = path.span.validatedString()
    if isAnnounced, ownText == nil { refusal = refusal ?? .notUTF8 }
    var text = ownText ?? EntryPath.codePage437Text(path.span)
    if let place = EntryName.unicodePath(of: name, in: extra) {
      let path = EntryName.path(extra.extracting(place), host: host)
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

  /// The name with forward slashes. Windows PowerShell parts folders by backslashes; names with
  /// both kinds are left, and refused.
  private static func path(_ name: Span<UInt8>, host: UInt16) -> [UInt8] {
    let path = name.copied()
    let backslash = UInt8(ascii: "\\")
    guard HostSystem.partsByBackslash(host), path.contains(backslash),
      !path.contains(UInt8(ascii: "/"))
    else { return path }
    return path.map { $0 == backslash ? UInt8(ascii: "/") : $0 }
  }

  /// Where the name in the Unicode path field lies (§4.6.9): version 1, CRC-32 of the name it stands for,
  /// UTF-8. Nil when the field is missing, of a later version, or left over from another name.
  private static func unicodePath(
    of name: Span<UInt8>, in extra: Span<UInt8>
  ) -> Range<Int>? {
    guard case .found(let place) = ExtraField.place(of: ZIPFormat.unicodePathExtraID, in: extra),
      place.count > 5, extra[place.lowerBound] == 1,
      extra.littleEndianUInt32(at: place.lowerBound + 1) == CRC32.of(name)
    else { return nil }
    return place.lowerBound + 5..<place.upperBound
  }
}
