import MapModel
package import OrderedJSON

// A layer's `popupInfo` (Web Map Specification 2.37, object popupInfo) comes in two forms:
//
//   classic    description, mediaInfos and showAttachments each say one block
//   elements   popupElements lists the blocks; a block without content of its own takes it from
//              the members of the classic form
//
// Reading resolves both into one list of elements.

/// What a map says about the pop-ups of a layer, as written but for names and fallbacks.
package struct PopupDefinition: Sendable, Equatable {
  /// The title, with tokens; empty when there is none.
  package var title: String
  /// The fields with labels and formats, those the map hides included.
  package var fields: [PopupFieldInfo]
  /// The blocks in order, with every fallback applied.
  package var elements: [Element]
  /// The Arcade expressions.
  package var expressions: [PopupExpression]
  /// Whether related records are shown; nil when the map does not say.
  package var showsRelatedRecords: Bool?
  /// The order of related records; empty when the map gives none.
  package var relatedOrder: [PopupOrder]
  /// Whether the classic form shows photos and files.
  package var showsAttachments: Bool
  /// Whether it is shown who changed the record, and when.
  package var showsLastEdit: Bool

  /// One block of a pop-up. Texts carry tokens.
  package enum Element: Sendable, Equatable {
    /// A table of fields.
    case fields(title: String, description: String, fields: [PopupFieldInfo])
    /// Markup.
    case text(String)
    /// Images and charts.
    case media(title: String, description: String, items: [PopupMediaInfo])
    /// Photos and files.
    case attachments(title: String, description: String)
    /// Related records, by the relationship's id.
    case relationship(
      id: Int, title: String, description: String, displayCount: Int?, order: [PopupOrder])
    /// What an expression returns.
    case expression(PopupExpression)
  }

  /// Reads a `popupInfo`; anything but an object is read as an empty one.
  ///
  /// - Parameters:
  ///   - path: where it stands in its document, for the notices.
  ///   - notices: what is shown otherwise than written, or not at all.
  package init(json: JSON, path: String = "popupInfo", notices: inout [PopupNotice]) {
    var reader = PopupReader()
    let members = Members(json.object ?? JSONObject(), path: path)
    if json.object == nil {
      reader.notes.note(path, .wrongKind(expected: .object, found: json.kind))
    }
    title = reader.text("title", of: members)
    fields = reader.fields("fieldInfos", of: members) ?? []
    expressions = reader.expressions(of: members)
    let related = members.members("relatedRecordsInfo", &reader.notes)
    showsRelatedRecords = related?.bool("showRelatedRecords", &reader.notes)
    relatedOrder = related.flatMap { reader.order("orderByFields", of: $0) } ?? []
    showsAttachments = members.bool("showAttachments", &reader.notes) ?? false
    showsLastEdit = members.bool("showLastEditInfo", &reader.notes) ?? true
    elements = []
    let classic = ClassicContent(
      description: reader.text("description", of: members),
      media: reader.media("mediaInfos", of: members) ?? [], fields: fields,
      relatedOrder: relatedOrder)
    let listed = reader.bounded(
      members.elements("popupElements", &reader.notes), at: members.path("popupElements"))
    elements =
      listed.isEmpty
      ? classic.elements(withAttachments: showsAttachments)
      : reader.elements(listed, falling: classic)
    notices += reader.notices
  }

  /// The pop-up of a layer for which the map has none: its own fields, all visible.
  init(fields: [PopupFieldInfo], title: String, showsAttachments: Bool) {
    self.title = title
    self.fields = fields
    elements = [.fields(title: "", description: "", fields: fields)]
    expressions = []
    showsRelatedRecords = nil
    relatedOrder = []
    self.showsAttachments = showsAttachments
    showsLastEdit = true
  }
}

/// One key of an order of records.
package struct PopupOrder: Sendable, Equatable {
  /// The field's name.
  package var field: String
  /// Whether the greatest value comes first.
  package var isDescending: Bool

  /// A key from its parts.
  package init(field: String, isDescending: Bool) {
    self.field = field
    self.isDescending = isDescending
  }
}
