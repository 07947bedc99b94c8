import FeatureData
import Geometry

/// Where the packed rows lie, in WGS 84: the package's extent and its picture.
struct Overview: Sendable {
  /// Degrees; empty until a row with geometry is marked.
  private(set) var extent = Envelope.empty
  private(set) var thumbnail: Thumbnail
  /// By table: to WGS 84; `nil` for tables without geometry.
  private let transforms: [CoordinateTransform?]
  /// By table: one row in so many is drawn, so that large layers cost no more than small ones.
  private let steps: [Int]
  private var counts: [Int]

  /// Rows of a table that are drawn at most.
  private static let drawnLimit = 20_000

  init(_ tables: [PlannedTable]) {
    transforms = tables.map { table in
      guard let field = table.schema?.geometry else { return nil }
      return try? CoordinateTransform(
        from: field.spatialReference, to: SpatialReference(epsg: 4326))
    }
    steps = tables.map { max(1, ($0.survey?.survey.rowCount ?? 0) / Self.drawnLimit) }
    counts = tables.map { _ in 0 }
    var whole = Envelope.empty
    for (table, transform) in zip(tables, transforms) {
      guard let survey = table.survey?.survey, !survey.envelope.isEmpty else { continue }
      whole.formUnion(transform.envelope(of: survey.envelope))
    }
    thumbnail = Thumbnail(extent: whole)
  }

  /// Marks rows of a table.
  mutating func mark(_ envelopes: [Envelope], of table: Int) {
    var union = Envelope.empty
    for envelope in envelopes where !envelope.isEmpty {
      union.formUnion(envelope)
      counts[table] += 1
      if counts[table] % steps[table] == 0 {
        thumbnail.mark(transforms[table].envelope(of: envelope))
      }
    }
    if !union.isEmpty { extent.formUnion(transforms[table].envelope(of: union)) }
  }
}

extension CoordinateTransform? {
  /// The envelope of a box's corners, brought over; empty when they have no place there.
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
