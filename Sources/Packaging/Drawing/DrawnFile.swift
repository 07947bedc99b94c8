import Bytes
import FeatureData
import Filters
import Geometry
import MapModel
import OrderedJSON
package import Packages
import Records
package import Tiles

/// A file of features that a base map is drawn from.
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
      let file = try? DataFile(path: text, name: LocalPath.lastPart(text)), file.kind.holdsFeatures
    else { return nil }
    kind = DrawnKind(fileName: file.stem)
    path = text
  }

  /// Reads the features.
  ///
  /// - Throws: the errors of reading features.
  package func read(
    into shapes: inout DrawnShapes, report: @escaping @Sendable (JobProgress) -> Void
  ) async throws {
    guard let kind else { return }
    let title = try DataFile(path: path, name: LocalPath.lastPart(path)).stem
    // A map with this layer alone, so that it is read like any other.
    var request = BuildRequest(map: path, data: path, now: 0)
    request.mapDocument = JSONWriter.write([
      "version": "2.31",
      "operationalLayers": [
        ["id": "drawn", "title": .string(title), "layerType": "ArcGISFeatureLayer"]
      ],
    ])
    let surveyed = try await Planner(request: request, report: report).survey(by: .whole)
    try request.stop(on: surveyed.draft.findings.filter { $0.severity == .error })
    guard let table = surveyed.draft.tables.first, let schema = table.schema,
      let geometry = schema.geometry
    else { return }
    let field = DrawnKind.classFields.lazy.compactMap { schema.fields.index(named: $0) }.first
    let projection = try WebMercatorProjection(from: geometry.spatialReference)
    var classes: [String: DrawnClass] = [:]
    var drawn = DrawnShapes()
    swap(&drawn, &shapes)
    defer { swap(&drawn, &shapes) }
    try await RowReading.run(table, filter: RowFilter()) { batch in
      var layout = RecordLayout()
      var shape = Geometry(.polygon)
      let bytes = batch.bytes.span
      for index in 0..<batch.count {
        let record = bytes.extracting(batch.range(of: index))
        try layout.parse(record)
        guard case .blob(let range) = layout.value(1, in: record) else { continue }
        _ = try GeoPackageBlob.decode(record.extracting(range), into: &shape)
        try projection.apply(to: &shape)
        var value = ""
        if let field,
          case .text(let text) = layout.value(schema.firstFieldColumn + field, in: record)
        {
          value = String(decoding: record.extracting(text).copied(), as: UTF8.self)
        }
        let found = classes[value] ?? kind.drawnClass(of: value)
        if classes.count < 1_000 { classes[value] = found }
        try drawn.append(shape, as: found)
      }
    }
  }
}
