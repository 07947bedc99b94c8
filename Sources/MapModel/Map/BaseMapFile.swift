/// A file of tiles that takes the place of layers of the base map.
package struct BaseMapFile: Sendable, Equatable {
  /// The name of the file, beside the project or the mobile map, or on devices.
  package var name: String
  /// The title that people read.
  package var title: String
  /// Whom to thank for the tiles, as plain text or HTML; nil if unknown.
  package var attribution: String?
  /// Whether it is drawn above the operational layers.
  package var isReference: Bool
  /// Whether it is on the devices once, for all packages, and in none of them.
  package var isOnDevices: Bool
  /// The name of the GeoJSON file beside it with the names of streets; nil without names.
  package var namesFile: String?

  /// Makes a description of a file.
  package init(
    name: String, title: String, attribution: String?, isReference: Bool, isOnDevices: Bool
  ) {
    self.name = name
    self.title = title
    self.attribution = attribution
    self.isReference = isReference
    self.isOnDevices = isOnDevices
  }
}
