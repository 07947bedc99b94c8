import Bytes
import GeoPackage
import Geometry
import Records

// There are few points but maybe many polygons. So the points are sorted, and the polygons are read
// once. A polygon is prepared for tests only if its bounding box contains points.

/// Finds the polygon that contains each of some points.
struct PolygonSearch {
  /// The points, sorted by x.
  private let points: [Point]
  private var found: [Found?]

  private struct Point {
    var x: Double
    var y: Double
    var query: Int
  }

  private struct Found {
    var rowid: Int64
    var value: FieldValue
  }

  init(_ points: [(x: Double, y: Double)]) {
    self.points = points.enumerated().map { Point(x: $1.x, y: $1.y, query: $0) }
      .sorted { ($0.x, $0.query) < ($1.x, $1.query) }
    found = Array(repeating: nil, count: points.count)
  }

  /// The field value of the polygon that contains each point; nil if there is none. If several
  /// polygons contain a point, the one with the lowest row id counts.
  var values: [FieldValue?] { found.map { $0?.value } }

  /// Reads the polygons of the result. Polygons with an empty field and shapes that cannot be read
  /// are ignored.
  mutating func run(over rows: ResultRows, table: Int, field: Int) throws {
    guard !points.isEmpty, let shape = rows.schema.tables[table].fieldIndex(of: .geometry) else {
      return
    }
    for change in rows.changes(of: table) {
      guard let after = change.after, case .blob(let blob) = after[shape] else { continue }
      try test(blob.span, rowid: after.rowid) { after[field] }
    }
    let store = rows.current.store
    guard let alignment = try TableAlignment(rows.schema.tables[table], in: store),
      let column = alignment.columns[shape]
    else { return }
    var stored = try about(store.path) {
      try store.rows(of: alignment.name)
    }
    while try about(store.path, { try stored.next() }) {
      guard rows.touched[table][stored.rowid] == nil else { continue }
      let bytes = stored.bytes
      let record = bytes.span.extracting(stored.record)
      guard case .blob(let range) = stored.layout.value(column, in: record) else { continue }
      try test(record.extracting(range), rowid: stored.rowid) {
        alignment.columns[field].map {
          FieldValue(stored.layout.value($0, in: record), of: record)
        } ?? .null
      }
    }
  }

  /// Finds the points in a polygon.
  private mutating func test(
    _ blob: Span<UInt8>, rowid: Int64, value: () -> FieldValue
  ) throws(RuleFailure) {
    var polygon = Geometry(.polygon)
    guard (try? GeoPackageBlob.decode(blob, into: &polygon)) != nil else { return }
    guard polygon.kind == .polygon || polygon.kind == .multiPolygon else {
      throw RuleFailure("the rule needs a layer of polygons")
    }
    let box = polygon.envelope()
    var next = points.firstIndex { $0.x < box.minX }
    var prepared: PreparedPolygon?
    while next < points.count, points[next].x <= box.maxX {
      let point = points[next]
      next += 1
      guard box.contains(x: point.x, y: point.y),
        found[point.query].map({ $0.rowid > rowid }) ?? true
      else { continue }
      prepared = prepared ?? (try? PreparedPolygon(polygon))
      guard prepared?.contains(x: point.x, y: point.y) == true else { continue }
      let value = value()
      if !value.isEmpty { found[point.query] = Found(rowid: rowid, value: value) }
    }
  }
}

extension Array {
  /// The first index for which `isBefore` is false, in an array sorted by it.
  fileprivate func firstIndex(where isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
