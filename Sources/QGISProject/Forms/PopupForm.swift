import MapModel
import OrderedJSON
import Popups

/// A layer's pop-up, as far as a form can show it.
struct PopupForm: Sendable {
  /// A part of a form, in the order of the pop-up.
  enum Part: Sendable, Equatable {
    /// Fields by name, with a title that may be empty.
    case fields(title: String, names: [String])
    /// The attachments.
    case attachments(title: String)
    /// Related records, by the ID of the relationship.
    case related(id: Int, title: String)
  }

  var title: String
  var parts: [Part]
  /// Whether the form shows related records that no element names.
  var showsOtherRelated: Bool
  /// The parts that forms can't show.
  var leftOut: [String] = []
  private var labels: [(name: String, label: String)] = []
  private var locked: [String] = []

  /// The form of a layer; the form has all fields if the map has no pop-up.
  init(_ layer: EffectiveLayer) {
    guard let json = layer.popupInfo else {
      title = ""
      parts = [.fields(title: "", names: Self.plainFields(of: layer))]
      if layer.hasAttachments { parts.append(.attachments(title: "")) }
      showsOtherRelated = true
      return
    }
    var notices: [PopupNotice] = []
    let popup = PopupDefinition(json: json, notices: &notices)
    title = popup.title
    parts = []
    showsOtherRelated = popup.showsRelatedRecords != false
    labels = popup.fields.compactMap { field in field.label.map { (field.name, $0) } }
    locked = (json["fieldInfos"]?.array ?? []).filter { $0["isEditable"]?.bool == false }
      .compactMap { $0["fieldName"]?.string }
    for element in popup.elements { add(element, popup) }
    for case .unknownKind(_, let name) in notices {
      leftOut.append("an element of the pop-up of the type \"\(name)\"")
    }
    // A pop-up for viewing may hide attachments, but crews add them.
    if layer.hasAttachments, !parts.contains(where: \.isAttachments) {
      parts.append(.attachments(title: ""))
    }
  }

  /// Adds what forms have for an element, or reports that it is left out.
  private mutating func add(_ element: PopupDefinition.Element, _ popup: PopupDefinition) {
    if case .fields(let table) = element {
      let shown = table.rows.filter(\.isVisible)
      for field in shown {
        if let label = field.label { labels.insert((field.name, label), at: 0) }
      }
      parts.append(.fields(title: table.title, names: shown.map(\.name)))
    } else if case .attachments(let heading) = element {
      parts.append(.attachments(title: heading.title))
    } else if case .relationship(let list) = element {
      parts.append(.related(id: list.relation, title: list.title))
    } else {
      // The pop-up shows a description instead of the fields, but a form needs the fields.
      if case .text = element, !popup.elements.contains(where: \.isFields) {
        parts.append(.fields(title: "", names: popup.fields.filter(\.isVisible).map(\.name)))
      }
      leftOut.append(element.name)
    }
  }

  private static func plainFields(of layer: EffectiveLayer) -> [String] {
    layer.fields.filter { field in
      field.type.isForPeople && layer.definition.editFieldsInfo?.contains(field.name) != true
    }.map(\.name)
  }

  /// The pop-up's label of a field; nil if it has none.
  func label(of field: String) -> String? {
    labels.first { $0.name.isSameName(as: field) }?.label
  }

  /// Whether a part of the form shows a field.
  func shows(_ field: String) -> Bool {
    parts.contains { part in
      if case .fields(_, let names) = part {
        return names.contains { $0.isSameName(as: field) }
      }
      return false
    }
  }

  /// Whether the pop-up allows changing a field.
  func allowsEditing(of field: String) -> Bool {
    !locked.contains { $0.isSameName(as: field) }
  }
}

extension PopupForm.Part {
  var isAttachments: Bool {
    if case .attachments = self { true } else { false }
  }
}

extension PopupDefinition.Element {
  fileprivate var isFields: Bool {
    if case .fields = self { true } else { false }
  }
}
