import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Packages
import Records

/// A layer or table of a package, while its records are edited.
struct EditableTable {
  /// A record: one in the store, by its row ID, or a new one, by its index.
  enum Handle: Hashable {
    case stored(Int64)
    case new(Int)
  }

  /// The layer by which people edit the records at the moment.
  private(set) var map: StoredMap.Table
  let table: GeoPackageTable
  private(set) var rules: FieldRules
  /// The column of each field in the table.
  private var columns: [Int?]
  /// The fields that people may change.
  private(set) var editable: Set<Int>
  /// The fields that relate a record to its parents.
  private let parentKeys: [String]
  private let reader: GeoPackageReader
  private let spatialReference: SpatialReference?

  private var rowids: [GlobalID: Int64] = [:]
  private var objectIDs: [Int64: Int64] = [:]
  /// The row IDs by key, for records without GlobalIDs.
  private var keys: [JoinKey: Int64] = [:]
  private(set) var stored: [Int64: EditedRow] = [:]
  private(set) var new: [EditedRow] = []
  private var newIDs: [GlobalID: Int] = [:]

  /// - Parameter keys: the fields that relate a record to its parents. They can be edited, whatever
  ///   the pop-up says.
  /// - Throws: `GeoPackageError` if the store can't be read.
  init(_ map: StoredMap.Table, keys: [String], in reader: GeoPackageReader) throws {
    self.map = map
    self.reader = reader
    let table = try reader.table(named: map.name)
    self.table = table
    parentKeys = keys
    rules = FieldRules(fields: [], types: [], typeField: nil)
    columns = []
    editable = []
    spatialReference = try table.geometry.flatMap { try reader.spatialReference($0.srsID) }
    edit(by: map)
    try index()
  }

  /// Edits the records by another layer that shows them, with its fields, domains and rights.
  mutating func edit(by map: StoredMap.Table) {
    self.map = map
    let definition = map.layer.definition
    rules = FieldRules(
      fields: definition.fields, types: definition.types, typeField: definition.typeIDField)
    columns = definition.fields.map { field in
      table.columns.firstIndex { ($0.fieldName ?? $0.name).isSameName(as: field.name) }
    }
    editable = Set(
      definition.fields.indices.filter { field in
        columns[field] != nil
          && map.layer.allowsEntering(definition.fields[field], keys: parentKeys)
      })
  }

  var definition: LayerDefinition { map.layer.definition }
  var fields: [Field] { rules.fields }

  /// The column of a field, by name.
  func column(of field: String) -> Int? {
    fields.index(named: field).flatMap { columns[$0] }
  }

  var globalIDColumn: Int? { definition.globalIDField.flatMap(column) }
  /// The column of the field that identifies records without GlobalIDs.
  var keyColumn: Int? { map.layer.keyField.flatMap(column) }
  var objectIDColumn: Int? { definition.objectIDField.flatMap(column) }

