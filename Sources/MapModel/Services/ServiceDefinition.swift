// The documents that define the layers of a service. All are read here:
//
//   {layers: [{…}], tables: [{…}], capabilities, …}   FeatureServer, or its allLayersAndTables;
//                                                     elements whole, or only id and name
//   {id, name, type, fields: […], …}                  one layer
//   {service: {…}, layers: […], tables: […]}          a solution template's service
//   [{…}, {…}] or {name: {…}, name: {…}}              several of these, saved together
//   {layers: [{id, popupInfo}], …}                    the portal item's data

package import OrderedJSON

/// The layers and tables of a feature service.
package struct ServiceDefinition: Sendable, Equatable {
  /// The URL of the service, if the document has it.
  package private(set) var url: String?
  /// The portal item, if the document has it.
  package private(set) var itemID: String?
  /// The operations that the whole service allows.
  package private(set) var capabilities: Capabilities?
  /// Whether replicas of it may be created. Nil if not stated.
  package private(set) var isSyncEnabled: Bool?
  /// The spatial reference of the service, as Esri JSON.
  package private(set) var spatialReference: JSON?
  /// Layers and tables by ascending id. Those without an id are at the end.
  package private(set) var layers: [LayerDefinition] = []
  /// What the service's portal item says about its layers.
  package private(set) var item = ItemData()
  /// What was ignored, or read differently than written.
  package private(set) var notices: [MapNotice] = []

  /// The maximum nesting of wrapped documents.
  private static let deepest = 3

  /// Reads any of the documents above.
  ///
  /// - Throws: `notAnObject`, `serviceError` if the document is one, `notAService` if it defines no
  ///   layer.
  package init(json: JSON) throws(MapModelError) {
    var notes = MapNotices()
    switch json {
    case .object(let object):
      if let error = ServiceAnswer.error(in: object) { throw error }
      take(Members(object, path: ""), depth: 0, &notes)
      if layers.isEmpty { throw .notAService(members: object.keys) }
    case .array(let elements):
      take(elements, path: "", depth: 0, &notes)
      if layers.isEmpty { throw .notAService(members: []) }
    default: throw .notAnObject(path: "", found: json.kind)
    }
    for index in layers.indices where layers[index].capabilities == nil {
      layers[index].capabilities = capabilities
    }
    layers.sort { ($0.id ?? .max, $0.name) < ($1.id ?? .max, $1.name) }
    notices = notes.list
  }

  /// Returns the layer or table with this number.
  package func layer(id: Int) -> LayerDefinition? {
    layers.first { $0.id == id }
  }

  /// Returns the layer or table with this name, ignoring case.
  package func layer(named name: String) -> LayerDefinition? {
    layers.first { $0.name.isSameName(as: name) }
  }

  private mutating func take(
    _ elements: [JSON], path: String, depth: Int, _ notes: inout MapNotices
  ) {
    for (index, element) in elements.enumerated() {
      guard let object = element.object else { continue }
      take(Members(object, path: "\(path)[\(index)]"), depth: depth + 1, &notes)
    }
  }

  private mutating func take(_ members: Members, depth: Int, _ notes: inout MapNotices) {
    if members.value("fields")?.array != nil {
      add(LayerDefinition(members, &notes))
    } else if members.value("layers")?.array != nil || members.value("tables")?.array != nil {
      takeService(members, &notes)
    } else if Self.namesItem(members) {
      takeItem(members, &notes)
    } else if depth < Self.deepest {
      for key in members.object.keys {
        switch members.value(key) {
        case .object(let object):
          take(Members(object, path: members.path(key)), depth: depth + 1, &notes)
        case .array(let elements):
          take(elements, path: members.path(key), depth: depth + 1, &notes)
        default: continue
        }
      }
    }
  }

  private mutating func takeService(_ members: Members, _ notes: inout MapNotices) {
    let root = members.members("service", &notes) ?? members
    url = url ?? root.value("url")?.string
    itemID = itemID ?? root.name("serviceItemId", &notes)
    capabilities =
      capabilities ?? root.string("capabilities", &notes).map { Capabilities(parsing: $0) }
    isSyncEnabled = isSyncEnabled ?? root.bool("syncEnabled", &notes)
    spatialReference = spatialReference ?? root.value("spatialReference")
    for key in ["layers", "tables"] {
      for element in members.elements(key, &notes) {
        item.add(.object(element.object))
        // An item's part describes a layer but does not name it.
        guard element.value("name") != nil || element.value("fields") != nil else { continue }
        var definition = LayerDefinition(element, &notes)
        if key == "tables" { definition.kind = .table }
        add(definition)
      }
    }
  }

  private static func namesItem(_ members: Members) -> Bool {
    members.value("url")?.string != nil && members.value("type")?.string != nil
  }

  private mutating func takeItem(_ members: Members, _ notes: inout MapNotices) {
    url = url ?? members.string("url", &notes)
    itemID = itemID ?? members.name("id", &notes)
  }

  /// Adds a definition, or keeps the fuller of two definitions of one layer. Of two whole ones, it
  /// keeps the first.
  private mutating func add(_ definition: LayerDefinition) {
    let known = layers.firstIndex {
      definition.id == nil ? $0.name == definition.name : $0.id == definition.id
    }
    guard let known else { return layers.append(definition) }
    if !layers[known].isWhole, definition.isWhole { layers[known] = definition }
  }
}
