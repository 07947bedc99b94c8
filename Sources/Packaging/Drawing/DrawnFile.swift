import Bytes
import FeatureData
import Filters
import Geometry
import MapModel
import OrderedJSON
package import Packages
import Records
package import Tiles

/// A file of features that a base map is drawn from: streets, parks and so on.
package struct DrawnFile: Sendable {
  /// The path of the file.
  package let path: String
  /// What its features are; nil if its name doesn't tell.
  package let kind: DrawnKind?
  /// Which fields have the classes and names of streets.
  private let fields: DrawnFields

  init(_ drawing: BoundDrawing) {
    (path, kind, fields) = (drawing.path, drawing.kind, drawing.fields)
  }

  /// Recognizes `KIND:FILE`, and files of features; nil for anything else, which may be tiles.
  package init?(_ text: String) {
    fields = DrawnFields()
    if let colon = text.firstIndex(of: ":"),
      let kind = DrawnKind(rawValue: String(text[..<colon]))
    {
      self.kind = kind
      path = String(text[text.index(after: colon)...])
      return
    }
    // What can't be opened is tried again as tiles, and reported there.
    guard (try? LocalPath.isFolder(text)) == false,
      let file = try? DataFile(path: text, name: LocalPath.lastPart(text)), file.kind.holdsShapes
    else { return nil }
    kind = DrawnKind(fileName: file.stem)
    path = text
  }

  /// Draws the features of some files together.
  ///
  /// - Parameters:
  ///   - levels: the levels to draw.
  ///   - area: the area to draw; nil for all of it.
  ///   - findings: receives what is to be said about the files.
  /// - Throws: the errors of reading features.
  package static func tiles(
    of files: [DrawnFile], style: TileStyle, levels: ClosedRange<Int>, area: TileCoverage?,
    findings: inout [Finding], report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> TileSource {
    var shapes = DrawnShapes()
    for file in files { findings += try await file.read(into: &shapes, report: report) }
    return try await DrawnTiles(shapes, style: style, levels: levels, area: area).source(
      path: files.map { LocalPath.lastPart($0.path) }.joined(separator: ", "),
      scratchIn: ScratchFolder.path
    ) { done in
      report(JobProgress(phase: "Drawing", subject: "tiles", done: done, total: 0, unit: .tiles))
    }
  }

  /// Reads the features.
  ///
  /// - Throws: the errors of reading features.
  /// - Returns: a finding if nothing of them is drawn.
  private func read(
    into shapes: inout DrawnShapes, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> [Finding] {
    guard let kind else { return [] }
    var drawn = DrawnShapes()
    swap(&drawn, &shapes)
    defer { swap(&drawn, &shapes) }
    let before = drawn.count
    if let table = try await table(report: report), let schema = table.schema,
      let geometry = schema.geometry
    {
      let projection = try WebMercatorProjection(from: geometry.spatialReference)
      var streets = try StreetFields(kind, schema, fields)
      try await RowReading.runShapes(table, filter: RowFilter()) { shape, _, layout, record in
        var shape = shape
        try projection.apply(to: &shape)
        try drawn.append(
          shape, as: streets.drawnClass(of: record, layout), name: streets.name(of: record, layout))
      }
    }
    guard drawn.count == before else { return [] }
    return [
      Finding(
        .tilesNothingDrawn, subject: path,
        "No feature is drawn as \(kind.rawValue), because none has a fitting shape.")
    ]
  }

  /// Surveys the file as the only layer of a map, so that it is read like any other layer.
  private func table(
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws -> PlannedTable? {
    let name = LocalPath.lastPart(path)
    var binder = LayerBinder(folder: try DataFolder(path: path, bindings: nil), without: [])
    try binder.bind(
      try WebMap(json: [
        "version": "2.31",
        "operationalLayers": [
          [
            "id": "drawn", "title": .string(try DataFile(path: path, name: name).stem),
            "layerType": "ArcGISFeatureLayer",
          ]
        ],
      ]))
    let errors = binder.findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw PackagingError.stopped(errors) }
    guard var table = binder.tables.first else { return nil }
    let (title, total) = (table.title, table.source.byteCount)
    table.survey = try await SourceSurvey.make(of: table.source, depth: .whole) { done in
      report(JobProgress(phase: "Surveying", subject: title, done: done, total: total))
    }
    try table.makeSchema()
    return table
  }
}

/// What the records of a table are drawn as, and their names.
private struct StreetFields {
  private let kind: DrawnKind
  /// The columns with classes and names; nil without one.
  private let columns: (classes: Int?, names: Int?)
  /// The classes of values, as someone wrote them down.
  private let values: [String: DrawnClass]
  /// Earlier answers, because a city has few classes and many streets.
  private var known: [String: DrawnClass] = [:]
  private static let knownLimit = 1_000

  /// - Throws: `PackagingError.bindings` if there is no field of a given name.
  init(_ kind: DrawnKind, _ schema: TableSchema, _ fields: DrawnFields) throws {
    self.kind = kind
    values = fields.values
    func column(_ given: String?, _ usual: [String]) throws -> Int? {
      let found = (given.map { [$0] } ?? usual).lazy
        .compactMap { schema.fields.index(named: $0) }.first
      if let given, found == nil { throw fields.noField(given) }
      return found.map { schema.firstFieldColumn + $0 }
    }
    columns = (
      try column(fields.classField, DrawnKind.classFields),
      try column(fields.nameField, kind == .street ? DrawnKind.nameFields : [])
    )
  }

  mutating func drawnClass(of record: Span<UInt8>, _ layout: RecordLayout) -> DrawnClass {
    let value = Self.text(columns.classes, record, layout)
    if let drawn = known[value] { return drawn }
    let drawn = values[value] ?? kind.drawnClass(of: value)
    if known.count < Self.knownLimit { known[value] = drawn }
    return drawn
  }

  /// The name of a street; nil for none.
  func name(of record: Span<UInt8>, _ layout: RecordLayout) -> String? {
    let name = Self.text(columns.names, record, layout)
    return name.isEmpty ? nil : name
  }

  private static func text(
    _ column: Int?, _ record: Span<UInt8>, _ layout: RecordLayout
  ) -> String {
    guard let column else { return "" }
    return switch layout.value(column, in: record) {
    case .text(let range): String(decoding: record.extracting(range).copied(), as: UTF8.self)
    case .integer(let number): String(number)
    case .real(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .null, .blob: ""
    }
  }
}
