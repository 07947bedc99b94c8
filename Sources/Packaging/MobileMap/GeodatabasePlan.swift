import FeatureData
import GeoPackage
import Geometry
import MapModel

/// What of a package goes into its geodatabase, under which names and numbers, and what does not.
struct GeodatabasePlan: Sendable {
  /// A feature class or table.
  struct Table: Sendable {
    /// The table of the store, and what the map says of it.
    var stored: StoredMap.Table
    /// The form of its rows in the store.
    var layout: GeoPackageTable
    /// What its shapes are in; nil for a table.
    var spatialReference: SpatialReference?
    /// What its shapes are; nil for a table.
    var shapeType: EsriGeometryType?
    /// Its number in the geodatabase.
    var layerID: Int
    /// The fields, one for each column of the store in order. The geodatabase keeps some of them in
    /// another type.
    var fields: [Field]
    var objectIDField: String
    /// The column of the shapes.
    var shapeField: String
    /// The column of the store that holds the object ids of the source: rows get new ones.
    var objectIDColumn: Int?
    var globalIDColumn: Int?
    /// Whether records may have photos and files.
    var hasAttachments: Bool

    /// Its name, that of the store's table.
    var name: String { stored.name }

    /// The name of a field as the table spells it; nil for a field that it has not.
    func fieldName(_ name: String) -> String? { fields.named(name)?.name }

    /// Whether it has no shapes.
    var isTable: Bool { layout.geometry == nil }

    /// Whether crews may edit its rows.
    var isEditable: Bool { stored.isEditable && globalIDColumn != nil }
  }

  /// A relationship between two of the tables.
  struct Link: Sendable {
    /// The number that both ends carry.
    var id: Int
    /// A name among the relationship classes.
    var className: String
    /// What the service calls it.
    var name: String
    /// Indexes of the tables, and the names of the keys' fields.
    var origin: Int
    var originField: String
    var destination: Int
    var destinationField: String
    var cardinality: Relationship.Cardinality
    var isComposite: Bool
  }

  private(set) var tables: [Table] = []
  private(set) var links: [Link] = []
  /// What the geodatabase cannot carry.
  private(set) var findings: [Finding] = []

  /// By the names of the store's tables, their numbers.
  var layerIDs: [String: Int] {
    Dictionary(
      tables.map { ($0.stored.name, $0.layerID) }, uniquingKeysWith: { first, _ in first })
  }

  /// Plans the geodatabase of a store.
  ///
  /// - Parameters:
  ///   - map: the map that the store carries.
  ///   - layouts: the tables of the store.
  ///   - references: the spatial reference of a layer of the store.
  ///   - media: the names of the tables that have photos and files.
  init(
    _ map: StoredMap, layouts: [GeoPackageTable], references: (Int32) -> SpatialReference?,
    media: Set<String>
  ) {
    var ids = LayerNumbers(map.tables.compactMap(\.layer.definition.id))
    let packed = map.tables.compactMap { table in
      layouts.first { $0.name.isSameName(as: table.name) }.map { (table, $0) }
    }
    for (table, layout) in packed {
      let reference = layout.geometry.flatMap { references($0.srsID) }
      if let reason = Self.reason(against: layout, reference) {
        findings.append(
          Finding(
            .geodatabaseLayerLeftOut, subject: table.layer.title,
            "The layer is not in the package's geodatabase: \(reason)."))
        continue
      }
      add(
        table, layout, reference, layerID: ids.take(table.layer.definition.id),
        hasMedia: media.contains(layout.name))
    }
    link(map.relationships)
  }

  /// Why a layer cannot be a feature class; nil for one that can, and for tables.
  private static func reason(
    against layout: GeoPackageTable, _ reference: SpatialReference?
  ) -> String? {
    guard let geometry = layout.geometry else { return nil }
    if EsriGeometryType(geoPackageName: geometry.typeName) == nil {
      return "a feature class has shapes of one kind, and these are of several"
    }
    guard let reference, reference.system != nil || reference.wkt != nil else {
      return "the definition of its spatial reference is not known"
    }
    return nil
  }

  private mutating func add(
    _ table: StoredMap.Table, _ layout: GeoPackageTable, _ reference: SpatialReference?,
    layerID: Int, hasMedia: Bool
  ) {
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
      // Names that differ in the case of letters alone are one to SQL.
      field.name = fields.freeName(Self.reserved.contains(name.lowercased()) ? name + "_1" : name)
      if field.name != name { changes.append("\(name) is called \(field.name)") }
      fields.append(field)
    }
    if !changes.isEmpty {
      findings.append(
        Finding(
          .geodatabaseFieldChanged, subject: table.layer.title,
          "Fields have another type or name in the package's geodatabase.", count: changes.count,
          samples: changes))
    }
    let objectID = definition.objectIDField.flatMap { fields.index(named: $0) }
    let globalID = definition.globalIDField.flatMap { fields.index(named: $0) }
    tables.append(
      Table(
        stored: table, layout: layout, spatialReference: reference,
        shapeType: layout.geometry.flatMap { EsriGeometryType(geoPackageName: $0.typeName) },
        layerID: layerID, fields: fields,
        objectIDField: objectID.map { fields[$0].name } ?? fields.freeName("OBJECTID"),
        shapeField: fields.freeName("SHAPE"), objectIDColumn: objectID, globalIDColumn: globalID,
        hasAttachments: globalID != nil && (definition.hasAttachments || hasMedia)))
  }

  /// The columns of the history of a replica, and SQLite's name of the row id.
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
        leaveOut(relationship, "one of its tables is not in it")
        continue
      }
      guard let originField = tables[origin].fieldName(relationship.originField),
        let destinationField = tables[destination].fieldName(relationship.destinationField)
      else {
        leaveOut(relationship, "a key is not in it")
        continue
      }
      // Rows get object ids of their own, which keys by the old ones do not follow.
      guard !originField.isSameName(as: tables[origin].objectIDField) else {
        leaveOut(relationship, "it is keyed on the object id, and rows get new ones")
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

  private mutating func leaveOut(_ relationship: StoredMap.Link, _ reason: String) {
    findings.append(
      Finding(
        .geodatabaseRelationLeftOut, subject: relationship.origin,
        "The relationship \(relationship.name) is not in the package's geodatabase: \(reason)."))
  }
}

/// Numbers for layers of several services in one: their own where they are free.
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
  /// A name that no field has.
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
  /// The type that a geodatabase of 10.5.1 has for values of this one.
  var inGeodatabases: FieldType {
    switch self {
    case .bigInteger: .double
    // A day told as a moment would be another day west of Greenwich.
    case .dateOnly, .timeOnly, .timestampOffset: .string
    case .raster, .geometry: .blob
    default: self
    }
  }

  /// `BigInteger` of `esriFieldTypeBigInteger`.
  var shortName: String { String(rawValue.dropFirst("esriFieldType".count)) }
}

extension EsriGeometryType {
  /// What a feature class calls the geometry type of a GeoPackage; nil for several kinds.
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
