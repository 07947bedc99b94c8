import MapModel
package import OrderedJSON

// A layer's `popupInfo` (Web Map Specification 2.37, object popupInfo) has two forms:
//
//   classic    description, mediaInfos and showAttachments each define one block
//   elements   popupElements lists the blocks; a block without content takes it from the members
//              of the classic form
//
// The reader turns both into one list of elements.

/// What a map says about the pop-ups of a layer. Only names and fallbacks are resolved.
package struct PopupDefinition: Sendable, Equatable {
  /// The title, with tokens; may be empty.
  package var title: String
  /// The fields with labels and formats, including those the map hides.
  package var fields: [PopupFieldInfo]
  /// The blocks in order, with all fallbacks applied.
  package var elements: [Element]
  /// The Arcade expressions.
  package var expressions: [PopupExpression]
  /// Whether related records are shown; nil if the map does not say.
  package var showsRelatedRecords: Bool?
  /// The order of related records; empty if the map does not give one.
  package var relatedOrder: [PopupOrder]
  /// Whether the classic form shows attachments.
  package var showsAttachments: Bool
  /// Whether the pop-up shows who changed the record last, and when.
  package var showsLastEdit: Bool

  /// One block of a pop-up. Its texts contain tokens.
  package typealias Element = PopupBlock<WrittenPopup>

  /// Reads a `popupInfo`. Anything but an object is read as an empty object.
  ///
  /// - Parameters:
  ///   - path: The location of the `popupInfo` in its document, used in notices.
  ///   - notices: Receives what is shown differently than written, or not at all.
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
      : reader.elements(listed, fallback: classic)
    notices += reader.notices
  }

  /// The pop-up of a layer that has none in the map: all its fields, all visible.
  init(fields: [PopupFieldInfo], title: String, showsAttachments: Bool) {
    self.title = title
    self.fields = fields
    elements = [.fields(PopupTable(title: "", description: "", rows: fields))]
    expressions = []
    showsRelatedRecords = nil
    relatedOrder = []
    self.showsAttachments = showsAttachments
    showsLastEdit = true
  }
}

/// A pop-up as the map has it.
package enum WrittenPopup: PopupStage {
  package typealias Text = String
  package typealias Row = PopupFieldInfo
  package typealias Item = PopupMediaInfo
  package typealias Order = [PopupOrder]
  package typealias Expression = PopupExpression
}

/// One sort key for related records.
package struct PopupOrder: Sendable, Equatable {
  /// The field's name.
  package var field: String
  /// Whether the largest value comes first.
  package var isDescending: Bool

  /// Creates a sort key.
  package init(field: String, isDescending: Bool) {
    self.field = field
    self.isDescending = isDescending
  }
}
