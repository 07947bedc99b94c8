package import Geometry
package import OrderedJSON

/// The definition of a layer or table, as a feature service's layer resource or a web map's
/// `layerDefinition` gives it.
package struct LayerDefinition: Sendable, Equatable {
  /// What a definition describes.
  package enum Kind: Sendable, Equatable {
    /// Rows with shapes.
    case layer
    /// Rows without.
    case table
    /// Layers, no rows.
    case group
  }

  /// The number within the service.
  package var id: Int?
  /// The name; empty when the document gives none.
  package var name: String
  /// Layer, table or group.
  package var kind: Kind
  /// The shape of a layer's rows; nil for tables and where the document does not say.
  package var geometryType: EsriGeometryType?
  /// Whether shapes have heights.
  package var hasZ: Bool
  /// Whether shapes have measures.
  package var hasM: Bool
  /// The fields in order; empty when the document lists none.
  package var fields: [Field]
  /// The field of row numbers, spelled as in `fields`.
  package var objectIDField: String?
  /// The field of identities, spelled as in `fields`.
  package var globalIDField: String?
  /// The field that says which of `types` a row is, spelled as in `fields`.
  package var typeIDField: String?
  /// The field that stands for a row in lists.
  package var displayField: String?
  /// The kinds of row.
  package var types: [FeatureType]
  /// Ready-made new rows.
  package var templates: [FeatureTemplate]
  /// The ends of relationships at this table.
  package var relationships: [Relationship]
  /// What is allowed; nil when the document does not say.
  package var capabilities: Capabilities?
  /// Whether rows have photos or files.
  package var hasAttachments: Bool
  /// The filter, a where-clause; nil for all rows.
  package var definitionExpression: String?
  /// The scales it is drawn at.
  package var scaleRange: ScaleRange
  /// Renderer and labels, whole.
  package var drawingInfo: JSON?
  /// Who edited and when.
  package var editFieldsInfo: EditorTracking?
  /// The spatial reference, as Esri JSON.
  package var spatialReference: JSON?
  /// The box of all rows, in `spatialReference`.
  package var extent: Envelope?
  /// Everything, as it was read.
  package var source: JSONObject

  /// Whether the document gives the fields; otherwise it names the layer and no more.
  package var isWhole: Bool { !fields.isEmpty }

  /// Reads a definition.
  ///
  /// - Parameter path: where it stands in its document, for the notices.
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

  /// Takes the names of special fields, spelled as the field list spells them.
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
  /// Reads `{xmin, ymin, xmax, ymax}`; nil when a side is missing or `"NaN"`, as an empty layer's.
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
