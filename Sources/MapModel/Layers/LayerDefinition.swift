package import Geometry
package import OrderedJSON

/// The definition of a layer or table, from a feature service's layer resource or a web map's
/// `layerDefinition`.
package struct LayerDefinition: Sendable, Equatable {
  /// The kinds of definitions.
  package enum Kind: Sendable, Equatable {
    /// A layer: rows with geometry.
    case layer
    /// A table: rows without geometry.
    case table
    /// A group of layers, without rows.
    case group
  }

  /// The number within the service.
  package var id: Int?
  /// The name. Empty if the document has none.
  package var name: String
  /// Layer, table or group.
  package var kind: Kind
  /// The geometry type of a layer. Nil for tables, and if the document does not state it.
  package var geometryType: EsriGeometryType?
  /// Whether geometries have heights.
  package var hasZ: Bool
  /// Whether geometries have measures.
  package var hasM: Bool
  /// The fields in order. Empty if the document lists none.
  package var fields: [Field]
  /// The object id field, spelled as in `fields`.
  package var objectIDField: String?
  /// The GlobalID field, spelled as in `fields`.
  package var globalIDField: String?
  /// The field with the feature type of a row, spelled as in `fields`.
  package var typeIDField: String?
  /// The field that represents a row in lists.
  package var displayField: String?
  /// The feature types.
  package var types: [FeatureType]
  /// Templates for new rows.
  package var templates: [FeatureTemplate]
  /// The relationship ends of this table.
  package var relationships: [Relationship]
  /// The allowed operations, or nil if the document does not state them.
  package var capabilities: Capabilities?
  /// Whether rows can have attachments.
  package var hasAttachments: Bool
  /// The filter, a where clause, or nil for all rows.
  package var definitionExpression: String?
  /// The scales at which it is drawn.
  package var scaleRange: ScaleRange
  /// The whole drawing definition: renderer and labels.
  package var drawingInfo: JSON?
  /// The editor tracking fields.
  package var editFieldsInfo: EditorTracking?
  /// The spatial reference, as Esri JSON.
  package var spatialReference: JSON?
  /// The box around all rows, in `spatialReference`.
  package var extent: Envelope?
  /// The whole definition, as it was read.
  package var source: JSONObject

  /// Whether the document defines the fields. Otherwise it only names the layer.
  package var isWhole: Bool { !fields.isEmpty }

  /// Reads a definition.
  ///
  /// - Parameter path: its path in the document, for the notices.
  /// - Throws: `notAnObject`, `serviceError`.
  package init(
    json: JSON, path: String = "", notices: inout MapNotices
  ) throws(MapModelError) {
    guard let object = json.object else { throw .notAnObject(path: path, found: json.kind) }
    if let error = ServiceAnswer.error(in: object) { throw error }
    self.init(Members(object, path: path), &notices)
  }

  init(_ members: Members, _ notices: inout MapNotices) {
    source = members.object
    id = members.int("id", &notices)
    name = members.name("name", &notices) ?? ""
    fields = members.elements("fields", &notices).compactMap { Field($0, &notices) }
    geometryType = Self.geometryType(members, &notices)
    kind = Self.kind(members, hasGeometry: geometryType != nil, &notices)
    hasZ = members.bool("hasZ", &notices) ?? false
    hasM = members.bool("hasM", &notices) ?? false
    types = members.elements("types", &notices).compactMap { FeatureType($0, &notices) }
    if types.isEmpty {
      types = members.elements("subtypes", &notices).compactMap { FeatureType($0, &notices) }
    }
    templates = members.elements("templates", &notices).map { FeatureTemplate($0, &notices) }
    relationships = members.elements("relationships", &notices)
      .compactMap { Relationship($0, &notices) }
    capabilities = members.string("capabilities", &notices).map { Capabilities(parsing: $0) }
    hasAttachments = members.bool("hasAttachments", &notices) ?? false
    definitionExpression = members.name("definitionExpression", &notices)
    scaleRange = ScaleRange(members, &notices)
    drawingInfo = members.value("drawingInfo")
    editFieldsInfo = members.members("editFieldsInfo", &notices)
      .flatMap { EditorTracking($0, &notices) }
    let box = members.members("extent", &notices)
    extent = box.flatMap { Envelope(esriExtent: $0, &notices) }
    spatialReference = members.value("spatialReference") ?? box?.value("spatialReference")
    displayField = nil
    nameFields(members, &notices)
  }

  /// Reads the names of special fields, in the spelling of the field list.
  private mutating func nameFields(_ members: Members, _ notices: inout MapNotices) {
    func field(_ keys: [String], _ type: FieldType?) -> String? {
      for key in keys {
        guard let name = members.string(key, &notices), !name.isEmpty else { continue }
        return fields.named(name)?.name ?? name
      }
      return type.flatMap { type in fields.first { $0.type == type }?.name }
    }
    objectIDField = field(["objectIdField"], .objectID)
    globalIDField = field(["globalIdField"], .globalID)
    typeIDField = field(["typeIdField", "subtypeField"], nil)
    displayField = field(["displayField"], nil)
  }

  private static func geometryType(
    _ members: Members, _ notices: inout MapNotices
  ) -> EsriGeometryType? {
    guard let name = members.string("geometryType", &notices), !name.isEmpty else { return nil }
    if let type = EsriGeometryType(name: name) { return type }
    notices.note(members.path("geometryType"), .unknownValue(name))
    return nil
  }

  private static func kind(
    _ members: Members, hasGeometry: Bool, _ notices: inout MapNotices
  ) -> Kind {
    switch members.string("type", &notices) {
    case "Table": .table
    case "Group Layer": .group
    default: hasGeometry || members.value("fields") == nil ? .layer : .table
    }
  }
}

extension Envelope {
  /// Reads `{xmin, ymin, xmax, ymax}`. Nil if a side is missing or `"NaN"`, as in an empty layer.
  init?(esriExtent members: Members, _ notices: inout MapNotices) {
    func side(_ key: String) -> Double? {
      if members.value(key)?.string == "NaN" { return nil }
      return members.double(key, &notices)
    }
    guard let minX = side("xmin"), let minY = side("ymin"), let maxX = side("xmax"),
      let maxY = side("ymax")
    else { return nil }
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
