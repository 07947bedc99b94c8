/// A named view of a map.
package struct Bookmark: Sendable, Equatable {
  /// The name that people choose.
  package var name: String
  /// The view, or nil if the map has none that can be read.
  package var viewpoint: Viewpoint?

  /// Reads `{name, extent, viewpoint}`. The viewpoint has precedence over the extent.
  init(_ members: Members, _ notices: inout MapNotices) {
    // ArcGIS's name for a bookmark without a name.
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
