import Bytes
import FeatureData
package import GeoPackage
import Geodatabase
package import Geometry
import MapModel

/// What a package's geodatabase has, under which names and numbers, and what it can't have.
package struct GeodatabasePlan: Sendable {
  /// A feature class or table.
  struct Table: Sendable {
    /// The layer of the map that stands for the table of the store, with its definition.
    var stored: StoredMap.Table
    /// All layers of the map that show the table.
    var layers: [StoredMap.Table]
    /// The form of its rows in the store.
    var layout: GeoPackageTable
    /// The spatial reference of its shapes; nil for a table.
    var spatialReference: SpatialReference?
    /// The geometry type of its shapes; nil for a table.
    var shapeType: EsriGeometryType?
    /// Its layer number in the geodatabase.
    var layerID: Int
    /// The fields, one for each column of the store in order. Some have another type in the
    /// geodatabase.
    var fields: [Field]
    var objectIDField: String
    /// The column of the shapes.
    var shapeField: String
    /// The store's column with the object IDs of the source. The geodatabase gives rows new ones.
    var objectIDColumn: Int?
    var globalIDColumn: Int?
    /// Whether records may have attachments.
    var hasAttachments: Bool

    /// Its name, which is the name of the store's table.
    var name: String { stored.name }

    /// Its title for people.
    var title: String { SharedTable.title(of: layers.map(\.layer)) }

    /// The name of a field as the table spells it; nil if the table doesn't have the field.
    func fieldName(_ name: String) -> String? { fields.named(name)?.name }

    /// Whether it has no geometry.
    var isTable: Bool { layout.geometry == nil }

    /// Whether crews may edit its records.
    var isEditable: Bool { layers.contains(where: \.isEditable) && globalIDColumn != nil }
  }

  /// A relationship between two of the tables.
  struct Link: Sendable {
    /// The number of the relationship at both ends.
    var id: Int
    /// The name of the relationship class, which is unique.
    var className: String
    /// The name that the service gives it.
    var name: String
    /// The indexes of the tables, and the names of the key fields.
    var origin: Int
    var originField: String
    var destination: Int
    var destinationField: String
    var cardinality: Relationship.Cardinality
    var isComposite: Bool
  }

  private(set) var tables: [Table] = []
  private(set) var links: [Link] = []
  /// What the geodatabase can't have.
  package private(set) var findings: [Finding] = []

  /// The layer numbers by the names of the store's tables.
  package var layerIDs: [String: Int] {
    Dictionary(
      tables.map { ($0.stored.name, $0.layerID) }, uniquingKeysWith: { first, _ in first })
  }

  /// Plans the geodatabase of a store.
  ///
  /// - Parameters:
  ///   - map: the map in the store.
  ///   - layouts: the tables of the store.
  ///   - references: the spatial reference with an ID in the store.
  ///   - media: the names of the tables with attachments.
  package init(
    _ map: StoredMap, layouts: [GeoPackageTable], references: (Int32) -> SpatialReference?,
    media: Set<String>
  ) {
    var ids = LayerNumbers(map.tables.compactMap(\.layer.definition.id))
    let packed = map.storeTables.compactMap { table in
      layouts.first { $0.name.isSameName(as: table.name) }.map { (table, $0) }
    }
    for (table, layout) in packed {
      let reference = layout.geometry.flatMap { references($0.srsID) }
      if let finding = Self.leftOut(table.layer.title, layout, reference) {
        findings.append(finding)
        continue
      }
      add(
        map.layers(ofTable: table.name), layout: layout, reference: reference,
        layerID: ids.take(table.layer.definition.id), hasMedia: media.contains(layout.name))
    }
    link(map.relationships)
  }

  /// Why a layer can't be a feature class; nil if it can, and for tables.
  private static func leftOut(
    _ title: String, _ layout: GeoPackageTable, _ reference: SpatialReference?
  ) -> Finding? {
    guard let geometry = layout.geometry else { return nil }
    let start = "The package's geodatabase doesn't have the layer: "
    if EsriGeometryType(geoPackageName: geometry.typeName) == nil {
      return Finding(
        .geodatabaseLayerLeftOut, subject: title,
        start + "a feature class has one geometry type, but the layer has several.")
    }
    guard let reference, reference.system != nil || reference.wkt != nil else {
      return Finding(
        .geodatabaseLayerLeftOut, subject: title,
        start + "Fieldpack doesn't have the definition of its spatial reference.",
        fix: "You can ignore this for QGIS and QField, which have the layer. For ArcGIS, check the "
          + "code, or give the definition as well-known text.")
    }
    return nil
  }

  private mutating func add(
    _ layers: [StoredMap.Table], layout: GeoPackageTable, reference: SpatialReference?,
    layerID: Int, hasMedia: Bool
  ) {
    guard let table = layers.first else { return }
    let definition = table.layer.definition
    var changes: [String] = []
    var fields: [Field] = []
    for column in layout.columns {
      let name = column.fieldName ?? column.name
      var field =
        definition.fields.named(name)
        ?? Field(name: name, alias: column.title, type: column.type.fieldType)
      let type = field.type.inGeodatabases
      if type != field.type {
        changes.append("\(field.name): \(field.type.shortName) as \(type.shortName)")
      }
      // SQL treats names that differ only in case as equal.
      field.name = fields.freeName(Self.reserved.contains(name.lowercased()) ? name + "_1" : name)
      if field.name != name { changes.append("\(name) is named \(field.name)") }
      fields.append(field)
    }
    if !changes.isEmpty {
      findings.append(
        Finding(
          .geodatabaseFieldChanged, subject: table.layer.title,
          NumberText.plural(changes.count, one: "field has", many: "fields have")
            + " another type or name in the package's geodatabase.", count: changes.count,
          samples: changes))
    }
    let objectID = definition.objectIDField.flatMap { fields.index(named: $0) }
    let globalID = definition.globalIDField.flatMap { fields.index(named: $0) }
    tables.append(
      Table(
        stored: table, layers: layers, layout: layout, spatialReference: reference,
        shapeType: layout.geometry.flatMap { EsriGeometryType(geoPackageName: $0.typeName) },
        layerID: layerID, fields: fields,
        objectIDField: objectID.map { fields[$0].name } ?? fields.freeName("OBJECTID"),
        shapeField: fields.freeName("SHAPE"), objectIDColumn: objectID, globalIDColumn: globalID,
        hasAttachments: globalID != nil && (definition.hasAttachments || hasMedia)))
  }

  /// The history columns of a replica, and SQLite's name of the row ID.
  private static let reserved = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date", "_rowid_"]

  private mutating func link(_ relationships: [StoredMap.Link]) {
    var ids = LayerNumbers(relationships.compactMap(\.id))
    let classes = GeoPackageNames.tables(
      for: relationships.map(\.name), taken: tables.map(\.name))
    for (relationship, className) in zip(relationships, classes) {
      guard
        let origin = tables.firstIndex(where: {
          $0.stored.name.isSameName(as: relationship.origin)
        }),
        let destination = tables.firstIndex(where: {
          $0.stored.name.isSameName(as: relationship.destination)
        })
      else {
        leaveOut(relationship, reason: "the geodatabase doesn't have one of its tables")
        continue
      }
      guard let originField = tables[origin].fieldName(relationship.originField),
        let destinationField = tables[destination].fieldName(relationship.destinationField)
      else {
        leaveOut(relationship, reason: "the geodatabase doesn't have one of its keys")
        continue
      }
      // The geodatabase gives rows new object IDs, but keys keep the old ones.
      guard !originField.isSameName(as: tables[origin].objectIDField) else {
        leaveOut(relationship, reason: "its key is the object ID, which is new for each row")
        continue
      }
      links.append(
        Link(
          id: ids.take(relationship.id), className: className, name: relationship.name,
          origin: origin, originField: originField, destination: destination,
          destinationField: destinationField, cardinality: relationship.cardinality,
          isComposite: relationship.isComposite))
    }
  }

  private mutating func leaveOut(_ relationship: StoredMap.Link, reason: String) {
    findings.append(
      Finding(
        .geodatabaseRelationLeftOut, subject: relationship.origin,
        "The package's geodatabase doesn't have the relationship \(relationship.name): \(reason)."))
  }
}

