package import Bytes
package import Geometry
import Tiles

/// The package's picture, which shows where its features are.
package struct Thumbnail: Sendable {
  /// The width of thumbnails in portals, in pixels.
  static let width = 200
  static let height = 133
  private static let margin = 8.0

  private var image: PNGImage
  private let extent: Envelope
  /// Pixels per degree, to the right and downwards.
  private let scaleX: Double
  private let scaleY: Double

  /// Makes a picture of an extent in degrees; x grows to the right, y upwards.
  package init(extent: Envelope) {
    image = PNGImage(
      width: Self.width, height: Self.height,
      palette: [(244, 246, 242), (176, 196, 168), (46, 110, 62)])
    self.extent = extent
    // A degree of longitude is shorter than a degree of latitude by the cosine of the latitude.
    let shrink =
      extent.isEmpty ? 1 : Transcendental.cos((extent.minY + extent.maxY) / 2 * .pi / 180)
    let room = (Double(Self.width) - 2 * Self.margin, Double(Self.height) - 2 * Self.margin)
    let fit = min(room.0 / (extent.width * shrink), room.1 / extent.height)
    scaleY = fit.isFinite ? fit : 0
    scaleX = scaleY * shrink
    frame()
  }

  /// Marks the center of a feature's envelope.
  package mutating func mark(_ envelope: Envelope) {
    guard !envelope.isEmpty, !extent.isEmpty else { return }
    let (x, y) = pixel(
      x: (envelope.minX + envelope.maxX) / 2, y: (envelope.minY + envelope.maxY) / 2)
    image.set(x: x, y: y, 2)
  }

  package func encoded() throws(BytesError) -> [UInt8] { try image.encoded() }

  private func pixel(x: Double, y: Double) -> (Int, Int) {
    let left = (Double(Self.width) - extent.width * scaleX) / 2
    let top = (Double(Self.height) - extent.height * scaleY) / 2
    // A feature that reaches over the extent has coordinates outside it, which stay outside the
    // picture.
    let column = max(-1, min(Double(Self.width), left + (x - extent.minX) * scaleX))
    let row = max(-1, min(Double(Self.height), top + (extent.maxY - y) * scaleY))
    return (Int(column), Int(row))
  }

  private mutating func frame() {
    guard !extent.isEmpty else { return }
    let (left, bottom) = pixel(x: extent.minX, y: extent.minY)
    let (right, top) = pixel(x: extent.maxX, y: extent.maxY)
    for x in left...max(left, right) {
      image.set(x: x, y: top, 1)
      image.set(x: x, y: bottom, 1)
    }
    for y in top...max(top, bottom) {
      image.set(x: left, y: y, 1)
      image.set(x: right, y: y, 1)
    }
  }
}
