import OrderedJSON

/// The author's settings for offline use of a map: `applicationProperties.offline`.
package struct OfflineSettings: Sendable, Equatable {
  /// What is downloaded for editable layers.
  package enum Download: String, Sendable {
    /// Only the schema.
    case none
    /// Rows without attachments.
    case features
    /// Rows and attachments.
    case featuresAndAttachments
  }

  /// What is downloaded for editable layers.
  package var editableLayers = Download.featuresAndAttachments
  /// Whether attachments of read-only layers are downloaded.
  package var downloadsReadOnlyAttachments = true
  /// Whether rows of tables without a relationship are downloaded. Nil if not stated.
  package var includesUnrelatedRows: Bool?
  /// The name of the base map file to look for on the device.
  package var referenceBasemapName: String?
  /// The ids of layers that stay online.
  package var connectedOnlineLayers: [String] = []

  /// The default settings: everything is downloaded.
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
