import FeatureData
import Geometry
import Packages

/// The extent of the packed records in WGS 84, and the package's picture.
struct Overview: Sendable {
  /// In degrees; empty until a record with geometry is marked.
  private(set) var extent = Envelope.empty
  /// The transforms to WGS 84 by table; `nil` for tables without geometry.
  private let transforms: [CoordinateTransform?]
  /// The boxes to draw, by table.
  private var drawn: [ThinnedBoxes]

  init(_ tables: [PlannedTable]) {
    transforms = tables.map { table in
      guard let field = table.schema?.geometry else { return nil }
      return try? CoordinateTransform(
        from: field.spatialReference, to: SpatialReference(epsg: 4326))
    }
    drawn = tables.map { _ in ThinnedBoxes() }
  }

  /// Marks records of a table.
  mutating func mark(_ envelopes: [Envelope], of table: Int) {
    var union = Envelope.empty
    for envelope in envelopes where !envelope.isEmpty {
      union.formUnion(envelope)
      drawn[table].append(envelope)
    }
    if !union.isEmpty { extent.formUnion(transforms[table].envelope(of: union)) }
  }

  /// The picture of the marked records.
  func thumbnail() -> Thumbnail {
    var thumbnail = Thumbnail(extent: extent)
    for (boxes, transform) in zip(drawn, transforms) {
      for box in boxes.kept { thumbnail.mark(transform.envelope(of: box)) }
    }
    return thumbnail
  }
}

/// Every n-th box of a table, evenly, so that large layers cost no more than small ones.
private struct ThinnedBoxes: Sendable {
  private(set) var kept: [Envelope] = []
  private var count = 0
  private var step = 1

  private static let limit = 20_000

  mutating func append(_ box: Envelope) {
    defer { count += 1 }
    guard count % step == 0 else { return }
    if kept.count == Self.limit {
      kept = stride(from: 0, to: Self.limit, by: 2).map { kept[$0] }
      step *= 2
      guard count % step == 0 else { return }
    }
    kept.append(box)
  }
}

extension CoordinateTransform? {
  /// The envelope of a box's transformed corners; empty if they can't be transformed.
  fileprivate func envelope(of box: Envelope) -> Envelope {
    guard let self else { return .empty }
    var result = Envelope.empty
    for (x, y) in [
      (box.minX, box.minY), (box.minX, box.maxY), (box.maxX, box.minY), (box.maxX, box.maxY),
    ] {
      if let point = self.forward(x: x, y: y) { result.formUnion(x: point.x, y: point.y) }
    }
    return result
  }
}
