// The map of a package, as JSON text in its store (`urn:fieldpack:map:1`):
//
//   format         "fieldpack.map/1"
//   title          the title of the map
//   titled         false if the title is only the name of the map's file; else missing
//   credits[]      the owners of the data
//   map            the web map as read, without the features of feature collections
//   tables[]       each packed layer and table, in the map's order
//     table        its name in the store; several layers may show one table
//     layer        the id of the map's layer
//     editable     whether crews may edit it
//     minted       from which field its GlobalIDs were made; missing if they weren't
//       field      the name of the field
//       scope      what the values of the field belong to
//     definition   the effective definition: fields, domains, types, relationships, drawing, …
//   item         the pop-up, if only the portal item has it
//   relationships[] both ends by table and field, with the ID that the services gave
//   rules[]        the rules for a merge, as in the bindings; missing if there are none

import Bytes
package import FeatureData
package import MapModel
package import OrderedJSON

/// The map of a package, with which a single store can be shown as its author meant it.
package struct StoredMap: Sendable {
  /// Identifies the text in the store with the map.
  package static let standard = "urn:fieldpack:map:1"
  package static let format = "fieldpack.map/1"

  /// The web map.
  package var map: WebMap
  /// The map's time zone; nil if it has none.
  package var clock: TimeZoneRules? { TimeZoneRules(map: map.timeZone) }
  /// The title of the map.
  package var title: String
  /// Whether somebody gave the title. Otherwise it is the name of the map's file.
  package var isTitled: Bool
  /// The owners of the data, each once.
  package var credits: [String]
  /// The packed layers and tables in the map's order: layers from the bottom up, then the tables.
  /// Several layers may show one table of the store.
  package var tables: [Table]
  /// The relationships between packed tables.
  package var relationships: [Link]
  /// The rules of the map, for ``MapRules``; nil without rules. Only a merge needs them.
  package var rules: JSON?

  /// A packed layer or table.
  package struct Table: Sendable {
    /// Its name in the store.
    package var name: String
    /// The layer as the map, the item and the service define it together.
    package var layer: EffectiveLayer
    /// The layer's entry in the map.
    package var operational: OperationalLayer
    /// Whether crews may edit it.
    package var isEditable: Bool
    /// How records got GlobalIDs from a field; nil if they had their own.
    package var minting: GlobalIDMinting?
    /// Which records of its table the layer shows, as a where clause; nil if all. A table that no
    /// other layer shows has only the layer's own records.
    package var filter: String?
  }

  /// A relationship between two packed tables.
  package struct Link: Sendable, Equatable {
    /// The ID that services give both ends; nil if a bindings document declares it.
    package var id: Int?
    package var name: String
    /// The one side: a table of the store, and its key field.
    package var origin: String
    package var originField: String
    /// The many side.
    package var destination: String
    package var destinationField: String
    package var cardinality: Relationship.Cardinality
    package var isComposite: Bool
  }
}

extension StoredMap {
  /// The layers that show a table of the store, the one that stands for it first: one that shows
  /// all records, if there is any.
  package func layers(ofTable name: String) -> [Table] {
    let shown = tables.filter { $0.name.isSameName(as: name) }
    return shown.filter { $0.layer.definition.definitionExpression == nil }
      + shown.filter { $0.layer.definition.definitionExpression != nil }
  }

  /// The layer that stands for a table of the store; nil if no layer shows it.
  package func layer(ofTable name: String) -> Table? { layers(ofTable: name).first }

  /// The title of a table of the store for people; nil if no layer shows it.
  package func title(ofTable name: String) -> String? {
    let layers = layers(ofTable: name)
    return layers.isEmpty ? nil : SharedTable.title(of: layers.map(\.layer))
  }

  /// One layer for each table of the store: the one that stands for it.
  package var storeTables: [Table] {
    var names: [String] = []
    for table in tables where !names.contains(where: { $0.isSameName(as: table.name) }) {
      names.append(table.name)
    }
    return names.compactMap(layer)
  }

  /// The same map with other names for some tables.
  package func renamingTables(_ names: [(stored: String, alias: String)]) -> StoredMap {
    func name(_ table: String) -> String {
      names.first { $0.stored.isSameName(as: table) }?.alias ?? table
    }
    var map = self
    for index in map.tables.indices { map.tables[index].name = name(tables[index].name) }
    for index in map.relationships.indices {
      map.relationships[index].origin = name(relationships[index].origin)
      map.relationships[index].destination = name(relationships[index].destination)
    }
    return map
  }

  /// Reads the text of a store.
  ///
  /// - Throws: `PackagingError.notAPackage`, `LocatedError`.
  package init(reading text: String, path: String) throws {
    let json = try JSONDocument.parse(Array(text.utf8), path: path)
    guard json["format"]?.string == Self.format, let document = json["map"] else {
      throw PackagingError.notAPackage(path: path, expected: "a map of the form \(Self.format)")
    }
    map = try about(path) {
      try WebMap(json: document)
    }
    title = json["title"]?.string ?? map.title ?? ""
    isTitled = json["titled"]?.bool ?? true
    credits = json["credits"]?.array?.compactMap(\.string) ?? []
    let layers = map.allFeatureLayers()
    tables = json["tables"]?.array?.compactMap { Table($0, layers) } ?? []
    relationships = json["relationships"]?.array?.compactMap { Link($0) } ?? []
    rules = json["rules"]
    for index in tables.indices where self.layers(ofTable: tables[index].name).count > 1 {
      tables[index].filter = tables[index].layer.definition.definitionExpression
    }
  }
}

extension StoredMap.Table {
  fileprivate init?(_ json: JSON, _ layers: [OperationalLayer]) {
    guard let name = json["table"]?.string, let id = json["layer"]?.string,
      let operational = layers.first(where: { $0.id.hasSameUTF8(as: id) })
    else { return nil }
    var notices = MapNotices()
    let definition = json["definition"].flatMap {
      try? LayerDefinition(json: $0, path: name, notices: &notices)
    }
    self.name = name
    self.operational = operational
    layer = EffectiveLayer(service: definition, item: json["item"], map: operational)
    isEditable = json["editable"]?.bool ?? false
    if let field = json["minted"]?["field"]?.string, let scope = json["minted"]?["scope"]?.string {
      minting = GlobalIDMinting(scope: scope, field: field)
    }
  }
}

extension StoredMap.Link {
  fileprivate init?(_ json: JSON) {
    func text(_ key: String) -> String? { json[key]?.string }
    guard let origin = text("origin"), let originField = text("originField"),
      let destination = text("destination"), let destinationField = text("destinationField")
    else { return nil }
    self.init(
      id: json["id"]?.int, name: text("name") ?? "", origin: origin, originField: originField,
      destination: destination, destinationField: destinationField,
      cardinality: text("cardinality").flatMap { .init(rawValue: $0) } ?? .oneToMany,
      isComposite: json["composite"]?.bool ?? false)
  }
}
