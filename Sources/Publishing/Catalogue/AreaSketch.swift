import Bytes
import Geometry

/// Areas as SVG paths in a picture of their own, north up.
struct AreaSketch: Sendable {
  /// In pixels.
  let width = 720
  let height: Int
  /// The path of each area; empty without a shape.
  let paths: [String]
  /// Where the number of each area stands, inside its shape.
  let marks: [(x: String, y: String)]

  private static let margin = 8.0
  /// Details smaller than this many pixels are left out.
  private static let detail = 0.7

  /// - Parameter shapes: in degrees.
  init(_ shapes: [Geometry?]) {
    var extent = Envelope.empty
    for shape in shapes {
      guard let shape else { continue }
      let box = shape.envelope()
      guard !box.isEmpty else { continue }
      extent.formUnion(x: box.minX, y: Self.y(box.minY))
      extent.formUnion(x: box.maxX, y: Self.y(box.maxY))
    }
    guard !extent.isEmpty, extent.width > 0, extent.height > 0 else {
      height = 0
      paths = shapes.map { _ in "" }
      marks = shapes.map { _ in ("", "") }
      return
    }
    let room = Double(width) - 2 * Self.margin
    // A very high picture is made narrower instead.
    let scale = min(room / extent.width, 720 / extent.height)
    height = Int((extent.height * scale + 2 * Self.margin).rounded(.up))
    let left = (Double(width) - extent.width * scale) / 2
    func pixel(_ x: Double, _ y: Double) -> (Double, Double) {
      (left + (x - extent.minX) * scale, Self.margin + (extent.maxY - Self.y(y)) * scale)
    }
    paths = shapes.map { shape in shape.map { Self.path($0, pixel) } ?? "" }
    marks = shapes.map { shape in
      guard let shape else { return ("", "") }
      let inside = LabelPosition.inside(shape)
      let (x, y) = pixel(inside.x, inside.y)
      return (Self.text(x), Self.text(y))
    }
  }

  /// The height on a Mercator map, in degrees at the equator.
  private static func y(_ latitude: Double) -> Double {
    let radians = max(-85, min(85, latitude)) * .pi / 180
    return Transcendental.log(Transcendental.tan(.pi / 4 + radians / 2)) * 180 / .pi
  }

  private static func path(
    _ shape: Geometry, _ pixel: (Double, Double) -> (Double, Double)
  ) -> String {
    var path = ""
    for part in 0..<shape.partEnds.count {
      var last: (x: Double, y: Double)?
      for vertex in shape.vertices(ofPart: part) {
        let (x, y) = pixel(shape.x(vertex), shape.y(vertex))
        if let last, abs(x - last.x) < detail, abs(y - last.y) < detail { continue }
        path += (last == nil ? "M" : "L") + text(x) + " " + text(y)
        last = (x, y)
      }
      path += "Z"
    }
    return path
  }

  private static func text(_ pixels: Double) -> String {
    NumberText.fixed(pixels, digits: 1)
  }
}
