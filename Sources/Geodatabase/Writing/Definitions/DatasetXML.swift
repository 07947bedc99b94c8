import Geometry
import MapModel
import OrderedJSON

/// Writes the definitions of feature classes and tables.
struct DatasetXML {
  let plan: CatalogPlan
  let dataset: FinishedDataset
  /// The number of the dataset's item.
  let item: Int

  private var entry: CatalogEntry { dataset.entry }
  private var name: String { "main.\(entry.name)" }

  /// - Parameter index: the dataset's index in the plan.
  func text(at index: Int) -> String {
    let table = plan.table(at: index)
    let name = table.shape == nil ? "DETableInfo" : "DEFeatureClassInfo"
    return XMLText.document(name) { xml in
      addHead(table, to: &xml)
      xml.add("GPFieldInfoExs", type: "ArrayOfGPFieldInfoEx") { addFields(of: table, to: &$0) }
      xml.add(
        "CLSID",
        table.shape == nil
          ? "{7A566981-C114-11D2-8A28-006097AFF44E}" : "{52353152-891A-11D0-BEC6-00805F7C4268}")
      xml.add("EXTCLSID", "")
      xml.add("RelationshipClassNames", type: "Names") { xml in
        for relationship in plan.relationships
        where relationship.origin == index || relationship.destination == index {
          xml.add("Name", "main.\(relationship.name)")
        }
      }
      xml.add("AliasName", table.alias)
      Self.addCommon(to: &xml, globalID: table.globalIDField, tracking: table.editorTracking)
      if let shape = table.shape { addShape(shape, to: &xml) }
      xml.add("ChangeTracked", plan.content.replica != nil)
      xml.add("FieldFilteringEnabled", false)
      xml.add("FilteredFieldNames", type: "Names") { _ in }
    }
  }

  private func addHead(_ table: GeodatabaseTable, to xml: inout XMLText) {
    xml.add("CatalogPath", "\\\(name)")
    xml.add("Name", name)
    xml.add("ChildrenExpanded", false)
    xml.add("DatasetType", table.shape == nil ? "esriDTTable" : "esriDTFeatureClass")
    xml.add("DSID", item)
    xml.add("Versioned", false)
    xml.add("CanVersion", true)
    xml.add("ConfigurationKeyword", "")
    xml.add("RequiredGeodatabaseClientVersion", "10.2")
    xml.add("HasOID", true)
    xml.add("OIDFieldName", table.objectIDField)
  }

  /// Adds the elements of all definitions between the relationship classes and their own part.
  static func addCommon(
    to xml: inout XMLText, globalID: String?, tracking: EditorTracking?
  ) {
    xml.add("ModelName", "")
    xml.add("HasGlobalID", globalID != nil)
    xml.add("GlobalIDFieldName", globalID ?? "")
    xml.add("RasterFieldName", "")
    xml.add("ExtensionProperties", type: "PropertySet") { xml in
      xml.add("PropertyArray", type: "ArrayOfPropertySetProperty") { _ in }
    }
    xml.add("ControllerMemberships", type: "ArrayOfControllerMembership") { _ in }
    xml.add("EditorTrackingEnabled", tracking != nil)
    xml.add("CreatorFieldName", tracking?.creatorField ?? "")
    xml.add("CreatedAtFieldName", tracking?.creationDateField ?? "")
    xml.add("EditorFieldName", tracking?.editorField ?? "")
    xml.add("EditedAtFieldName", tracking?.editDateField ?? "")
    xml.add("IsTimeInUTC", true)
  }
}

// MARK: Fields

