import Bytes
import FeatureData
import GeoPackage
import Geometry
import Packages
import Records

/// The result of one pass over a layer's rows: the rows themselves, set aside, and what must be
/// known about all rows before any is written.
struct LayerSurvey: Sendable {
  let rows: RowStore
  let ids: RecordIDs
  /// For each row, web Mercator meters: the point, or the middle of a shape; NaN if there is none.
  let x: [Double]
  let y: [Double]
  /// What determines how the rows are drawn; without rows for tables.
  let drawing: RowDrawing
  /// The lines or polygons; empty for points and tables.
  let outlines: Outlines
  let box: MapBox
  let facets: [FacetColumn]
  /// The names of the possible facet fields without any value.
  let blanks: Set<String>
  /// The rows in the site's order.
  let order: [Int]

  /// The class of rows that the map does not draw.
  static let notDrawn = UInt16.max

  var count: Int { rows.count }

  /// Calls `body` with the box of each record that has a location, in web Mercator meters.
  func forEachBox(_ body: (Envelope) -> Void) {
    for (x, y) in zip(x, y) where outlines.boxes.isEmpty && x.isFinite && y.isFinite {
      body(Envelope(minX: x, minY: y, maxX: x, maxY: y))
    }
    for box in outlines.boxes where !box.isEmpty {
      body(Envelope(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY))
    }
  }

  /// Returns the GlobalIDs of the rows.
  func globalIDs(of layer: SiteLayer) throws -> Set<GlobalID> {
    guard let column = layer.schema.globalIDColumn else { return [] }
    var ids: Set<GlobalID> = []
    var layout = RecordLayout()
    var record: [UInt8] = []
    for row in 0..<count {
      try rows.read(row, into: &record)
      try layout.parse(record.span)
      let value = layout.value(layer.schema.firstFieldColumn + column, in: record.span)
      if case .globalID(let id)? = JoinKey(value, in: record.span) { ids.insert(id) }
    }
    return ids
  }

  /// The indices in `order` of the rows that cannot be drawn on the map.
  var unlocated: [Int] {
    order.indices.filter { x[order[$0]].isNaN || drawing.classes[order[$0]] == Self.notDrawn }
  }

  /// After how many rows the progress is told.
  private static let progressStep = 4_096

  /// Reads all rows of a layer.
  ///
  /// - Parameters:
  ///   - facets: The columns for filtering, without rows.
  ///   - drawing: What determines how rows are drawn, without rows.
  ///   - withheld: The columns whose values are removed.
  ///   - scratch: A folder with room for the rows.
  ///   - progress: Receives how many more rows were read.
  init(
    _ layer: SiteLayer, in reader: GeoPackageReader, facets: [FacetColumn],
    drawing: RowDrawing, withheld: Set<Int>, scratch: String,
    progress: (Int) -> Void
  ) throws {
    var pass = SurveyPass(layer, facets: facets, drawing)
    var store = try RowStoreWriter(scratchIn: scratch)
    try layer.forEachRow(in: reader) { cursor in
      try about("\(layer.store.name), row \(cursor.rowid)") {
        let bytes = cursor.bytes
        let record = bytes.span.extracting(cursor.record)
        if withheld.isEmpty {
          try pass.add(record, rowid: cursor.rowid)
          try store.append(record)
        } else {
          let bare = try pass.emptied(record, withheld)
          try pass.add(bare.span, rowid: cursor.rowid)
          try store.append(bare.span)
        }
      }
      if pass.rowIDs.count.isMultiple(of: Self.progressStep) { progress(Self.progressStep) }
    }
    rows = try store.finish()
    let ids = RecordIDs(objectIDs: pass.objectIDs, rowIDs: pass.rowIDs)
    let count = pass.rowIDs.count
    self.facets = pass.facets.filter { $0.isUseful(rows: count) }
    blanks = Set(pass.facets.lazy.filter(\.isBlank).map(\.name))
    order =
      layer.kind == .table ? ids.order : MortonOrder.order(x: pass.x, y: pass.y, box: pass.box)
    self.ids = ids
    x = pass.x
    y = pass.y
    outlines = pass.outlines
    box = pass.box
    self.drawing = pass.drawing
  }
}

/// The state of a pass over the rows.
private struct SurveyPass {
  private let layer: SiteLayer
  private let idColumn: Int?
  private var layout = RecordLayout()
  private var shape = Geometry(.point)

  var drawing: RowDrawing
  var facets: [FacetColumn]
  var objectIDs: [Int64?] = []
  var rowIDs: [Int64] = []
  var x: [Double] = []
  var y: [Double] = []
  var outlines = Outlines()
  var box = MapBox()

  init(_ layer: SiteLayer, facets: [FacetColumn], _ drawing: RowDrawing) {
    self.layer = layer
    self.drawing = drawing
    self.facets = facets
    idColumn = layer.schema.objectIDColumn.map { layer.schema.firstFieldColumn + $0 }
  }

  /// Returns the record with some of its columns set to null.
  mutating func emptied(
    _ record: Span<UInt8>, _ columns: Set<Int>
  ) throws(RecordError) -> [UInt8] {
    try layout.parse(record)
    return layout.emptied(record, columns)
  }

  mutating func add(_ record: Span<UInt8>, rowid: Int64) throws {
    try layout.parse(record)
    rowIDs.append(rowid)
    if let idColumn {
      if case .integer(let id) = layout.value(idColumn, in: record) {
        objectIDs.append(id)
      } else {
        objectIDs.append(nil)
      }
    }
    for index in facets.indices {
      facets[index].add(layout.value(facets[index].column, in: record), in: record)
    }
    guard layer.kind != .table else { return }
    drawing.add(layout: layout, record: record)
    try addShape(record)
  }

  private mutating func addShape(_ record: Span<UInt8>) throws(GeometryError) {
    var hasShape = false
    if case .blob(let range) = layout.value(1, in: record) {
      _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
      // A geometry that the projection cannot transform cannot be drawn.
      hasShape =
        !shape.isEmpty && shape.envelope().isFinite
        && (try? layer.toMeters?.apply(to: &shape)) != nil
    }
    guard layer.kind != .point else {
      x.append(hasShape ? shape.x(0) : .nan)
      y.append(hasShape ? shape.y(0) : .nan)
      if hasShape { box.add(x: shape.x(0), y: shape.y(0)) }
      return
    }
    outlines.append(hasShape ? shape : nil)
    let shapeBox = outlines.boxes[outlines.boxes.count - 1]
    box.add(shapeBox)
    x.append(shapeBox.isEmpty ? .nan : (shapeBox.minX + shapeBox.maxX) / 2)
    y.append(shapeBox.isEmpty ? .nan : (shapeBox.minY + shapeBox.maxY) / 2)
  }
}

extension Envelope {
  /// Whether all four sides are finite numbers.
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }
}
