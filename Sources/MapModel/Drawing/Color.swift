package import OrderedJSON

/// A color with its opacity.
package struct Color: Sendable, Hashable {
  /// 0 to 255.
  package var red: UInt8
  /// 0 to 255.
  package var green: UInt8
  /// 0 to 255.
  package var blue: UInt8
  /// From 0 (transparent) to 255 (opaque).
  package var alpha: UInt8

  /// Creates a color from its components.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads Esri's `[red, green, blue, alpha]`. Each number is 0 to 255, and the last one is
  /// optional. Nil for anything else, such as null, which means no color.
  package init?(esriJSON: JSON?) {
    guard let parts = esriJSON?.array, parts.count >= 3 else { return nil }
    var bytes: [UInt8] = []
    for part in parts.prefix(4) {
      guard let value = part.double, value.isFinite else { return nil }
      bytes.append(UInt8(min(max(value.rounded(), 0), 255)))
    }
    self.init(
      red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
  }

  /// `#rrggbb`, without the opacity.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text = [UInt8(ascii: "#")]
    for byte in [red, green, blue] {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The opacity from 0 to 1, rounded to three decimals.
  package var opacity: Double { (Double(alpha) / 255 * 1_000).rounded() / 1_000 }

  /// Whether the color is not fully transparent.
  package var isVisible: Bool { alpha > 0 }

  /// The default gray. Its contrast is at least 3 to 1 on light and on dark land.
  package static let plain = Color(red: 125, green: 125, blue: 125)
  /// The white of halos and outlines around markers.
  package static let white = Color(red: 255, green: 255, blue: 255)
}
