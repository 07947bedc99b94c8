// A web map as defined by the Web Map Specification 2.37:
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
// Anything that is not read here stays in `source`, at its original position.

package import OrderedJSON

/// A parsed web map.
package struct WebMap: Sendable, Equatable {
  /// The version, or nil if the document has none that can be read.
  package var version: WebMapVersion?
  /// The item's title, if the map was wrapped in its item.
  package var title: String?
  /// The portal item's id, if the map was wrapped in its item.
  package var itemID: String?
  /// The layers as a tree, bottom first.
  package var layers: [OperationalLayer]
  /// The tables.
  package var tables: [OperationalLayer]
  /// Named views.
  package var bookmarks: [Bookmark]
  /// The base map, or nil if the map has none.
  package var baseMap: BaseMap?
  /// The spatial reference of the view, as Esri JSON.
  package var spatialReference: JSON?
  /// The initial view. Older maps have none.
  package var initialViewpoint: Viewpoint?
  /// The scale limits of the view.
  package var scaleRange: ScaleRange
  /// `system`, `unknown` or an IANA name, as written.
  package var timeZone: String?
  /// The author's settings for offline use.
  package var offline: OfflineSettings
  /// What was ignored, or read differently than written.
  package var notices: [MapNotice]
  /// The whole map document.
  package var source: JSON

  /// Reads a web map, or an item that contains one in `data`, `itemData`, `text` or, in mobile
  /// maps, `map`. A single operational layer is read as a map with one layer.
  ///
  /// - Throws: `notAnObject`, `serviceError`, `notAWebMap`, `webScene`, `unsupportedVersion`.
  package init(json: JSON) throws(MapModelError) {
    guard let object = json.object else { throw .notAnObject(path: "", found: json.kind) }
    if let error = ServiceAnswer.error(in: object) { throw error }
    var notes = MapNotices()
    let document = try MapDocument(object, &notes)
    let members = document.members
    if document.isScene { throw .webScene }
    version = try WebMapVersion.read(members, &notes)
    title = document.title
    itemID = document.itemID
    layers = members.elements("operationalLayers", &notes).map {
      OperationalLayer($0, isTable: false, inheriting: .init(), &notes)
    }
    tables = members.elements("tables", &notes).map {
      OperationalLayer($0, isTable: true, inheriting: .init(), &notes)
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
    Self.makeUnique(&layers, taken: &taken, notices: &notes)
    Self.makeUnique(&tables, taken: &taken, notices: &notes)
    notices = notes.list
  }

  /// Gives a layer whose id is already used another id, based on its position.
  private static func makeUnique(
    _ layers: inout [OperationalLayer], taken: inout Set<String>, notices: inout MapNotices
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
      makeUnique(&layers[index].layers, taken: &taken, notices: &notices)
    }
  }
}
