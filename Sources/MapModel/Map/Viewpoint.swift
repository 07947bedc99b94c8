package import Geometry
package import OrderedJSON

/// The visible part of a map.
package struct Viewpoint: Sendable, Equatable {
  /// The box of the target: the extent, or the box around a target polygon or point. Around
  /// a point the box has no size, and `scale` decides.
  package var extent: Envelope
  /// The denominator of the scale, or nil if not given.
  package var scale: Double?
  /// The rotation in degrees clockwise from north.
  package var rotation: Double
  /// The spatial reference of the target as Esri JSON, or nil for the map's.
  package var spatialReference: JSON?

  /// Reads `{targetGeometry, scale, rotation}`. Nil without a target that has coordinates.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let target = members.members("targetGeometry", &notices) else { return nil }
    self.init(target: target, &notices)
    scale = members.double("scale", &notices).flatMap { $0 > 0 ? $0 : nil }
    rotation = members.double("rotation", &notices) ?? 0
  }

  /// Reads an extent, polygon, polyline, multipoint or point.
  init?(target: Members, _ notices: inout MapNotices) {
    guard let box = Self.box(target, &notices), !box.isEmpty else { return nil }
    extent = box
    rotation = 0
    spatialReference = target.value("spatialReference")
  }

  private static func box(_ target: Members, _ notices: inout MapNotices) -> Envelope? {
    if target.value("xmin") != nil { return Envelope(esriExtent: target, &notices) }
    if target.value("x") != nil {
      guard let x = target.double("x", &notices), let y = target.double("y", &notices) else {
        return nil
      }
      return Envelope(minX: x, minY: y, maxX: x, maxY: y)
    }
    var box = Envelope.empty
    for key in ["rings", "paths"] {
      for part in target.array(key, &notices) {
        add(part.array ?? [], to: &box)
      }
    }
    add(target.array("points", &notices), to: &box)
    return box
  }

  private static func add(_ positions: [JSON], to box: inout Envelope) {
    for position in positions {
      guard let x = position[0]?.double, let y = position[1]?.double else { continue }
      box.formUnion(x: x, y: y)
    }
  }
}
