import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import Markup
import OrderedJSON
import Packages
import Popups
import Records

// A shard, `data/LAYER/0007.js`, contains a thousand records that are near each other.
//
//   FP.shard("trees",7,{"ids":[…],"lon":[…],"lat":[…],"slots":[column…]});
//
// lon and lat are in degrees with seven decimals (a centimeter). They are null for records without
// a
// location, and missing for tables.

/// What is made for one shard.
struct ShardPieces: Sendable {
  /// The shard's file.
  var script: [UInt8]
  /// The records' lines for search.js, not yet escaped.
  var search: [UInt8]
  /// The records in the downloads.
  var download: DownloadPiece
  /// For each record, the title of the record it belongs to, if any.
  var parentNames: [String?]
  /// The records' views, for pages that work without scripts; empty if there are none.
  var views: [JSON]
  /// What is in the records' texts.
  var html = HTMLAccount()
  /// The expressions that failed for records.
  var failures: [ExpressionFailure] = []
  /// The kinds of values in the computed columns.
  var computed: ComputedFields
  /// The digest of everything that the shard was made from; nil if no other run will compare it.
  var source: String?
}

/// Makes the shards of a layer. It is used from several threads at once.
struct ShardMaker: Sendable {
  let layer: SiteLayer
  let survey: LayerSurvey
  let view: RecordView
  let related: [RelatedRecords]
  let attachments: AttachmentIndex

  let style: LayerStyle
  /// The record columns of the raw fields, in the order of the slots.
  let rawColumns: [Int]
  /// The computed columns, in the order of the slots after those of the raw fields.
  let computed: ComputedFields
  let columns: DownloadColumns
  let download: DownloadFormat
  let wantsViews: Bool
  /// The slots of a record's two names in the list.
  let listed: [Int]
  /// What all shards are made from besides records; nil if no other run will compare them.
  let basis: [UInt8]?

  var count: Int { (survey.count + Shard.size - 1) / Shard.size }

  /// Returns the path of a shard's file.
  func path(_ number: Int) -> String { "data/\(layer.id)/\(Shard.name(number)).js" }

  /// Returns the beginning of search.js.
  func beginSearch() -> ScriptText {
    var search = ScriptText("search", layer: layer.id)
    search.beginText("text")
    return search
  }

  /// The rows of a shard.
  private func rows(_ number: Int) -> ArraySlice<Int> {
    survey.order[number * Shard.size..<min((number + 1) * Shard.size, survey.count)]
  }

  func make(_ number: Int) throws -> ShardPieces {
    let rows = rows(number)
    var table = SlotTable(slots: view.slots.count)
    var work = ShardWork()
    var reader = RowReader(survey.rows)
    work.source = basis.map { ShardSource($0, number: number) }
    var pieces = ShardPieces(
      script: [], search: [], download: DownloadPiece(download), parentNames: [], views: [],
      computed: computed)
    for row in rows {
      try reader.read(row, into: &work.record)
      try about("\(layer.store.name), row \(row + 1)") {
        try add(row, to: &table, work: &work, pieces: &pieces)
      }
      if wantsViews {
        pieces.views.append(view(ofRow: row, table: table, work: work))
      }
    }
    pieces.script = script(number, rows: rows, table: table, work: work)
    pieces.download.finish()
    pieces.failures = work.workspace.failures
    pieces.html = work.workspace.html
    pieces.source = work.source?.text
    return pieces
  }

  /// Returns what is known about the records of rows that follow each other, without rendering them.
  func outlines(ofRows rows: Range<Int>) throws -> RecordOutlines {
    var work = ShardWork()
    var reader = RowReader(survey.rows)
    var outlines = RecordOutlines()
    for row in rows {
      try reader.read(row, into: &work.record)
      try about("\(layer.store.name), row \(row + 1)") {
        let bytes = work.record
        let record = bytes.span
        let photos = attachments.views(of: record, &work.layout)
        try work.layout.parse(record)
        addSource(ofRow: row, record, work.layout, photos: photos, to: &work.recordSource)
        outlines.append(work.recordSource.finish(), parent: parent(of: record, work.layout))
      }
    }
    return outlines
  }

