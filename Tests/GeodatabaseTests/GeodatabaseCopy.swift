import Bytes
import FeatureData
import Geodatabase
import Geometry
import MapModel
import Markup
import OrderedJSON
import Records
import SQLiteFile

/// A geodatabase written from what the reader returns for another one.
struct GeodatabaseCopy {
  var content: GeodatabaseContent
  /// The rows of each table in Fieldpack's form, with their object IDs.
  var rows: [[(objectID: Int64, record: [UInt8])]] = []
  var attachments: [Int: [GeodatabaseAttachmentRow]] = [:]

  init(of reader: GeodatabaseReader) throws {
    let service = reader.serviceItems.first(where: \.isService)
    content = GeodatabaseContent(
      created: 0, service: .object(service?.info ?? JSONObject()), tables: [])
    let items = try reader.database.namedRows(of: "GDB_Items", limit: 10_000).rows
    try addReplica(items)
    let drawings = try reader.database.namedRows(of: "GDB_ServiceItems", limit: 10_000).rows
    for dataset in reader.datasets {
      let rows = try DatasetContent(reader, dataset)
      let definition = try CatalogXML.read(
        items.first { $0["Name"].text == "main.\(dataset.name)" }?["Definition"].text ?? "",
        of: dataset.name)
      var table = try Self.table(dataset, definition)
      table.serviceItem =
        reader.serviceItems.first { !$0.isService && $0.dataset == dataset.name }
        .map { .object($0.info) } ?? table.serviceItem
      table.advancedDrawing =
        drawings.first { $0["DatasetName"].text == dataset.name }?["AdvancedDrawingInfo"].text
      table.hasAttachments = reader.attachmentTable(of: dataset.name) != nil
      if let name = reader.attachmentTable(of: dataset.name) {
        try addAttachments(of: content.tables.count, from: name, reader)
      }
      content.tables.append(table)
      self.rows.append(Self.records(rows, table.fields))
    }
    content.relationships = reader.relationshipClasses.filter { !$0.isForAttachments }.map {
      GeodatabaseRelationship(
        name: $0.name.hasPrefix("main.") ? String($0.name.dropFirst(5)) : $0.name,
        origin: $0.origin, destination: $0.destination, originKey: $0.originKey,
        destinationKey: $0.originForeignKey, cardinality: $0.cardinality,
        isComposite: $0.isComposite, forwardLabel: $0.forwardLabel,
        backwardLabel: $0.backwardLabel)
    }
  }

  /// The terms of a replica, from its item.
  private mutating func addReplica(_ items: [NamedRow]) throws {
    guard
      let row = items.first(where: {
        $0["Type"].text == "{5B966567-FB87-4DDE-938B-B4B37423539D}"
      }), let id = row["UUID"].text.flatMap({ GlobalID($0) })
    else { return }
    let xml = try CatalogXML.read(row["Definition"].text ?? "", of: "replica")
    let box = xml["QueryGeometry"]?["Extent"]
    let reference = xml["QueryGeometry"]?["SpatialReference"]
    content.created = DateText.milliseconds((xml.text("CreationDate") ?? "") + "Z") ?? 0
    content.serviceURL = row["DatasetInfo1"].text ?? ""
    content.replica = ReplicaTerms(
      name: row["Name"].text ?? "", id: id, owner: row["DatasetInfo2"].text ?? "",
      direction: xml.text("Direction").flatMap { .init(rawValue: $0) } ?? .bidirectional,
      queryBox: Envelope(
        minX: box?.number("XMin") ?? 0, minY: box?.number("YMin") ?? 0,
        maxX: box?.number("XMax") ?? 0, maxY: box?.number("YMax") ?? 0),
      spatialReference: reference?.number("LatestWKID").map { SpatialReference(epsg: Int($0)) },
      serverGeneration: xml.list("GPSyncDatasets").first?.number("ReplicaServerGen")
        .map { Int64($0) } ?? 0,
      returnsAttachments: xml.isTrue("ReturnsAttachments"))
  }

  private static func table(
    _ dataset: GeodatabaseDataset, _ xml: XMLElement
  ) throws -> GeodatabaseTable {
    let definition = dataset.definition
    let fields = definition.fields.filter {
      $0.type != .objectID && $0.type != .geometry
        && $0.name != definition.objectIDField
    }.map { field in
      // The default values of a definition. The service may have none.
      var field = field
      let info = xml.list("GPFieldInfoExs").first { $0.text("Name") == field.name }
      if let value = info?["DefaultValueString"] { field.defaultValue = .string(value.text) }
      if let value = info?.number("DefaultValueNumeric") {
        field.defaultValue = JSONNumber(value).map { .number($0) }
      }
      return field
    }
    var item = definition.source
    item["name"] = .string(dataset.title)
    var table = GeodatabaseTable(
      name: dataset.name, alias: xml.text("AliasName") ?? "", layerID: dataset.layerID,
      objectIDField: definition.objectIDField ?? "OBJECTID",
      globalIDField: definition.globalIDField, fields: fields,
      editorTracking: definition.editFieldsInfo, serviceItem: .object(item))
    if let shape = dataset.shape, let type = definition.geometryType {
      table.shape = .init(
        field: dataset.table.columns[shape.column].name, type: type, hasZ: definition.hasZ,
        hasM: definition.hasM,
        spatialReference: try shape.spatialReference.flatMap { try SpatialReference(esriJSON: $0) })
    }
    return table
  }

  private static func records(
    _ content: DatasetContent, _ fields: [Field]
  ) -> [(Int64, [UInt8])] {
    let columns = fields.map { content.names.firstIndex(of: $0.name) }
    return content.rows.indices.map { index in
      var encoder = RecordEncoder()
      encoder.appendNull()
      if content.schema.geometry != nil {
        if let shape = content.shapes[index] {
          var blob: [UInt8] = []
          GeoPackageBlob.append(shape, srsID: 0, to: &blob)
          encoder.append(blob: blob.span)
        } else {
          encoder.appendNull()
        }
      }
      for column in columns { encoder.append(column.map { content.rows[index][$0] } ?? .null) }
      var record: [UInt8] = []
      encoder.write(to: &record)
      return (content.objectIDs[index], record)
    }
  }

  private mutating func addAttachments(
    of table: Int, from name: String, _ reader: GeodatabaseReader
  ) throws {
    var rows: [GeodatabaseAttachmentRow] = []
    try reader.forEachAttachment(in: name) { rowid, attachment in
      rows.append(
        GeodatabaseAttachmentRow(
          id: Int64(rows.count) + 1, globalID: attachment.globalID,
          parentGlobalID: attachment.parentGlobalID, contentType: attachment.contentType,
          name: attachment.name,
          content: try reader.attachmentContent(in: name, rowid: rowid) ?? []))
    }
    attachments[table] = rows
  }

  /// The bytes of the copy, and the accounts of its tables.
  func written() throws -> (bytes: [UInt8], accounts: [GeodatabaseTableAccount]) {
    var writer = try GeodatabaseWriter(output: MemoryOutput(), content: content)
    var accounts: [GeodatabaseTableAccount] = []
    for (table, rows) in rows.enumerated() {
      try writer.begin(table: table)
      for row in rows { try writer.append(row.record.span, objectID: row.objectID) }
      accounts.append(try writer.endTable())
      guard let photos = attachments[table] else { continue }
      try writer.begin(attachmentsOf: table)
      for photo in photos { try writer.append(photo) }
      accounts.append(try writer.endTable())
    }
    return (try writer.finish().bytes, accounts)
  }
}
