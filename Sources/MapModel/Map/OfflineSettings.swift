import OrderedJSON

/// What the author of a map decided about taking it offline: `applicationProperties.offline`.
package struct OfflineSettings: Sendable, Equatable {
  /// What editable layers carry along.
  package enum Download: String, Sendable {
    /// The schema alone.
    case none
    /// Rows without photos.
    case features
    /// Everything.
    case featuresAndAttachments
  }

  /// For editable layers.
  package var editableLayers = Download.featuresAndAttachments
  /// Whether read-only layers bring their photos.
  package var downloadsReadOnlyAttachments = true
  /// Whether tables that no relationship reaches bring their rows; nil when not said.
  package var includesUnrelatedRows: Bool?
  /// The base map file to look for on the device.
  package var referenceBasemapName: String?
  /// Ids of layers that stay online.
  package var connectedOnlineLayers: [String] = []

  /// The settings of a map that has none: everything goes.
  package init() {}

  init(_ members: Members, _ notices: inout MapNotices) {
    if let layers = members.members("editableLayers", &notices),
      let text = layers.string("download", &notices)
    {
      if let download = Download(rawValue: text) {
        editableLayers = download
      } else {
        notices.note(layers.path("download"), .unknownValue(text))
      }
    }
    if let layers = members.members("readonlyLayers", &notices) {
      downloadsReadOnlyAttachments = layers.bool("downloadAttachments", &notices) ?? true
    }
    let tables = members.elements("tables", &notices).first
    includesUnrelatedRows = tables?.bool("includeRows", &notices)
    if let basemap = members.members("offlinebasemap", &notices) {
      referenceBasemapName = basemap.string("referenceBasemapName", &notices)
    }
    connectedOnlineLayers = members.elements("connectedOnlineLayers", &notices)
      .compactMap { $0.string("id", &notices) }
  }
}
