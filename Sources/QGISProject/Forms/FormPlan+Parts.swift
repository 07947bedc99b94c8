import MapModel
import Markup

extension FormPlan {
  /// One page with the parts of the pop-up. QGIS and QField show the pages of a form as tabs.
  static func form(
    of table: ProjectSource.Table, columns: [ProjectColumn], popup: PopupForm, id: String,
    relations: [ProjectRelation]
  ) -> XMLNode {
    var page = container(named: table.layer.title, isPage: true)
    var shown: Set<String> = []
    let children = relations.filter { $0.originLayer == id }
    // A parent that no part shows comes first, because the record isn't clear without it. Child
    // records are made in the form of their parent.
    for parent in relations
    where !parent.isForAttachments && !parent.isComposite && parent.destinationLayer == id {
      guard let column = columns.first(where: { $0.name == parent.destinationColumn }),
        !column.isShown, shown.insert(column.name).inserted
      else { continue }
      page.append(field(column))
    }
    for part in popup.parts {
      switch part {
      case .fields(let title, let names):
        let shown = names.compactMap { name in
          columns.first { $0.field.isNamed(name) }
        }.filter { shown.insert($0.name).inserted }
        append(shown, title: title, to: &page)
      case .attachments(let title):
        guard let photos = children.first(where: \.isForAttachments),
          shown.insert(photos.id).inserted
        else { continue }
        page.append(editor(photos, title: title.isEmpty ? photos.name : title))
      case .related(let popupID, let title):
        guard let relation = children.first(where: { $0.popupID == popupID }),
          shown.insert(relation.id).inserted
        else { continue }
        page.append(editor(relation, title: title.isEmpty ? relation.name : title))
      }
    }
    if popup.showsOtherRelated {
      for relation in children where !relation.isForAttachments && !shown.contains(relation.id) {
        page.append(editor(relation, title: relation.name))
      }
    }
    return XMLNode("attributeEditorForm", [:], [page])
  }

  private static func append(
    _ columns: [ProjectColumn], title: String, to page: inout XMLNode
  ) {
    guard !title.isEmpty else {
      for column in columns { page.append(field(column)) }
      return
    }
    var group = container(named: title, isPage: false)
    for column in columns { group.append(field(column)) }
    page.append(group)
  }

  /// A page of the form, or a group on a page.
  static func container(named name: String, isPage: Bool) -> XMLNode {
    XMLNode(
      "attributeEditorContainer",
      ["name": name, "groupBox": isPage ? "0" : "1", "columnCount": "1", "showLabel": "1"])
  }

  /// Text to read in a form; empty for an empty text.
  static func note(_ words: String, named name: String) -> [XMLNode] {
    guard !words.isEmpty else { return [] }
    let html = HTMLText.escaped(words).split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "<br>")
    return [XMLNode("attributeEditorHtmlElement", ["name": name, "showLabel": "0"], text: html)]
  }

  static func field(_ column: ProjectColumn) -> XMLNode {
    XMLNode(
      "attributeEditorField",
      ["name": column.name, "index": String(column.index), "showLabel": "1"])
  }

  static func editor(_ relation: ProjectRelation, title: String) -> XMLNode {
    XMLNode(
      "attributeEditorRelation",
      [
        "name": relation.id, "relation": relation.id, "label": title, "showLabel": "1",
        "relationWidgetTypeId": "relation_editor", "nmRelationId": "",
        "forceSuppressFormPopup": "0",
      ])
  }
}
