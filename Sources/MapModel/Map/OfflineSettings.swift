import OrderedJSON

/// What the map's author wants in packages: `applicationProperties.offline` of a web map.
package struct OfflineSettings: Sendable, Equatable {
  /// What a package has of a layer.
  package enum Download: String, Sendable {
    /// No records, so that crews only add some.
    case none
    /// Records without attachments.
    case features
    /// Records and attachments.
    case featuresAndAttachments
  }

  /// What packages have of editable layers.
  package var editableLayers = Download.featuresAndAttachments
  /// Whether packages have the attachments of read-only layers.
  package var downloadsReadOnlyAttachments = true
  /// Whether packages have records of tables without a relationship.
  package var includesUnrelatedRows = true
  /// The IDs of layers that stay online.
  package var connectedOnlineLayers: [String] = []

  /// The default settings: packages have everything.
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
    // An object in the specification's example, an array in the maps of apps.
    let tables =
      members.value("tables")?.object == nil
      ? members.elements("tables", &notices).first : members.members("tables", &notices)
    includesUnrelatedRows = tables?.bool("includeRows", &notices) ?? true
    connectedOnlineLayers = members.elements("connectedOnlineLayers", &notices)
      .compactMap { $0.string("id", &notices) }
  }

  /// What packages have of a layer or table.
  package func download(isEditable: Bool) -> Download {
    if isEditable { return editableLayers }
    return downloadsReadOnlyAttachments ? .featuresAndAttachments : .features
  }
}
