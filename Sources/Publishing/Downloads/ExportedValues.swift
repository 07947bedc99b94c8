import Bytes
import FeatureData
import Geometry
import OrderedJSON
import Records

// `data/LAYER/exported-0003.js` has what browsers need of records 48,000 to 63,999 to make downloads:
//
//   FP.exported("trees",3,{"parts":[{"slots":[column…],"identities":[column…]},…]});
//
// parts       a thousand records each, as in the shards
// slots       the columns of the downloads, and what `ExportedColumns` adds; see SlotColumn.swift
// identities  see IdentityColumns.swift
//
// Records from all over a city are in all its shards, and reading their pop-ups takes seconds. These
// files are fewer, and have only what downloads need.

/// Which values browsers need to make downloads, and where they are.
struct ExportedColumns: Sendable {
  /// The number of shards whose values are in a file.
  static let partsPerFile = 16

  /// The slots of what records have besides columns. Tables have none.
  private struct Drawing: Sendable {
    /// The members that color a feature.
    let style: Int
    /// The geometry as GeoJSON; null if there is none, and for points that have just two coordinates.
    let geometry: Int
    /// Longitude and latitude of points; nil for lines and polygons.
    let position: (longitude: Int, latitude: Int)?
  }

  private let names: [String]
  private let sources: [DownloadFormat.Source]
  private let coordinateNames: [String]
  private let drawing: Drawing?
  private let slotCount: Int
  private let identityCount: Int

  init(_ columns: [DownloadFormat.Column], _ kind: SiteLayer.Kind, coordinateNames: [String]) {
    names = columns.map(\.name)
    sources = columns.map(\.source)
    self.coordinateNames = coordinateNames
    identityCount = columns.count { $0.source.isIdentity }
    let first = columns.count - identityCount
    drawing =
      kind == .table
      ? nil
      : Drawing(
        style: first, geometry: first + 1,
        position: kind == .point ? (first + 2, first + 3) : nil)
    slotCount = first + (kind == .table ? 0 : kind == .point ? 4 : 2)
  }

  /// The columns, each with its slot or its number among the identities; the other slots; and the
  /// names of the coordinate columns.
  var members: JSONObject {
    var slot = 0
    var identity = 0
    func next(_ number: inout Int) -> JSON {
      number += 1
      return .number(number - 1)
    }
    var members: JSONObject = [
      "columns": .array(
        zip(names, sources).map { name, source in
          source.isIdentity
            ? ["name": .string(name), "identity": next(&identity)]
            : ["name": .string(name), "slot": next(&slot)]
        })
    ]
    if let drawing {
      members.append("style", .number(drawing.style))
      members.append("geometry", .number(drawing.geometry))
    }
    if let position = drawing?.position {
      members.append("position", [.number(position.longitude), .number(position.latitude)])
    }
    members.append("coordinates", .array(coordinateNames.map { .string($0) }))
    members.append("partSize", .number(Shard.size))
    members.append("partsPerFile", .number(Self.partsPerFile))
    return members
  }

  /// The values of no records.
  var none: ExportedValues {
    ExportedValues(
      slots: SlotTable(slots: slotCount), identities: IdentityColumns(count: identityCount))
  }

  /// Adds a record.
  ///
  /// - Parameter style: JSON members ready to be written; empty or beginning with a comma.
  func append(
    _ record: Span<UInt8>, layout: RecordLayout, values: DownloadValues, shape: Geometry?,
    style: [UInt8], to exported: inout ExportedValues
  ) {
    var slot = 0
    var identity = 0
    for source in sources {
      switch source {
      case .field(let field, _, isIdentity: true):
        exported.identities.append(layout.value(field, in: record), in: record, to: identity)
        identity += 1
        continue
      case .field(let field, let isBoolean, _):
        exported.slots[slot].append(
          layout.value(field, in: record), in: record, isBoolean: isBoolean)
      case .name(let number): exported.slots[slot].append(values.names[number])
      case .computed(let number):
        let value = values.computed[number]
        exported.slots[slot].append(written: { value.appendJSON(to: &$0, forScript: true) })
      }
      slot += 1
    }
    if let drawing { append(shape, style: style, as: drawing, to: &exported.slots) }
    exported.slots.endRow()
  }

  private func append(
    _ shape: Geometry?, style: [UInt8], as drawing: Drawing, to slots: inout SlotTable
  ) {
    if !style.isEmpty { slots[drawing.style].append(utf8: style.span) }
    guard let shape else { return }
    if let position = drawing.position {
      slots[position.longitude].append(coordinate: shape.x(0))
      slots[position.latitude].append(coordinate: shape.y(0))
      if shape.kind == .point, !shape.hasZ { return }
    }
    var text: [UInt8] = []
    shape.appendGeoJSON(to: &text, decimals: DownloadFormat.decimals)
    slots[drawing.geometry].append(utf8: text.span)
  }
}

extension SlotColumn {
  fileprivate mutating func append(coordinate value: Double) {
    append(written: { CoordinateText.append(value, decimals: DownloadFormat.decimals, to: &$0) })
  }
}

/// The values of a shard's records for downloads that browsers make.
struct ExportedValues: Sendable {
  fileprivate var slots: SlotTable
  fileprivate var identities: IdentityColumns

  /// The values as JSON text that is safe in a script.
  var written: [UInt8] {
    var text = [UInt8](literal: "{\"slots\":")
    slots.write(to: &text)
    text.append(literal: ",\"identities\":")
    identities.write(to: &text)
    text.append(UInt8(ascii: "}"))
    return text
  }
}

/// The files of a layer's exported values while they are written.
struct ExportedFiles {
  private let layer: String
  private var script: ScriptText?
  private var partCount = 0
  private var fileCount = 0
  /// Whether all parts are as in an earlier site.
  private var isKept = true

  init(layer: String) { self.layer = layer }

  /// Returns the beginning of a file, up to its first part.
  static func begin(layer: String, file: Int) -> ScriptText {
    var script = ScriptText("exported", layer: layer, number: file)
    script.key("parts")
    script.append([UInt8(ascii: "[")])
    return script
  }

  /// Returns the path of a file.
  static func path(layer: String, file: Int) -> String {
    "data/\(layer)/exported-\(Shard.name(file)).js"
  }

  /// Adds the values of the next shard.
  ///
  /// - Parameter isKept: Whether they are the same in an earlier site.
  mutating func append(
    _ part: [UInt8], isKept: Bool, in output: inout SiteOutput
  ) throws(BytesError) {
    if partCount == 0 {
      script = Self.begin(layer: layer, file: fileCount)
    } else {
      script?.append([UInt8(ascii: ",")])
    }
    script?.append(part)
    self.isKept = self.isKept && isKept
    partCount += 1
    if partCount == ExportedColumns.partsPerFile { try end(in: &output) }
  }

  /// Writes the last values.
  mutating func end(in output: inout SiteOutput) throws(BytesError) {
    guard var script = script.take() else { return }
    script.append([UInt8(ascii: "]")])
    let text = script.finish()
    let path = Self.path(layer: layer, file: fileCount)
    // A file of the same length has no further parts, so it is the same.
    if isKept, output.earlierFile(path)?.count == text.count {
      output.keep(path)
    } else {
      try output.write(text, to: path)
    }
    partCount = 0
    fileCount += 1
    isKept = true
  }
}
