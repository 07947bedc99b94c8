import Bytes
package import FeatureData
package import Geometry
import Records

/// The area that rows must meet, for one layer.
package struct AreaFilter: Sendable {
  private let polygon: PreparedPolygon
  /// From the layer's coordinates to the area's. `nil` if they are the same.
  private let transform: CoordinateTransform?
  /// Whether the area is in degrees. Longitudes beyond 180° are then the same as 360° further.
  private let isInDegrees: Bool

  /// Prepares an area for a layer.
  ///
  /// - Throws: ``GeometryError`` if the layer's spatial reference can't be transformed to the
  ///   area's.
  package init(
    polygon: PreparedPolygon, in reference: SpatialReference, layer: SpatialReference
  ) throws(GeometryError) {
    self.polygon = polygon
    isInDegrees = reference.isGeographic
    transform =
      reference.isSame(as: layer) ? nil : try CoordinateTransform(from: layer, to: reference)
  }

  /// The area's box, in the area's coordinates.
  package var box: Envelope { polygon.envelope }

  /// Returns the box of a row in the area's coordinates; empty for a row that can't be in it.
  ///
  /// - Parameter blob: the row's GeoPackage blob.
  package func box(
    of envelope: Envelope, blob: Span<UInt8>, scratch: inout Geometry
  ) throws(GeometryError) -> Envelope {
    if envelope.isEmpty || transform == nil { return turned(envelope) }
    _ = try GeoPackageBlob.decode(blob, into: &scratch)
    do throws(GeometryError) {
      try transform?.apply(to: &scratch)
    } catch .outsideProjection {
      return .empty
    }
    return turned(scratch.envelope())
  }

  /// Whether a box has longitudes beyond 180°, as data across the antimeridian may.
  private func isBeyond180(_ box: Envelope) -> Bool {
    isInDegrees && (box.maxX > 180 || box.minX < -180)
  }

  /// The box within 180°; around the whole world for one that goes over the antimeridian.
  private func turned(_ box: Envelope) -> Envelope {
    guard isBeyond180(box) else { return box }
    let turn = box.minX > 180 ? -360.0 : box.maxX < -180 ? 360 : 0
    return turn == 0
      ? Envelope(minX: -180, minY: box.minY, maxX: 180, maxY: box.maxY)
      : Envelope(
        minX: box.minX + turn, minY: box.minY, maxX: box.maxX + turn, maxY: box.maxY)
  }

  /// Returns whether the first vertex of a shape is in the area.
  ///
  /// - Parameter blob: the row's GeoPackage blob.
  package func holdsStart(
    of blob: Span<UInt8>, scratch: inout Geometry
  ) throws(GeometryError) -> Bool {
    _ = try GeoPackageBlob.decode(blob, into: &scratch)
    guard scratch.vertexCount > 0 else { return false }
    let (x, y) = (scratch.x(0), scratch.y(0))
    guard let position = transform.map({ $0.forward(x: x, y: y) }) ?? (x, y) else { return false }
    if polygon.contains(x: position.x, y: position.y) { return true }
    guard isInDegrees, position.x.magnitude > 180 else { return false }
    return polygon.contains(
      x: position.x > 0 ? position.x - 360 : position.x + 360, y: position.y)
  }

  /// Returns whether a row meets the area. Boundaries count. A row without geometry never does.
  ///
  /// - Parameter blob: the row's GeoPackage blob.
  package func meets(
    _ envelope: Envelope, blob: Span<UInt8>, scratch: inout Geometry
  ) throws(GeometryError) -> Bool {
    if envelope.isEmpty { return false }
    if transform == nil, !turned(envelope).intersects(polygon.envelope) { return false }
    _ = try GeoPackageBlob.decode(blob, into: &scratch)
    do throws(GeometryError) {
      try transform?.apply(to: &scratch)
    } catch .outsideProjection {
      // A shape that can't be transformed to the area's coordinates is not in the area.
      return false
    }
    if scratch.intersects(polygon) { return true }
    let box = scratch.envelope()
    guard isBeyond180(box) else { return false }
    scratch.move(x: box.maxX > 180 ? -360 : 360)
    return scratch.intersects(polygon)
  }
}

extension Geometry {
  /// Adds a number to all x coordinates.
  fileprivate mutating func move(x distance: Double) {
    for index in Swift.stride(from: 0, to: coordinates.count, by: stride) {
      coordinates[index] += distance
    }
  }
}

/// Selects the rows of a table. A row must pass the layer's filter. If there are further criteria,
/// it must also meet the area or have one of the wanted keys.
package struct RowFilter: Sendable {
  /// The layer's own filter (`definitionExpression`).
  package var whereClause: WhereClause?
  /// The area's own filter of the layer. Unlike the layer's filter, it only says what an area gets.
  package var selection: WhereClause?
  /// The area, or `nil` if rows are not selected by location.
  package var area: AreaFilter?
  /// Keys that select rows, each with the record column that must have one of them.
  package var keys: [(column: Int, keys: Set<JoinKey>)] = []
  /// Whether every row that passes the clauses is selected.
  package var takesAll = true

  package init() {}

  /// The result for the rows of a batch.
  package struct Choice: Sendable, Equatable {
    /// Whether each row is selected.
    package var marks: [Bool] = []
    /// The number of rows that pass the layer's own filter.
    package var passedCount: Int { marks.count - refused.count }
    /// The rows that don't pass the layer's own filter, ascending.
    package var refused: [Int] = []
  }

  /// Decides on each row of a batch.
  ///
  /// - Parameter geometryColumn: 1 for layers, `nil` for tables.
  package func choose(
    from batch: RowBatch, geometryColumn: Int?
  ) throws -> Choice {
    var choice = Choice()
    if takesAll, whereClause == nil, selection == nil {
      choice.marks = Array(repeating: true, count: batch.count)
      return choice
    }
    var layout = RecordLayout()
    var scratch = Geometry(.point)
    var clause = whereClause.map { WhereRun($0) }
    var selecting = selection.map { WhereRun($0) }
    choice.marks.reserveCapacity(batch.count)
    let bytes = batch.bytes.span
    for row in 0..<batch.count {
      let record = bytes.extracting(batch.range(of: row))
      try layout.parse(record)
      guard clause?.isTrue(layout: layout, record: record) ?? true else {
        choice.marks.append(false)
        choice.refused.append(row)
        continue
      }
      guard selecting?.isTrue(layout: layout, record: record) ?? true else {
        choice.marks.append(false)
        continue
      }
      let envelope = geometryColumn == nil ? .empty : batch.envelopes[row]
      choice.marks.append(
        try takesAll || hasKey(layout, record)
          || meetsArea(
            envelope, column: geometryColumn, layout: layout, record: record, scratch: &scratch)
      )
    }
    return choice
  }

  private func hasKey(_ layout: RecordLayout, _ record: Span<UInt8>) -> Bool {
    for (column, wanted) in keys {
      if let key = JoinKey(layout.value(column, in: record), in: record), wanted.contains(key) {
        return true
      }
    }
    return false
  }

  private func meetsArea(
    _ envelope: Envelope, column: Int?, layout: RecordLayout, record: Span<UInt8>,
    scratch: inout Geometry
  ) throws -> Bool {
    guard let area, let column, case .blob(let range) = layout.value(column, in: record) else {
      return false
    }
    return try area.meets(envelope, blob: record.extracting(range), scratch: &scratch)
  }
}
