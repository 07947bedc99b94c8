/// A named place of a map.
package struct Bookmark: Sendable, Equatable {
  /// What people pick.
  package var name: String
  /// The place; nil when the map gives none that can be read.
  package var viewpoint: Viewpoint?

  /// Reads `{name, extent, viewpoint}`; the viewpoint wins over the extent.
  init(_ members: Members, _ notices: inout MapNotices) {
    // The name ArcGIS gives to a bookmark without one.
    name = members.name("name", &notices) ?? "Untitled"
    viewpoint = members.members("viewpoint", &notices).flatMap { Viewpoint($0, &notices) }
    if viewpoint == nil {
      viewpoint = members.members("extent", &notices).flatMap {
        Viewpoint(target: $0, &notices)
      }
    }
    if viewpoint == nil {
      notices.note(members.path("extent"), .missing(used: ""))
    }
  }
}
