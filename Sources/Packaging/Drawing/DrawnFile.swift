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

  /// Recognizes `KIND:FILE`, and files of features; nil for anything else, which may be tiles.
  package init?(_ text: String) {
    if let colon = text.firstIndex(of: ":"),
      let kind = DrawnKind(rawValue: String(text[..<colon]))
    {
      self.kind = kind
      path = String(text[text.index(after: colon)...])
      return
    }
    guard !LocalPath.isFolder(text),
      let file = try? DataFile(path: text, name: LocalPath.lastPart(text)), file.kind.holdsShapes
    else { return nil }
    kind = DrawnKind(fileName: file.stem)
    path = text
  }

  /// Reads the features.
  ///
  /// - Throws: the errors of reading features.
  /// - Returns: a finding if nothing of them is drawn.
  package func read(
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
      var classes = StreetClasses(kind, schema)
      try await RowReading.runShapes(table, filter: RowFilter()) { shape, _, layout, record in
        var shape = shape
        try projection.apply(to: &shape)
        try drawn.append(shape, as: classes.drawnClass(of: record, layout))
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
    let title = try DataFile(path: path, name: LocalPath.lastPart(path)).stem
    var request = BuildRequest(map: path, data: path, now: 0)
    request.mapDocument = JSONWriter.write([
      "version": "2.31",
      "operationalLayers": [
        ["id": "drawn", "title": .string(title), "layerType": "ArcGISFeatureLayer"]
      ],
    ])
    let draft = try await Planner(request: request, report: report).survey(by: .whole).draft
    try request.stop(on: draft.findings)
    return draft.tables.first
  }
}

/// What the records of a table are drawn as.
private struct StreetClasses {
  private let kind: DrawnKind
  /// The column with classes; nil without one.
  private let column: Int?
  /// Earlier answers, because a city has few classes and many streets.
  private var known: [String: DrawnClass] = [:]
  private static let knownLimit = 1_000

  init(_ kind: DrawnKind, _ schema: TableSchema) {
    self.kind = kind
    column = DrawnKind.classFields.lazy.compactMap { schema.fields.index(named: $0) }.first
      .map { schema.firstFieldColumn + $0 }
  }

  mutating func drawnClass(of record: Span<UInt8>, _ layout: RecordLayout) -> DrawnClass {
    guard let column, case .text(let range) = layout.value(column, in: record) else {
      return kind.drawnClass(of: "")
    }
    let value = String(decoding: record.extracting(range).copied(), as: UTF8.self)
    if let drawn = known[value] { return drawn }
    let drawn = kind.drawnClass(of: value)
    if known.count < Self.knownLimit { known[value] = drawn }
    return drawn
  }
}
