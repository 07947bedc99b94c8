import Bytes

// Values in fields tables become links if the whole value is an address (ArcGIS maps SDK):
//
//   http: https:      "View"
//   mailto: tel:      the text after the colon
//   app schemes       "Open in" and the app's name

/// Turns a value that is an address into a link.
enum AutomaticLink {
  /// The schemes and the texts of their links; nil for the rest of the address.
  private static let schemes: [(name: StaticString, text: String?)] = [
    ("http:", "View"), ("https:", "View"), ("mailto:", nil), ("tel:", nil),
    ("arcgis-appstudio-player:", "Open in AppStudio Player"),
    ("arcgis-collector:", "Open in Collector"), ("arcgis-explorer:", "Open in Explorer"),
    ("arcgis-field-maps:", "Open in Field Maps"), ("arcgis-navigator:", "Open in Navigator"),
    ("arcgis-quickcapture:", "Open in QuickCapture"), ("arcgis-survey123:", "Open in Survey123"),
    ("arcgis-trek2there:", "Open in Trek2There"), ("arcgis-workforce:", "Open in Workforce"),
    ("iform:", "Open in iForm"), ("flow:", "Open in Flowfinity"),
    ("lfmobile:", "Open in Laserfiche"), ("mspbi:", "Open in Microsoft Power BI"),
  ]

  /// Returns the link for a text that is an address. Returns nil for any other text and for
  /// addresses that are too long for browsers.
  static func link(_ text: Span<UInt8>) -> PopupLink? {
    guard text.count >= 6, text.count <= 8_192 else { return nil }
    // Most texts have no colon near the beginning.
    let colon = text.extracting(0..<min(text.count, 30)).firstIndex(of: UInt8(ascii: ":"))
    if colon == nil { return nil }
    for (name, label) in schemes where matches(text, name) {
      let count = name.utf8CodeUnitCount
      guard text.count > count, isUnbroken(text) else { return nil }
      if label == "View", !text.matches("//", at: count) || text.count < count + 3 { return nil }
      var href: [UInt8] = []
      href.append(literal: name)
      let start = href.count
      href.append(text.extracting(count..<text.count))
      href.encodeAddress(from: start)
      return PopupLink(
        href: href.span.repairedString(),
        text: label ?? text.extracting(count..<text.count).repairedString())
    }
    return nil
  }

  /// Returns whether the text begins with a scheme, ignoring case.
  private static func matches(_ text: Span<UInt8>, _ scheme: StaticString) -> Bool {
    var lower: [UInt8] = []
    for index in 0..<min(scheme.utf8CodeUnitCount, text.count) {
      let byte = text[index]
      lower.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    }
    return lower.count == scheme.utf8CodeUnitCount && lower.span.matches(scheme)
  }

  /// Returns whether the text contains only characters that are allowed in addresses.
  private static func isUnbroken(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
      switch text[index] {
      case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): return false
      default: continue
      }
    }
    return true
  }
}
