import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Popups
import SQLiteFile

// A shard, `data/LAYER/0007.js`: a thousand records that lie near each other.
//
//   FP.shard("trees",7,{"ids":[…],"lon":[…],"lat":[…],"slots":[column…]});
//
// lon and lat are degrees with seven decimals (a centimetre), null for records without a place,
// and absent for tables.

/// What one shard comes to.
struct ShardPieces: Sendable {
  /// The shard's file.
  var script: [UInt8]
  /// The records' lines in search.js, not yet escaped.
  var search: [UInt8]
  /// The records in the downloads.
  var download: DownloadPiece
  /// By record: what the record it belongs to is called; nil for none.
  var parentNames: [String?]
  /// The records' views, for pages that work without scripts; empty when not wanted.
  var views: [JSON]
  /// How many pictures on the web the records only lead to.
  var onlinePictures = 0
  /// The expressions that failed for records.
  var failures: [ExpressionFailure] = []
  /// What columns that pop-ups compute hold.
  var computed: ComputedFields
}

/// Makes the shards of a layer; used from several threads at once.
struct ShardMaker: Sendable {
  static let size = 1_000

  /// The file name of a shard without its extension.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  let layer: SiteLayer
  let survey: LayerSurvey
  let view: RecordView
  let related: [RelatedRecords]
  let photos: PhotoIndex

  let look: LayerLook
  /// The record columns of the raw fields, in the order of the slots.
  let rawColumns: [Int]
  /// What pop-ups compute, in the order of the slots behind those of the raw fields.
  let computed: ComputedFields
  let download: DownloadForm
  let wantsViews: Bool

  var count: Int { (survey.count + Self.size - 1) / Self.size }

  func make(_ number: Int) throws -> ShardPieces {
    let rows = survey.order[number * Self.size..<min((number + 1) * Self.size, survey.count)]
    var table = SlotTable(slots: view.slots.count)
    var work = ShardWork()
    var pieces = ShardPieces(
      script: [], search: [], download: DownloadPiece(), parentNames: [], views: [],
      computed: computed)
    for row in rows {
      try survey.rows.read(row, into: &work.record)
      do throws(SQLiteFileError) {
        try add(row, &table, &work, &pieces)
      } catch {
        throw PublishingError.damagedRow(table: layer.store.name, row: row + 1, error)
      }
      if wantsViews {
        pieces.views.append(filled(row, table, work))
      }
    }
    pieces.script = script(number, rows, table, work)
    pieces.failures = work.workspace.failures
    pieces.onlinePictures = work.workspace.onlinePictures
    return pieces
  }

  private func add(
    _ row: Int, _ table: inout SlotTable, _ work: inout ShardWork, _ pieces: inout ShardPieces
  ) throws(SQLiteFileError) {
    let bytes = work.record
    let record = bytes.span
    let common = view.slots.common
    let id = survey.ids[row]
    if let symbol = look.symbol(ofRow: row) { table[common.symbol].append(Int64(symbol)) }
    let photos = photos.items(of: record, in: layer, &work.layout)
    if let count = photos?.array?.count, count > 0 {
      table[common.photoCount].append(count == 1 ? "1 photo" : "\(count) photos")
    }
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
    let hasPlace = survey.x.indices.contains(row) && !survey.x[row].isNaN
    work.takePlace(of: record, layer, hasPlace: hasPlace)
    for (raw, column) in zip(view.slots.raw, rawColumns) {
      append(work.layout.value(column, in: record), in: record, column, to: &table[raw.slot])
    }
    download.append(
      record, work.layout, values, shape: work.hasShape ? work.shape : nil,
      style: look.style(ofRow: row), to: &pieces.download)
    table.endRow()
  }

  /// The view of the record made last, with what the browser would add.
  private func filled(_ row: Int, _ table: SlotTable, _ work: ShardWork) -> JSON {
    var filled = ViewShape.fill(view.shape) { slot in
      (try? JSONParser.parse(Array(table[slot].text(table.rows - 1)))) ?? .null
    }
    guard case .object(var members) = filled else { return filled }
    let id = survey.ids[row]
    members.append("id", .string(String(id)))
    members.append("href", .string("feature.html#\(layer.id)/\(id)"))
    let place = work.places.last ?? nil
    members.append(
      "coordinates",
      place.map { .string(PlaceText.text(longitude: $0.0, latitude: $0.1)) } ?? .null)
    filled = .object(members)
    return filled
  }

  private func append(
    _ value: RecordValue, in record: Span<UInt8>, _ column: Int, to slot: inout SlotColumn
  ) {
    switch value {
    case .null, .blob: slot.appendNull()
    case .integer(let number):
      let storage = layer.schema.columns[column - layer.schema.firstFieldColumn].storage
      if storage == .boolean { slot.append(number != 0) } else { slot.append(number) }
    case .real(let number): slot.append(number)
    case .text(let range): slot.append(record.extracting(range).repairedString())
    }
  }

  private func script(
    _ number: Int, _ rows: ArraySlice<Int>, _ table: SlotTable, _ work: ShardWork
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

/// What making a shard keeps from one record to the next.
struct ShardWork {
  var record: [UInt8] = []
  var layout = RecordLayout()
  var workspace = PopupWorkspace()
  var search = SearchLine()
  /// What the record it belongs to is called.
  var parentName: String?
  /// The record's geometry in degrees, when `hasShape`.
  var shape = Geometry(.point)
  var hasShape = false
  /// By record: longitude and latitude.
  var places: [(Double, Double)?] = []

  /// Takes a record's geometry and place.
  mutating func takePlace(of record: Span<UInt8>, _ layer: SiteLayer, hasPlace: Bool) {
    hasShape = false
    guard layer.kind != .table else { return }
    guard hasPlace, case .blob(let range) = layout.value(1, in: record),
      (try? GeoPackageBlob.decode(record.extracting(range), into: &shape)) != nil,
      (try? layer.toDegrees?.apply(to: &shape)) != nil, !shape.isEmpty
    else { return places.append(nil) }
    hasShape = true
    guard layer.kind != .point else { return places.append((shape.x(0), shape.y(0))) }
    let box = shape.envelope()
    places.append(((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2))
  }

  /// One of the two coordinates of every record as a JSON array.
  func degrees(_ part: ((Double, Double)) -> Double) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for place in places {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      if let place {
        CoordinateText.append(part(place), decimals: 7, to: &bytes)
      } else {
        bytes.append(literal: "null")
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }
}

/// A place as people read it: `45.51428, −122.62651`.
enum PlaceText {
  static func text(longitude: Double, latitude: Double) -> String {
    part(latitude) + ", " + part(longitude)
  }

  private static func part(_ degrees: Double) -> String {
    let steps = Int((min(degrees.magnitude, 360) * 100_000).rounded())
    let decimals = String(steps % 100_000)
    return (degrees < 0 ? "\u{2212}" : "") + "\(steps / 100_000)."
      + String(repeating: "0", count: 5 - decimals.count) + decimals
  }
}
