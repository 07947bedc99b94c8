import Arcade
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Popups

/// What part of a package goes into a site.
struct SitePlan: Sendable {
  let map: StoredMap
  let title: String
  /// The layers in drawing order, bottom first, followed by the tables.
  let layers: [SiteLayer]
  /// The published fields of each layer.
  let disclosures: [FieldDisclosure]
  /// For each layer, whether people can open its records.
  let isIdentifiable: [Bool]
  let timeZone: TimeZoneRules
  let timeZoneName: String
  /// Whether the site is public.
  let isPublic: Bool
  /// When the data was packed, in milliseconds since 1970 UTC; if unknown, the time of the request.
  /// The pages show its day, so that they stay the same on another day.
  let built: Int64
  /// The current time for expressions.
  let clock: Int64
  var findings: [Finding] = []

  /// Names that pages and folders of a site already use.
  private static let reserved = Set(["meta"] + PageBaseMap.folders)

  init(_ map: StoredMap, _ package: OpenPackage, _ request: SiteRequest) throws {
    self.map = map
    title = request.title ?? map.title
    if request.title == nil, !map.isTitled {
      findings.append(
        Finding(
          .mapTitleMissing, subject: title,
          "The map has no title, so the pages have the name of its file."))
    }
    isPublic = request.isPublic
    var request = request
    request.layers = request.layers.map(package.layer)
    request.allowedFields = request.allowedFields.map {
      (package.layer(called: $0.layer), $0.fields)
    }
    let tables = try Self.chosen(map.tables, request.layers)
    built = package.created.flatMap { DateText.milliseconds($0) } ?? request.now
    clock = request.clock ?? built
    var names = SiteNames(taken: Self.reserved)
    var layers: [SiteLayer] = []
    // What has shapes is a layer, whatever its definition says.
    let isDrawn = try tables.map { try package.store.table(named: $0.name).geometry != nil }
    let drawn = zip(tables, isDrawn)
    for table in drawn.filter(\.1).map(\.0) + drawn.filter({ !$0.1 }).map(\.0) {
      let id = names.make(table.layer.title, fallback: "layer")
      layers.append(try SiteLayer(table, id: id, in: package.store, clock: clock))
    }
    for index in layers.indices {
      let first = layers.firstIndex { $0.store.name == layers[index].store.name }
      layers[index].photoPrefix = layers[first ?? index].id
    }
    self.layers = layers
    for allowed in request.allowedFields
    where !layers.contains(where: { $0.isNamed(allowed.layer) }) {
      throw PublishingError.noSuchLayer(name: allowed.layer, layers: layers.map(\.title))
    }
    var disclosures: [FieldDisclosure] = []
    for layer in layers {
      let keys = map.relationships.flatMap { link in
        (link.origin == layer.store.name ? [link.originField] : [])
          + (link.destination == layer.store.name ? [link.destinationField] : [])
      }
      disclosures.append(try FieldDisclosure(layer, keys: keys, request))
    }
    self.disclosures = disclosures
    isIdentifiable = layers.map { layer in
      layer.table.layer.isPopupEnabled || layer.table.layer.popupInfo == nil
    }
    (timeZone, timeZoneName) = try Self.zone(requested: request.timeZone, map: map.map.timeZone)
    for other in map.map.allFeatureLayers() {
      guard !map.tables.contains(where: { $0.operational.id == other.id }) else { continue }
      findings.append(
        Finding(
          .layerNotInPackage, subject: other.title, "The package does not contain this layer."))
    }
  }

  private static func chosen(
    _ tables: [StoredMap.Table], _ names: [String]
  ) throws -> [StoredMap.Table] {
    guard !names.isEmpty else { return tables }
    var chosen: Set<Int> = []
    for name in names {
      // Layers of one table share its name, which is often the title of one of them.
      var found = tables.indices.filter { tables[$0].layer.title.isSameName(as: name) }
      if found.isEmpty {
        found = tables.indices.filter { index in
          tables[index].name.isSameName(as: name) || tables[index].layer.id.isSameName(as: name)
        }
      }
      guard !found.isEmpty else {
        throw PublishingError.noSuchLayer(name: name, layers: tables.map(\.layer.title))
      }
      chosen.formUnion(found)
    }
    return chosen.sorted().map { tables[$0] }
  }

  private static func zone(
    requested: String?, map: String?
  ) throws -> (TimeZoneRules, String) {
    if let requested { return (try TimeZoneRules(name: requested), requested) }
    if let map, let rules = TimeZoneRules(map: map) { return (rules, map) }
    return (.utc, "UTC")
  }

  /// The spatial reference in which expressions see geometries: the map's, or that of the first
  /// layer if the map has none.
  var spatialReference: ShapeReference? {
    map.map.spatialReference.flatMap { ShapeReference(esriJSON: $0) }
      ?? layers.lazy.compactMap(\.schema.geometry).first.map {
        ShapeReference($0.spatialReference)
      }
  }

  /// Returns the layer that stands for a table of the store: one that shows all of its records, if
  /// there is any. Nil if the site has no layer of the table.
  func mainLayer(ofTable name: String) -> Int? {
    layers.firstIndex { $0.store.name == name && $0.clause == nil }
      ?? layers.firstIndex { $0.store.name == name }
  }

  /// Returns what the pop-ups of a layer know besides its records.
  ///
  /// - Parameter tables: The result of ``expressionTables(_:)``.
  func setting(ofLayer index: Int, _ tables: ArcadeTables) -> PopupSetting {
    PopupSetting(
      now: clock, timeZone: timeZone, tables: tables, layerTable: index,
      visibleColumns: disclosures[index].columns, spatialReference: spatialReference)
  }

  /// Returns the tables related to a layer that are published and whose records can be opened.
  func related(to layer: SiteLayer) -> [(table: RelatedTable, layer: Int)] {
    var result: [(table: RelatedTable, layer: Int)] = []
    for (index, link) in map.relationships.enumerated() {
      for role in [Relationship.Role.origin, .destination] {
        let isOrigin = role == .origin
        guard (isOrigin ? link.origin : link.destination) == layer.store.name else { continue }
        let name = isOrigin ? link.destination : link.origin
        guard let other = mainLayer(ofTable: name), isIdentifiable[other]
        else { continue }
        let keyField = isOrigin ? link.originField : link.destinationField
        let declared = layer.definition.relationships.first { $0.id == link.id && $0.role == role }
        let relationship =
          declared
          ?? Relationship(
            id: link.id ?? 1_000_000 + index, name: link.name, relatedTableID: -1,
            cardinality: link.cardinality, role: role, keyField: keyField,
            isComposite: link.isComposite)
        result.append(
          (
            RelatedTable(
              relationship: relationship,
              keyField: isOrigin ? link.destinationField : link.originField,
              title: layers[other].title, definition: layers[other].definition,
              popupInfo: disclosures[other].popupInfo, schema: layers[other].schema),
            other
          ))
      }
    }
    return result
  }
}
