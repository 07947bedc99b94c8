import Bytes
import FeatureData
import GeoPackage
import Geometry
import SQLiteFile

// The points are few and the polygons may be many: the points are put in order, and the polygons
// are read past them once. A polygon is made ready for questions only when points are in its box.

/// Finds the polygons that points lie in.
struct PolygonSearch {
  /// By x.
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

  /// What each point got: the field of the polygon it lies in, of several that with the lowest row
  /// id; nil for a point in none.
  var values: [FieldValue?] { found.map { $0?.value } }

  /// Reads the polygons of the result. A polygon whose field is empty, and a shape that cannot be
  /// read, tell nothing.
  mutating func run(over rows: ResultRows, table: Int, field: Int) throws(RuleFailure) {
    guard !points.isEmpty, let shape = rows.schema.tables[table].place(of: .geometry) else {
      return
    }
    for change in rows.changes(of: table) {
      guard let after = change.after, case .blob(let blob) = after[shape] else { continue }
      try ask(blob.span, after.rowid) { after[field] }
    }
    let store = rows.current.store
    do {
      guard let alignment = try TableAlignment(rows.schema.tables[table], in: store),
        let place = alignment.places[shape]
      else { return }
      var stored = try store.rows(of: alignment.name)
      while try stored.next() {
        guard rows.touched[table][stored.rowid] == nil else { continue }
        let bytes = stored.bytes
        let record = bytes.span.extracting(stored.record)
        guard case .blob(let range) = stored.layout.value(place, in: record) else { continue }
        try ask(record.extracting(range), stored.rowid) {
          alignment.places[field].map {
            FieldValue(stored.layout.value($0, in: record), of: record)
          } ?? .null
        }
      }
    } catch let error as GeoPackageError {
      throw .merging(.store(path: store.database.region.path, error))
    } catch let error as MergingError {
      throw .merging(error)
    } catch { throw .problem("\(error)") }
  }

  private mutating func ask(
    _ blob: Span<UInt8>, _ rowid: Int64, _ value: () -> FieldValue
  ) throws(RuleFailure) {
    var polygon = Geometry(.polygon)
    guard (try? GeoPackageBlob.decode(blob, into: &polygon)) != nil else { return }
    guard polygon.kind == .polygon || polygon.kind == .multiPolygon else {
      throw .problem("it takes a layer of polygons")
    }
    let box = polygon.envelope()
    var next = points.firstPlace { $0.x < box.minX }
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
  /// The first place that is not before the mark, in an array ordered by it.
  fileprivate func firstPlace(where isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