  private mutating func index() throws {
    let (global, object, key) = (globalIDColumn, objectIDColumn, keyColumn)
    let first = table.firstColumn
    var rows = try reader.rows(of: table.name)
    var layout = RecordLayout()
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try layout.parse(record)
      if let global,
        case .globalID(let id)? = JoinKey(layout.value(first + global, in: record), in: record)
      {
        rowids[id] = rowids[id] ?? rows.rowid
      }
      if let key, let value = JoinKey(layout.value(first + key, in: record), in: record) {
        keys[value] = keys[value] ?? rows.rowid
      }
      guard let object else {
        objectIDs[rows.rowid] = rows.rowid
        continue
      }
      if case .integer(let id) = layout.value(first + object, in: record) {
        objectIDs[id] = objectIDs[id] ?? rows.rowid
      }
    }
  }

  // MARK: Records

  /// The record with a GlobalID, unless it is deleted.
  func find(_ id: GlobalID) -> Handle? {
    if let index = newIDs[id], !new[index].isDeleted { return .new(index) }
    guard let rowid = rowids[id], stored[rowid]?.isDeleted != true else { return nil }
    return .stored(rowid)
  }

  /// The record with an object ID.
  func find(objectID: Int64) -> Handle? {
    guard let rowid = objectIDs[objectID], stored[rowid]?.isDeleted != true else { return nil }
    return .stored(rowid)
  }

  /// The record with a key.
  func find(key: JoinKey) -> Handle? {
    guard let rowid = keys[key], stored[rowid]?.isDeleted != true else { return nil }
    return .stored(rowid)
  }

  /// Whether a record ever had this GlobalID.
  func isTaken(_ id: GlobalID) -> Bool { rowids[id] != nil || newIDs[id] != nil }

  /// Reads a record into memory.
  mutating func load(_ handle: Handle) throws {
    guard case .stored(let rowid) = handle, stored[rowid] == nil else { return }
    var rows = try reader.rows(of: table.name)
    guard try rows.find(rowid) else {
      throw GeoPackageError.noSuchRow(table: table.name, rowid: rowid)
    }
    stored[rowid] = try EditedRow(Array(rows.bytes[rows.record]), rowid: rowid, in: table)
  }

  /// A loaded record.
  subscript(handle: Handle) -> EditedRow {
    get {
      switch handle {
      case .stored(let rowid): stored[rowid] ?? EditedRow(newIn: table)
      case .new(let index): new[index]
      }
    }
    set {
      switch handle {
      case .stored(let rowid): stored[rowid] = newValue
      case .new(let index): new[index] = newValue
      }
    }
  }

  mutating func append(_ row: EditedRow, id: GlobalID?) -> Handle {
    new.append(row)
    if let id { newIDs[id] = new.count - 1 }
    return .new(new.count - 1)
  }

  func globalID(of handle: Handle) -> GlobalID? {
    let id = globalIDColumn.flatMap { self[handle][$0].text }.flatMap { GlobalID($0) }
    return id?.isNone == true ? nil : id
  }

  func objectID(of handle: Handle) -> Int64? {
    if let objectIDColumn { return self[handle][objectIDColumn].integer }
    if case .stored(let rowid) = handle { return rowid }
    return nil
  }

  /// The values of the fields, for the rules.
  func values(of row: EditedRow) -> [SQLValue] {
    columns.map { column in column.map { row[$0] } ?? .null }
  }

  /// The records that aren't deleted, with their current keys in a column.
  ///
  /// - Parameter wanted: whether to keep a key.
  func records(
    keyedBy column: Int, where wanted: (JoinKey) -> Bool
  ) throws -> [(key: JoinKey, handle: Handle)] {
    var found: [(key: JoinKey, handle: Handle)] = []
    var rows = try reader.rows(of: table.name)
    var layout = RecordLayout()
    while try rows.next() {
      if let row = stored[rows.rowid] {
        if !row.isDeleted, let key = JoinKey(row[column]), wanted(key) {
          found.append((key, .stored(rows.rowid)))
        }
        continue
      }
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      try layout.parse(record)
      let value = layout.value(table.firstColumn + column, in: record)
      if let key = JoinKey(value, in: record), wanted(key) {
        found.append((key, .stored(rows.rowid)))
      }
    }
    for (index, row) in new.enumerated() where !row.isDeleted {
      if let key = JoinKey(row[column]), wanted(key) { found.append((key, .new(index))) }
    }
    return found
  }

  // MARK: Geometry

  /// The blob of an Esri geometry, in the store's spatial reference and geometry type.
  func blob(of json: JSON) throws(EditError) -> [UInt8] {
    guard let target = table.geometry else { throw .invalid("Feature isn't valid.") }
    var geometry: Geometry
    do {
      geometry = try Geometry(
        esriJSON: json, type: definition.geometryType)
      if let reference = try json["spatialReference"].flatMap({ try SpatialReference(esriJSON: $0) }
      ),
        let own = spatialReference, reference != own
      {
        try CoordinateTransform(from: reference, to: own).apply(to: &geometry)
      }
    } catch {
      throw .invalid("Feature isn't valid. \(error)")
    }
    guard !geometry.isEmpty, geometry.coordinates.allSatisfy(\.isFinite) else {
      throw .invalid("Feature isn't valid. The geometry is empty.")
    }
    if let kind = GeometryKind(geoPackageName: target.typeName) {
      if kind == kind.multiple { geometry.makeMultiple() }
      guard geometry.kind == kind else {
        throw .invalid(
          "Feature isn't valid. The layer takes \(kind.geoPackageName), not "
            + "\(geometry.kind.geoPackageName).")
      }
    }
    var blob: [UInt8] = []
    GeoPackageBlob.append(geometry, srsID: target.srsID, to: &blob)
    return blob
  }

  // MARK: Outcome

  var edits: TableEdits {
    var edits = TableEdits()
    for (rowid, row) in stored.sorted(by: { $0.key < $1.key }) {
      if row.isDeleted {
        edits.deleted.append(rowid)
      } else if row.isChanged {
        edits.replaced.append((rowid, row.encoded))
      }
    }
    for row in new where !row.isDeleted { edits.added.append((nil, row.encoded)) }
    return edits
  }
}

extension JoinKey {
  /// The key of a value.
  init?(_ value: SQLValue) {
    switch value {
    case .null, .blob: return nil
    case .integer(let number): self = .integer(number)
    case .real(let number):
      guard let whole = Int64(exactly: number) else { return nil }
      self = .integer(whole)
    case .text(let text):
      let bytes = Array(text.utf8)
      self.init(.text(0..<bytes.count), in: bytes.span)
    }
  }
}
