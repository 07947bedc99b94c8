import Bytes
import Geometry
import OrderedJSON

/// Places of a review as its map draws them.
struct ReviewPlaces {
  private var box = MapBox()
  private var x: [Double] = []
  private var y: [Double] = []
  /// The places in the order of those that have none.
  private var none: [Int] = []
  private var classes: [UInt8]
  /// West, south, east and north in degrees, of what has a place.
  private var degrees = MapBox()

  /// - Parameter classes: the kind of each, by place in the list.
  init(_ places: [ReviewContent.Place?], classes: [UInt8]? = nil) {
    self.classes = classes ?? [UInt8](repeating: 0, count: places.count)
    let metres = try? CoordinateTransform(
      from: SpatialReference(epsg: 4_326), to: SpatialReference(epsg: 3_857))
    for (index, place) in places.enumerated() {
      guard let place, place.longitude.isFinite, place.latitude.isFinite,
        let at = metres?.forward(x: place.longitude, y: place.latitude), at.x.isFinite,
        at.y.isFinite
      else {
        none.append(index)
        x.append(0)
        y.append(0)
        continue
      }
      box.add(at.x, at.y)
      degrees.add(place.longitude, place.latitude)
      x.append(at.x)
      y.append(at.y)
    }
  }

  /// How many have a place.
  var count: Int { x.count - none.count }

  /// The box of all places in degrees; null for none.
  var extent: JSON { degrees.isEmpty ? .null : degrees.json }

  /// `points.js`, as the layers of a site have it; always of 32 bits, because records that moved by
  /// a foot are to be seen so.
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