  /// Returns what is known about a shard without making it.
  func outline(_ number: Int, _ basis: [UInt8], of records: RecordOutlines) -> ShardOutline {
    records.outline(rows(number), ShardSource(basis, number: number))
  }

  /// Returns the row of the record that a record belongs to among the related records, -1 if there
  /// is none. Nil if the layer has no such relation.
  private func parent(of record: Span<UInt8>, _ layout: RecordLayout) -> Int32? {
    guard let relation = view.parentRelation, related.indices.contains(relation) else { return nil }
    let parent = view.popups.firstRelated(relation, of: record, layout, in: related)
    return parent.map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  /// Adds everything that a record's part of its shard is made from.
  private func addSource(
    ofRow row: Int, _ record: Span<UInt8>, _ layout: RecordLayout, photos: JSON?,
    to source: inout RecordSource
  ) {
    source.add(Int(survey.ids[row]))
    if survey.x.indices.contains(row) {
      source.add(survey.x[row])
      source.add(survey.y[row])
    }
    source.add(style.symbol(ofRow: row) ?? -1)
    source.add(style.simplestyle(ofRow: row).span)
    source.add(photos)
    source.add(record)
    source.add(written: { view.popups.appendRelated(to: record, layout, in: related, to: &$0) })
  }

  private func add(
    _ row: Int, to table: inout SlotTable, work: inout ShardWork, pieces: inout ShardPieces
  ) throws(RecordError) {
    let bytes = work.record
    let record = bytes.span
    let common = view.slots.common
    let id = survey.ids[row]
    if let symbol = style.symbol(ofRow: row) { table[common.symbol].append(Int64(symbol)) }
    let photos = attachments.views(of: record, &work.layout)
    work.workspace.row = Int64(id)
    work.search.removeAll()
    work.search.append(String(id))
    try view.add(record, related: related, photos: photos, to: &table, &work)
    work.search.endLine(&pieces.search)
    if view.parentRelation != nil { pieces.parentNames.append(work.parentName) }
    let values = view.popups.computedValues(of: record, in: &work.workspace)
    pieces.computed.add(values)
    for (raw, value) in zip(view.slots.raw.dropFirst(rawColumns.count), values) {
      table[raw.slot].append(written: { value.appendJSON(to: &$0, forScript: true) })
    }
    try work.layout.parse(record)
    if work.source != nil {
      addSource(ofRow: row, record, work.layout, photos: photos, to: &work.recordSource)
      work.source?.add(work.recordSource.finish().span)
    }
    let isLocated = survey.x.indices.contains(row) && !survey.x[row].isNaN
    work.setGeometry(of: record, in: layer, isLocated: isLocated)
    for (raw, column) in zip(view.slots.raw, rawColumns) {
      let storage = layer.schema.columns[column - layer.schema.firstFieldColumn].storage
      table[raw.slot].append(
        work.layout.value(column, in: record), in: record, isBoolean: storage == .boolean)
    }
    download.append(
      record, layout: work.layout,
      values: DownloadValues(names: names(of: record, work), computed: values),
      shape: work.hasShape ? work.shape : nil, style: style.simplestyle(ofRow: row),
      to: &pieces.download)
    table.endRow()
  }

  /// Returns the values of the columns of names.
  private func names(of record: Span<UInt8>, _ work: ShardWork) -> [String?] {
    columns.names.map { column in
      guard case .name(let index) = column.source else {
        return work.parentName?.isEmpty == true ? nil : work.parentName
      }
      return view.popups.name(ofColumn: index, in: record, work.layout)
    }
  }

  /// Returns the view of the current record, with what the browser would add.
  private func view(ofRow row: Int, table: SlotTable, work: ShardWork) -> JSON {
    func value(_ slot: Int) -> JSON {
      (try? JSONParser.parse(Array(table[slot].text(table.rows - 1)))) ?? .null
    }
    let filled = ViewShape.fill(view.shape, value)
    guard case .object(var members) = filled else { return filled }
    let id = survey.ids[row]
    addName(to: &members, names: listed.compactMap { value($0).string }.filter { !$0.isEmpty })
    members.append("id", .string(String(id)))
    members.append("href", .string("feature.html#\(layer.id)/\(id)"))
    let position = work.positions.last ?? nil
    members.append(
      "coordinates",
      position.map { .string(PositionText.text(longitude: $0.0, latitude: $0.1)) } ?? .null)
    return ListView.shortened(.object(members))
  }

  /// Gives a record without a title of its own its name in the list as heading, and the title of
  /// all records in the line below. assets/record.js does the same.
  private func addName(to members: inout JSONObject, names: [String]) {
    let title = members["title"]?.string ?? ""
    members.append("name", .null)
    let names = names.filter { !$0.hasSameUTF8(as: title) }
    guard !layer.titleHasTokens || title.isEmpty, let name = names.first else { return }
    let subtitle = members["subtitle"]?.string ?? ""
    let kind = title.hasSameUTF8(as: layer.title) ? "" : title
    let more = subtitle.isEmpty ? names.dropFirst().first ?? "" : subtitle
    members["name"] = .string(name)
    let parts = [kind, more].filter { !$0.isEmpty && !$0.hasSameUTF8(as: name) }
    members["subtitle"] = .string(parts.joined(separator: " · "))
  }

  private func script(
    _ number: Int, rows: ArraySlice<Int>, table: SlotTable, work: ShardWork
  ) -> [UInt8] {
    var script = ScriptText("shard", layer: layer.id, number: number)
    script.member("ids", written: survey.ids.json(rows))
    if layer.kind != .table {
      script.member("lon", written: work.degrees { $0.0 })
      script.member("lat", written: work.degrees { $0.1 })
    }
    script.key("slots")
    var slots: [UInt8] = []
    table.write(to: &slots)
    script.append(slots)
    return script.finish()
  }
}

/// The state kept from one record of a shard to the next.
struct ShardWork {
  var record: [UInt8] = []
  var layout = RecordLayout()
  var workspace = PopupWorkspace()
  var search = SearchLine()
  /// The title of the record that the record belongs to.
  var parentName: String?
  /// The record's geometry in degrees, if `hasShape` is true.
  var shape = Geometry(.point)
  var hasShape = false
  /// For each record, its longitude and latitude.
  var positions: [(Double, Double)?] = []
  /// What the shard is made from so far; nil if no other run will compare it.
  var source: ShardSource?
  var recordSource = RecordSource()

