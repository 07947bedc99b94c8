import Bytes
import FeatureData
import Filters
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
package import Packages
import Popups
import Records

// A layer as GeoJSON (RFC 7946) with its pop-ups. `properties` holds the raw values and the values
// that the pop-ups compute. Each feature also has these foreign members (§6.1):
//
//   title         the pop-up's title
//   subtitle      the pop-up's subtitle; left out if the map has none
//   formatted     by field, and by expression as `expression/NAME`: the value as the pop-up writes
//                 it, or null
//   expressions   by expression: {title, value}, with the value as data; left out if there are none
//   related[]     {title, count, records[{label: value}]}, one for each relationship
//   attachments[] {name, contentType, size, path}; path is in the package, or null

/// Writes one layer or table of a package as GeoJSON with its pop-ups.
package struct PopupExport {
  /// The size of the blocks of text passed on, in bytes.
  private static let blockSize = 1 << 18

  private let package: OpenPackage
  private let layer: SiteLayer
  private let popups: PopupLayer
  private let related: [RelatedRecords]
  private let format: DownloadFormat
  private let attachments: AttachmentIndex
  private let clause: WhereClause?
  /// What the pop-ups show differently from the map.
  package private(set) var findings: [Finding]

  /// Finds a layer or table by its title, table name or id in the map, and reads its related
  /// records.
  ///
  /// - Parameters:
  ///   - timeZone: The time zone for dates; nil for the map's.
  ///   - filter: Selects the rows to write; nil for all.
  ///   - clock: The current time for expressions; nil for the time the package was built.
  /// - Throws: `PublishingError`, `LocatedError`.
  package init(
    _ package: OpenPackage, layer name: String, timeZone: String?, filter: ExportFilter? = nil,
    clock: Int64? = nil
  ) throws {
    guard let map = try package.storedMap() else {
      throw PublishingError.noMap(path: package.path)
    }
    var request = SiteRequest(output: "", now: 0)
    request.timeZone = timeZone
    request.clock = clock
    let plan = try SitePlan(map, package, request)
    let called = package.layer(called: name)
    let titled = plan.layers.first { $0.title.isSameName(as: called) }
    guard let layer = titled ?? plan.layers.first(where: { $0.isNamed(called) }) else {
      throw PublishingError.noSuchLayer(
        name: name, layers: plan.layers.map(\.title) + package.otherLayerNames)
    }
    let tables = plan.related(to: layer)
    var notices: [PopupNotice] = []
    let layerIndex = plan.layers.firstIndex { $0.id == layer.id } ?? 0
    var popups = PopupLayer(
      title: layer.title, definition: layer.definition,
      popupInfo: layer.table.layer.popupInfo, schema: layer.schema,
      relatedTables: tables.map(\.table),
      setting: plan.setting(ofLayer: layerIndex, plan.expressionTables()), notices: &notices)
    findings = notices.findings(subject: layer.title, clock: plan.clock)
    if popups.usesFeatureSets {
      popups.read(
        plan.expressionTables(try plan.layers.map { try ExpressionRows($0, in: package.store) }))
    }
    self.popups = popups
    var related: [RelatedRecords] = []
    for (relation, table) in zip(popups.relations, tables) {
      var records = RelatedRecordsWriter(for: relation)
      var layout = RecordLayout()
      try plan.layers[table.layer].forEachRow(in: package.store) { rows in
        let bytes = rows.bytes
        try records.add(
          bytes.span.extracting(rows.record), number: rows.rowid, layout: &layout)
      }
      related.append(records.finish())
    }
    self.package = package
    self.layer = layer
    self.related = related
    format = DownloadFormat(
      layer, DownloadColumns(layer, fields: Array(layer.schema.columns.indices), popups),
      bytes: .hexadecimal)
    attachments = try AttachmentIndex(layer, in: package.store, namesParents: true)
    clause = try filter?.clause(
      fields: layer.schema.fields, firstFieldColumn: layer.schema.firstFieldColumn,
      rowID: layer.store.idColumn)
  }

  /// Writes the rows in the order of their ids. `write` receives blocks of text.
  ///
  /// - Returns: How many rows were written and filtered out.
  package mutating func run(write: ([UInt8]) throws -> Void) throws -> LayerExport.Account {
    var account = LayerExport.Account()
    var own = layer.clause.map { WhereRun($0) }
    var filter = clause.map { WhereRun($0) }
    var work = ShardWork()
    var text: [UInt8] = []
    text.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(layer.title, to: &text)
    text.append(literal: ",\"features\":[\n")
    var rows = try package.store.rows(of: layer.store.name)
    while try rows.advance() {
      guard try own?.chooses(&rows) ?? true else { continue }
      guard try filter?.chooses(&rows) ?? true else {
        account.refusedCount += 1
        continue
      }
      try rows.layOut()
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try work.layout.parse(record)
      if account.rowCount > 0 { text.append(literal: ",\n") }
      work.workspace.row = rows.rowid
      try append(record, &work, to: &text)
      account.rowCount += 1
      if text.count >= Self.blockSize {
        try write(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    text.append(literal: "\n]}\n")
    try write(text)
    var failures = FailedExpressions()
    failures.add(work.workspace.failures)
    findings += failures.findings(of: popups, subject: layer.title)
    return account
  }

  private func append(
    _ record: Span<UInt8>, _ work: inout ShardWork, to text: inout [UInt8]
  ) throws(RecordError) {
    work.setGeometry(of: record, in: layer, isLocated: true)
    let summary = try popups.summary(of: record, related: related, in: &work.workspace)
    format.appendFeature(
      record, layout: work.layout,
      values: DownloadValues(computed: popups.computedValues(of: record, in: &work.workspace)),
      shape: work.hasShape ? work.shape : nil, decimals: nil, style: [], to: &text)
    var members: JSONObject = ["title": .string(summary.title)]
    if !summary.subtitle.isEmpty { members.append("subtitle", .string(summary.subtitle)) }
    var formatted = JSONObject()
    for (column, value) in zip(layer.schema.columns, summary.formatted) {
      formatted.append(column.field.name, value.map { .string($0) } ?? .null)
    }
    var expressions = JSONObject()
    for value in summary.expressions {
      formatted.append(
        "expression/\(value.name)", value.text.isEmpty ? .null : .string(value.text))
      expressions.append(
        value.name, ["title": .string(value.title), "value": value.data])
    }
    members.append("formatted", .object(formatted))
    if expressions.count > 0 { members.append("expressions", .object(expressions)) }
    var lists: [JSON] = []
    for index in popups.relations.indices {
      lists.append(try relation(index, of: record, &work))
    }
    members.append("related", .array(lists))
    let items = attachments.items(of: record, &work.layout).map(\.attachment)
    members.append("attachments", .array(items.map(\.member)))
    let written = JSONWriter.write(.object(members))
    text.append(UInt8(ascii: ","))
    text += written.dropFirst()
  }

  private func relation(
    _ index: Int, of record: Span<UInt8>, _ work: inout ShardWork
  ) throws(RecordError) -> JSON {
    let relation = popups.relations[index]
    let (count, rows) = try popups.relatedRows(
      index, of: record, in: related[index], limit: .max, workspace: &work.workspace)
    return [
      "title": .string(relation.title), "count": .number(count),
      "records": .array(
        rows.map { row in
          .object(
            JSONObject(
              zip(relation.labels, row.cells).map { .init(key: $0, value: .string($1)) }))
        }),
    ]
  }
}

extension GeoPackageAttachment {
  fileprivate var member: JSON {
    [
      "name": .string(name), "contentType": .string(contentType), "size": .number(size),
      "path": path.map { .string($0) } ?? .null,
    ]
  }
}