/// Gives layers of several services numbers in one geodatabase, their own ones if possible.
private struct LayerNumbers {
  private var taken: Set<Int> = []
  private var next: Int

  init(_ wanted: [Int]) {
    next = (wanted.filter { $0 < Int(Int32.max) / 2 }.max() ?? -1) + 1
  }

  mutating func take(_ wanted: Int?) -> Int {
    if let wanted, wanted >= 0, wanted < Int(Int32.max) / 2, taken.insert(wanted).inserted {
      return wanted
    }
    defer { next += 1 }
    return next
  }
}

extension [Field] {
  /// A name that no other field has.
  fileprivate func freeName(_ name: String) -> String {
    var free = name
    var number = 1
    while named(free) != nil {
      free = "\(name)_\(number)"
      number += 1
    }
    return free
  }
}

extension FieldType {
  /// `BigInteger` of `esriFieldTypeBigInteger`.
  var shortName: String { String(rawValue.dropFirst("esriFieldType".count)) }
}

extension EsriGeometryType {
  /// The feature class type for a GeoPackage's geometry type; nil for mixed types.
  init?(geoPackageName: String) {
    switch geoPackageName {
    case "POINT": self = .point
    case "MULTIPOINT": self = .multipoint
    case "LINESTRING", "MULTILINESTRING": self = .polyline
    case "POLYGON", "MULTIPOLYGON": self = .polygon
    default: return nil
    }
  }
}
