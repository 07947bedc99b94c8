import Geometry
import MapModel
import Markup
import OrderedJSON
import SQLiteFile

/// The XML definition of a feature class or table.
///
/// ```xml
/// <DEFeatureClassInfo><Name/><OIDFieldName/>
///   <GPFieldInfoExs><GPFieldInfoEx><Name/><AliasName/><FieldType/><DomainName/><IsNullable/>
///     <Editable/></GPFieldInfoEx>…</GPFieldInfoExs>
///   <AliasName/><GlobalIDFieldName/>
///   <EditorTrackingEnabled/><CreatorFieldName/><CreatedAtFieldName/><EditorFieldName/>
///   <EditedAtFieldName/>
///   <SubtypeFieldName/><Subtypes><Subtype><SubtypeName/><SubtypeCode/><FieldInfos>
///     <SubtypeFieldInfo><FieldName/><DomainName/></SubtypeFieldInfo>…</FieldInfos></Subtype>…
///   <ShapeType/><ShapeFieldName/><HasM/><HasZ/><SpatialReference>…</DEFeatureClassInfo>
/// ```
///
/// Definitions also list fields without a column that queries compute, such as `st_length(SHAPE)`.
/// They need not list every column. Subtypes have the form of file geodatabases.
struct DatasetDefinition {
  /// The name of the feature class or table.
  let name: String
  private let xml: XMLElement

  init(_ item: CatalogItem) throws {
    name = item.table
    xml = try CatalogXML.read(item.definition, of: item.name)
  }

  /// Its title; nil if it has only its name.
  var alias: String? { xml.text("AliasName") }

  var objectIDField: String? { xml.text("OIDFieldName").map(columnName) }

  var globalIDField: String? { xml.text("GlobalIDFieldName").map(columnName) }

  /// Nil for a table.
  var shapeField: String? { xml.text("ShapeFieldName").map(columnName) }

  var shapeType: EsriGeometryType? { xml.text("ShapeType").flatMap { EsriGeometryType(name: $0) } }

  /// Whether the shapes are annotation, that is, positions of texts.
  private var isAnnotation: Bool { xml.text("FeatureType") == "esriFTAnnotation" }

  /// The type of the layer in a service.
  var layerType: String {
    shapeField == nil ? "Table" : isAnnotation ? LayerDefinition.annotationType : "Feature Layer"
  }

  var hasZ: Bool { xml.isTrue("HasZ") }
  var hasM: Bool { xml.isTrue("HasM") }

  /// The grid of the coordinates; nil if the definition has none.
  var grid: CoordinateGrid? {
    guard let reference = xml["SpatialReference"] else { return nil }
    func axis(_ origin: String, _ units: String) -> CoordinateGrid.Axis? {
      guard let origin = reference.number(origin), let units = reference.number(units) else {
        return nil
      }
      return CoordinateGrid.Axis(origin: origin, units: units)
    }
    guard let x = axis("XOrigin", "XYScale"), let y = axis("YOrigin", "XYScale") else {
      return nil
    }
    return CoordinateGrid(
      x: x, y: y, z: axis("ZOrigin", "ZScale") ?? .plain, m: axis("MOrigin", "MScale") ?? .plain)
  }

  /// The spatial reference in the form of services; nil if the definition has none.
  var spatialReference: JSON? {
    guard let reference = xml["SpatialReference"] else { return nil }
    var members = JSONObject()
    for (key, name) in [("wkid", "WKID"), ("latestWkid", "LatestWKID")] {
      if let code = reference.text(name).flatMap({ Int($0) }) { members.append(key, .number(code)) }
    }
    if let text = reference.text("WKT") { members.append("wkt", .string(text)) }
    return members.isEmpty ? nil : .object(members)
  }

  /// The fields: the columns of the table in order, except the shape and a replica's history.
  /// Columns that the definition doesn't list are described by their types.
  ///
  /// - Parameter domains: the domains by name, in the form of services.
  func fields(of table: StoredTable, domains: [String: JSON]) -> [JSON] {
    let listed = xml.list("GPFieldInfoExs")
    let names = listed.map { $0.text("Name").map(columnName) ?? "" }
    return table.columns.compactMap { column in
      guard let type = column.fieldType, !GeodatabaseDataset.History.names.contains(column.name)
      else { return nil }
      let field = names.firstIndex { $0.isSameName(as: column.name) }.map { listed[$0] }
      var members: JSONObject = [
        "name": .string(column.name), "type": .string(field?.text("FieldType") ?? type.rawValue),
        "alias": .string(field?.text("AliasName") ?? column.name),
        "nullable": .bool(field.map { $0.text("IsNullable") != "false" } ?? !column.isNotNull),
        "editable": .bool(field?.text("Editable") != "false"),
      ]
      if type == .string, let length = column.length { members.append("length", .number(length)) }
      if let domain = field?.text("DomainName").flatMap({ domains[$0] }) {
        members.append("domain", domain)
      }
      return .object(members)
    }
  }

  /// The field that selects one of ``types(domains:)`` for a row.
  var typeField: String? { xml.text("SubtypeFieldName").map(columnName) }

  /// The subtypes, in the form of services.
  func types(domains: [String: JSON]) -> [JSON] {
    xml.list("Subtypes").compactMap { type in
      guard let code = type.text("SubtypeCode").flatMap({ Int($0) }) else { return nil }
      var fields = JSONObject()
      for field in type.list("FieldInfos") {
        guard let name = field.text("FieldName").map(columnName) else { continue }
        fields[name] = field.text("DomainName").flatMap { domains[$0] } ?? ["type": "inherited"]
      }
      return [
        "id": .number(code), "name": .string(type.text("SubtypeName") ?? "\(code)"),
        "domains": .object(fields),
      ]
    }
  }

  /// The editor tracking fields, in the form of services; nil if there are none.
  var editorTracking: JSON? {
    guard xml.isTrue("EditorTrackingEnabled") else { return nil }
    var members = JSONObject()
    for (key, name) in [
      ("creatorField", "CreatorFieldName"), ("creationDateField", "CreatedAtFieldName"),
      ("editorField", "EditorFieldName"), ("editDateField", "EditedAtFieldName"),
    ] {
      if let field = xml.text(name).map(columnName) { members.append(key, .string(field)) }
    }
    return members.isEmpty ? nil : .object(members)
  }

  /// A field's own name. Some names begin with those of the database and the table.
  private func columnName(_ field: String) -> String {
    let prefix = "main.\(name)."
    return field.lowercased().hasPrefix(prefix.lowercased())
      ? String(field.dropFirst(prefix.count)) : field
  }
}

extension StoredColumn {
  /// The field type of a declared type such as `text(80)`; nil for a shape.
  fileprivate var fieldType: FieldType? {
    let word = declaredType.prefix { $0 != "(" && $0 != " " }.lowercased()
    switch word {
    case "geometryblob": return nil
    case "int16": return .smallInteger
    case "int32": return .integer
    case "float32": return .single
    case "realdate": return .date
    case "uuidtext": return .guid
    case "xmltext": return .xml
    default: break
    }
    switch affinity {
    case .integer: return .bigInteger
    case .real, .numeric: return .double
    case .text: return .string
    case .blob: return .blob
    }
  }

  /// The length in the declared type, such as 80 in `text(80)`.
  fileprivate var length: Int? {
    let parts = declaredType.split { $0 == "(" || $0 == ")" }
    guard parts.count >= 2, let length = Int(parts[1]), length > 0 else { return nil }
    return length
  }
}
