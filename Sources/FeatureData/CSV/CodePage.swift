/// An encoding with one byte for each character. The first 128 are those of ASCII.
package enum CodePage: Sendable, CaseIterable {
  /// Central Europe, Cyrillic and Western Europe, as spreadsheets for Windows write them.
  case windows1250, windows1251, windows1252
  /// Latin-2 and Latin-9.
  case iso88592, iso885915

  /// The characters of the bytes from 0x80. Bytes that a page doesn't define are control characters,
  /// as in browsers (WHATWG Encoding Standard, single-byte indexes).
  var upperHalf: [Unicode.Scalar] {
    switch self {
    case .windows1250: CodePageTables.windows1250
    case .windows1251: CodePageTables.windows1251
    case .windows1252: CodePageTables.windows1252
    case .iso88592: CodePageTables.iso88592
    case .iso885915: CodePageTables.iso885915
    }
  }
}

/// The upper halves of the code pages. A test compares them with Python's codecs.
private enum CodePageTables {
  static let windows1250 = scalars(
    """
    €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°\
    ±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  static let windows1251 = scalars(
    """
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГД\
    ЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
    """)

  static let windows1252 = scalars(
    """
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°\
    ±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
    """)

  static let iso88592 = scalars(
    """
    \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčé\
    ęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  static let iso885915 = scalars(
    """
    \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèé\
    êëìíîïðñòóôõö÷øùúûüýþÿ
    """)

  /// Returns the characters of a text, after the control characters that all ISO pages begin with.
  private static func scalars(_ text: String) -> [Unicode.Scalar] {
    let last = Array(text.unicodeScalars)
    return (0x80..<UInt8(truncatingIfNeeded: 0x100 - last.count)).map { Unicode.Scalar($0) } + last
  }
}