  /// Sets the geometry and adds the position of a record.
  mutating func setGeometry(of record: Span<UInt8>, in layer: SiteLayer, isLocated: Bool) {
    hasShape = false
    guard layer.kind != .table else { return }
    guard isLocated, case .blob(let range) = layout.value(1, in: record),
      (try? GeoPackageBlob.decode(record.extracting(range), into: &shape)) != nil,
      (try? layer.toDegrees?.apply(to: &shape)) != nil, !shape.isEmpty
    else { return positions.append(nil) }
    hasShape = true
    guard layer.kind != .point else { return positions.append((shape.x(0), shape.y(0))) }
    let box = shape.envelope()
    positions.append(((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2))
  }

  /// Returns one of the two coordinates of every record as a JSON array.
  func degrees(_ part: ((Double, Double)) -> Double) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for position in positions {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      if let position {
        CoordinateText.append(part(position), decimals: 7, to: &bytes)
      } else {
        bytes.append(literal: "null")
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }
}

/// Writes a position as people read it: `45.51428, −122.62651`.
enum PositionText {
  static func text(longitude: Double, latitude: Double) -> String {
    degrees(latitude) + ", " + degrees(longitude)
  }

  static func degrees(_ value: Double) -> String {
    let steps = Int((min(value.magnitude, 360) * 100_000).rounded())
    let decimals = String(steps % 100_000)
    return (value < 0 ? "\u{2212}" : "") + "\(steps / 100_000)."
      + String(repeating: "0", count: 5 - decimals.count) + decimals
  }
}
