package import Geometry
package import OrderedJSON

/// What part of the map is looked at.
package struct Viewpoint: Sendable, Equatable {
  /// The box of the target: the extent, or what a target polygon or point spans.
  package var extent: Envelope
  /// The target geometry, whole; a point carries no box, so that `scale` decides.
  package var targetGeometry: JSON
  /// The scale's denominator; nil when not given.
  package var scale: Double?
  /// Degrees clockwise from north.
  package var rotation: Double
  /// Of the target, as Esri JSON; nil for the map's.
  package var spatialReference: JSON?

  /// Reads `{targetGeometry, scale, rotation}`; nil without a target that has a place.
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
    targetGeometry = .object(target.object)
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
