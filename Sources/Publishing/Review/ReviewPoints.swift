import Bytes
import Geometry
import OrderedJSON

/// The points of a review as its map draws them.
struct ReviewPoints {
  private var box = MapBox()
  private var x: [Double] = []
  private var y: [Double] = []
  /// The indices without a point.
  private var none: [Int] = []
  private var classes: [UInt8]
  /// West, south, east and north of all points in degrees.
  private var degrees = MapBox()

  /// - Parameter classes: The class of each point.
  init(_ points: [ReviewContent.Point?], classes: [UInt8]? = nil) {
    self.classes = classes ?? [UInt8](repeating: 0, count: points.count)
    let meters = try? CoordinateTransform(
      from: SpatialReference(epsg: 4_326), to: SpatialReference(epsg: 3_857))
    for (index, point) in points.enumerated() {
      guard let point, point.longitude.isFinite, point.latitude.isFinite,
        let projected = meters?.forward(x: point.longitude, y: point.latitude),
        projected.x.isFinite, projected.y.isFinite
      else {
        none.append(index)
        x.append(0)
        y.append(0)
        continue
      }
      box.add(x: projected.x, y: projected.y)
      degrees.add(x: point.longitude, y: point.latitude)
      x.append(projected.x)
      y.append(projected.y)
    }
  }

  /// Calls `body` with the box of each point, in web Mercator meters.
  func forEach(_ body: (Envelope) -> Void) {
    var unknown = none[...]
    for index in x.indices {
      if unknown.first == index {
        unknown.removeFirst()
      } else {
        body(Envelope(minX: x[index], minY: y[index], maxX: x[index], maxY: y[index]))
      }
    }
  }

  /// The number of points.
  var count: Int { x.count - none.count }

  /// The box of all points in degrees; null if there are none.
  var extent: JSON { degrees.isEmpty ? .null : degrees.json }

  /// Returns `points.js` in the format of a site's layers. It always uses 32 bits, so that even
  /// short moves are visible.
  func script(layer: String) -> [UInt8] {
    var script = ScriptText("points", layer: layer)
    let order = Array(x.indices)
    script.member("n", x.count)
    script.member("box", box.json)
    script.member("bits", 32)
    script.member("class", base64: classes)
    var ids: [UInt8] = []
    for index in order { ids.append(littleEndian: UInt32(truncatingIfNeeded: index)) }
    script.member("id", base64: ids)
    script.member("x", base64: box.array(x, isX: true, bits: 32, order: order))
    script.member("y", base64: box.array(y, isX: false, bits: 32, order: order))
    if !none.isEmpty { script.member("none", .array(none.map { .number($0) })) }
    return script.finish()
  }
}
