// A web map, as the Web Map Specification 2.37 has it:
//
//   operationalLayers[]   bottom first; groups hold layers
//   tables[]              without shapes
//   baseMap               baseMapLayers[]
//   spatialReference      of the view
//   version, authoringApp, authoringAppVersion
//   initialState          viewpoint {targetGeometry, scale, rotation}; older maps have none
//   bookmarks[]           extent or viewpoint
//   minScale, maxScale    limits of the view
//   timeZone              system | unknown | IANA name
//   applicationProperties offline {…}
//
// Whatever is not read here stays in `source`, in its place.

package import OrderedJSON

/// A web map as values.
package struct WebMap: Sendable, Equatable {
  /// nil when the document gives none that can be read.
  package var version: WebMapVersion?
  /// The item's title, where the map came wrapped in its item.
  package var title: String?
  /// The portal item, where the map came wrapped in it.
  package var itemID: String?
  /// The layers as a tree, bottom first.
  package var layers: [OperationalLayer]
  /// The tables.
  package var tables: [OperationalLayer]
  /// Named places.
  package var bookmarks: [Bookmark]
  /// What lies behind; nil when the map gives none.
  package var baseMap: BaseMap?
  /// Of the view, as Esri JSON.
  package var spatialReference: JSON?
  /// Where the map opens; older maps do not say.
  package var initialViewpoint: Viewpoint?
  /// The limits of the view.
  package var scaleRange: ScaleRange
  /// `system`, `unknown` or an IANA name, as written.
  package var timeZone: String?
  /// What the author decided about taking it offline.
  package var offline: OfflineSettings
  /// What was passed over or read otherwise than written.
  package var notices: [MapNotice]
  /// The map document, whole.
  package var source: JSON

  /// Reads a web map, an item around one (in `data`, `itemData`, `text` or, as mobile maps have it,
  /// `map`), or a single operational layer, which becomes a map of one layer.
  ///
  /// - Throws: `notAnObject`, `serviceError`, `notAWebMap`, `unsupportedVersion`.
  package init(json: JSON) throws(MapModelError) {
    guard let object = json.object else { throw .notAnObject(path: "", found: json.kind) }
    if let error = ServiceAnswer.error(in: object) { throw error }
    var notes = MapNotices()
    let document = try MapDocument(object, &notes)
    let members = document.members
    version = try WebMapVersion.read(members, &notes)
    title = document.title
    itemID = document.itemID
    layers = members.elements("operationalLayers", &notes).map {
      OperationalLayer($0, isTable: false, in: .init(), &notes)
    }
    tables = members.elements("tables", &notes).map {
      OperationalLayer($0, isTable: true, in: .init(), &notes)
    }
    bookmarks = members.elements("bookmarks", &notes).map { Bookmark($0, &notes) }
    baseMap = members.members("baseMap", &notes).map { BaseMap($0, &notes) }
    spatialReference = members.object("spatialReference", &notes).map { .object($0) }
    initialViewpoint = members.members("initialState", &notes)
      .flatMap { $0.members("viewpoint", &notes) }.flatMap { Viewpoint($0, &notes) }
    scaleRange = ScaleRange(members, &notes)
    timeZone = members.string("timeZone", &notes)
    offline =
      members.members("applicationProperties", &notes)
      .flatMap { $0.members("offline", &notes) }.map { OfflineSettings($0, &notes) }
      ?? OfflineSettings()
    source = .object(members.object)
    var taken: Set<String> = []
    Self.makeUnique(&layers, &taken, &notes)
    Self.makeUnique(&tables, &taken, &notes)
    notices = notes.list
  }

  /// The most zoomed-out scale's denominator; 0 without a limit.
  package var minScale: Double { scaleRange.minimum }
  /// The most zoomed-in scale's denominator; 0 without a limit.
  package var maxScale: Double { scaleRange.maximum }

  /// Gives a layer whose id is taken another, by its order.
  private static func makeUnique(
    _ layers: inout [OperationalLayer], _ taken: inout Set<String>, _ notices: inout MapNotices
  ) {
    for index in layers.indices {
      let id = layers[index].id
      var unique = id
      var number = 2
      while !taken.insert(unique).inserted {
        unique = "\(id)-\(number)"
        number += 1
      }
      if unique != id {
        notices.note(layers[index].title, .duplicateID(id, used: unique))
        layers[index].id = unique
      }
      makeUnique(&layers[index].layers, &taken, &notices)
    }
  }
}
