import MapModel
import Markup

extension FormPlan {
  /// One page with the pop-up's parts; QGIS and QField show the pages of a form as tabs.
  static func form(
    of table: ProjectSource.Table, columns: [ProjectColumn], popup: PopupForm, id: String,
    relations: [ProjectRelation]
  ) -> XMLNode {
    var page = container(named: table.layer.title, isPage: true)
    var placed: Set<String> = []
    let children = relations.filter { $0.originLayer == id }
    // A look-up that no part shows stands first: the record cannot be told without. What belongs to
    // another record is made in that record's form.
    for parent in relations
    where !parent.isOfPhotos && !parent.isComposite && parent.destinationLayer == id {
      guard let column = columns.first(where: { $0.name == parent.destinationColumn }),
        !column.isShown, placed.insert(column.name).inserted
      else { continue }
      page.append(field(column))
    }
    for part in popup.parts {
      switch part {
      case .fields(let title, let names):
        let shown = names.compactMap { name in
          columns.first { $0.field.isNamed(name) }
        }.filter { placed.insert($0.name).inserted }
        append(shown, title: title, to: &page)
      case .attachments(let title):
        guard let photos = children.first(where: \.isOfPhotos),
          placed.insert(photos.id).inserted
        else { continue }
        page.append(editor(photos, title: title.isEmpty ? photos.name : title))
      case .related(let popupID, let title):
        guard let relation = children.first(where: { $0.popupID == popupID }),
          placed.insert(relation.id).inserted
        else { continue }
        page.append(editor(relation, title: title.isEmpty ? relation.name : title))
      }
    }
    if popup.showsOtherRelated {
      for relation in children where !relation.isOfPhotos && !placed.contains(relation.id) {
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

  /// A page of the form, or a group in one.
  static func container(named name: String, isPage: Bool) -> XMLNode {
    XMLNode(
      "attributeEditorContainer",
      ["name": name, "groupBox": isPage ? "0" : "1", "columnCount": "1", "showLabel": "1"])
  }

  /// Words to read in a form; none where there are none.
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
