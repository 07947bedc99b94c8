import MapModel
import OrderedJSON

/// The members of the classic form, which are the fallback for elements without content.
struct ClassicContent {
  var description: String
  var media: [PopupMediaInfo]
  var fields: [PopupFieldInfo]
  var relatedOrder: [PopupOrder]

  /// The blocks of a pop-up without `popupElements`. A description replaces the table of fields.
  func elements(withAttachments: Bool) -> [PopupDefinition.Element] {
    var result: [PopupDefinition.Element] = []
    if description.isEmpty {
      result.append(.fields(PopupTable(title: "", description: "", rows: fields)))
    } else {
      result.append(.text(description))
    }
    if !media.isEmpty {
      result.append(.media(PopupGallery(title: "", description: "", items: media)))
    }
    if withAttachments { result.append(.attachments(PopupHeading(title: "", description: ""))) }
    return result
  }
}

extension PopupReader {
  /// Reads `popupElements`. Only the first text and the first media element without content take
  /// the classic content. Any further one is empty and left out.
  mutating func elements(
    _ list: [Members], fallback classic: ClassicContent
  ) -> [PopupDefinition.Element] {
    var classic = classic
    var result: [PopupDefinition.Element] = []
    append(list, depth: 0, &classic, to: &result)
    return result
  }

  private mutating func append(
    _ list: [Members], depth: Int, _ classic: inout ClassicContent,
    to result: inout [PopupDefinition.Element]
  ) {
    for entry in list {
      guard result.count < PopupLimits.list else {
        note(
          .tooMany(path: entry.path("type"), count: result.count + 1, limit: PopupLimits.list))
        return
      }
      if entry.string("type", &notes) == "group", depth < PopupLimits.groups {
        append(group: entry, depth: depth, &classic, to: &result)
      } else if let element = element(entry, &classic) {
        result.append(element)
      }
    }
  }

  /// Adds a group: its heading, then its elements, each under its own title. The specification has
  /// no groups, but maps do.
  private mutating func append(
    group: Members, depth: Int, _ classic: inout ClassicContent,
    to result: inout [PopupDefinition.Element]
  ) {
    let title = text("title", of: group)
    let description = text("description", of: group)
    if !title.isEmpty || !description.isEmpty {
      result.append(.fields(PopupTable(title: title, description: description, rows: [])))
    }
    for key in ["elements", "popupElements"] {
      let inside = bounded(group.elements(key, &notes), at: group.path(key))
      append(inside, depth: depth + 1, &classic, to: &result)
    }
  }

  private mutating func element(
    _ entry: Members, _ classic: inout ClassicContent
  ) -> PopupDefinition.Element? {
    let title = text("title", of: entry)
    let description = text("description", of: entry)
    switch entry.string("type", &notes) ?? "" {
    case "fields":
      let fields = fields("fieldInfos", of: entry) ?? classic.fields
      return .fields(PopupTable(title: title, description: description, rows: fields))
    case "text":
      var content = text("text", of: entry)
      if content.isEmpty { swap(&content, &classic.description) }
      return content.isEmpty ? nil : .text(content)
    case "media":
      var items = media("mediaInfos", of: entry) ?? []
      if items.isEmpty { swap(&items, &classic.media) }
      return items.isEmpty
        ? nil : .media(PopupGallery(title: title, description: description, items: items))
    case "attachments":
      return .attachments(PopupHeading(title: title, description: description))
    case "relationship":
      return relationship(entry, title: title, description: description, classic: classic)
    case "expression":
      return expressionElement(entry, title)
    case let other:
      note(.unknownKind(path: entry.path("type"), name: other))
      return nil
    }
  }

  private mutating func relationship(
    _ entry: Members, title: String, description: String, classic: ClassicContent
  ) -> PopupDefinition.Element? {
    guard let id = entry.int("relationshipId", &notes) else {
      notes.note(entry.path("relationshipId"), .missing(used: ""))
      return nil
    }
    let count = entry.int("displayCount", &notes).flatMap { $0 > 0 ? $0 : nil }
    let order = order("orderByFields", of: entry) ?? []
    return .relationship(
      PopupRelatedList(
        relation: id, title: title, description: description, displayCount: count,
        order: order.isEmpty ? classic.relatedOrder : order))
  }

  private mutating func expressionElement(
    _ entry: Members, _ title: String
  ) -> PopupDefinition.Element {
    let info = entry.members("expressionInfo", &notes)
    let ownTitle = info.map { text("title", of: $0) } ?? ""
    return .expression(
      PopupExpression(
        name: info?.string("name", &notes) ?? "", title: ownTitle.isEmpty ? title : ownTitle,
        text: info.map { text("expression", of: $0) } ?? ""))
  }
}