extension DatasetXML {
  private func addFields(of table: GeodatabaseTable, to xml: inout XMLText) {
    // In copies from a server, the table's name precedes the name of the object ID field.
    let prefix = plan.content.replica == nil || entry.isForAttachments ? "" : name + "."
    add("GPFieldInfoEx", to: &xml) { xml in
      xml.add("Name", prefix + table.objectIDField)
      xml.add("ModelName", prefix + table.objectIDField)
      xml.add("FieldType", FieldType.objectID.rawValue)
      xml.add("IsNullable", false)
      xml.add("Required", true)
      xml.add("Editable", false)
    }
    for (field, column) in zip(table.fields, dataset.columns.dropFirst()) {
      // The content is not a field for clients.
      if entry.isForAttachments, field.type == .blob { continue }
      add("GPFieldInfoEx", to: &xml) { add(field, column, of: table, to: &$0) }
    }
    guard let shape = table.shape else { return }
    add("GPFieldInfoEx", to: &xml) { xml in
      xml.add("Name", shape.field)
      xml.add("ModelName", shape.field)
      xml.add("FieldType", FieldType.geometry.rawValue)
      xml.add("IsNullable", true)
      xml.add("DomainFixed", true)
      xml.add("Required", true)
    }
    for measure in Self.measures(of: shape) {
      add("GPFieldInfoEx", to: &xml) { xml in
        xml.add("Name", measure)
        xml.add("ModelName", measure)
        xml.add("FieldType", FieldType.double.rawValue)
        xml.add("IsNullable", false)
        xml.add("Required", true)
        xml.add("Editable", false)
      }
    }
  }

  private func add(
    _ name: String, to xml: inout XMLText, _ content: (inout XMLText) -> Void
  ) {
    xml.add(name, type: name, content)
  }

  private func add(
    _ field: Field, _ column: ColumnSpec, of table: GeodatabaseTable, to xml: inout XMLText
  ) {
    xml.add("Name", field.name)
    if !entry.isForAttachments { xml.add("AliasName", field.label) }
    xml.add("ModelName", field.name)
    if let domain = plan.domainName(of: field) { xml.add("DomainName", domain) }
    var isGlobalID = false
    if case .globalID = column.role { isGlobalID = true }
    xml.add("FieldType", (isGlobalID ? .globalID : dataset.type(of: field)).rawValue)
    // Services describe how they make GlobalIDs in the default.
    switch isGlobalID ? nil : field.defaultValue {
    case .number(let number): xml.add("DefaultValueNumeric", number.text)
    case .string(let text): xml.add("DefaultValueString", text)
    default: break
    }
    xml.add("IsNullable", column.isNullable)
    if isGlobalID { xml.add("Required", true) }
    if isGlobalID || table.editorTracking?.contains(field.name) == true {
      xml.add("Editable", false)
    }
  }

  /// The fields that clients compute from shapes.
  private static func measures(of shape: GeodatabaseTable.Shape) -> [String] {
    switch shape.type {
    case .point, .multipoint: []
    case .polyline: ["st_length(\(shape.field))"]
    case .polygon, .envelope: ["st_area(\(shape.field))", "st_perimeter(\(shape.field))"]
    }
  }
}

// MARK: Shapes

extension DatasetXML {
  private func addShape(_ shape: GeodatabaseTable.Shape, to xml: inout XMLText) {
    let measures = Self.measures(of: shape)
    xml.add("FeatureType", "esriFTSimple")
    xml.add(
      "ShapeType", (shape.type == .envelope ? EsriGeometryType.polygon : shape.type).rawValue)
    xml.add("ShapeFieldName", shape.field)
    xml.add("HasM", shape.hasM)
    xml.add("HasZ", shape.hasZ)
    xml.add("HasSpatialIndex", false)
    xml.add("AreaFieldName", measures.count == 2 ? measures[0] : "")
    xml.add("LengthFieldName", measures.last ?? "")
    guard let reference = entry.reference else { return }
    let bounds = dataset.account.bounds
    xml.add("Extent", type: "EnvelopeN") { xml in
      for (side, value) in [
        ("XMin", bounds.minX), ("YMin", bounds.minY), ("XMax", bounds.maxX),
        ("YMax", bounds.maxY),
      ] { xml.add(side, bounds.isEmpty ? .nan : value) }
      xml.add(reference)
    }
    xml.add(reference)
  }
}

extension FinishedDataset {
  /// The type of a field in the file.
  func type(of field: Field) -> FieldType {
    for case .typeChanged(_, let name, _, let type) in account.notes where name == field.name {
      return type
    }
    return field.type
  }
}
