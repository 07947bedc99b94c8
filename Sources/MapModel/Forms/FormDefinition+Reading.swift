import OrderedJSON

extension FormDefinition {
  /// The maximum nesting of groups. ArcGIS's form editors don't allow groups inside groups at all.
  fileprivate static let deepestGroup = 8

  /// Reads a `formInfo`.
  init(_ members: Members, _ notices: inout MapNotices) {
    title = members.string("title", &notices) ?? ""
    description = members.string("description", &notices) ?? ""
    keepsHiddenValues = members.bool("preserveFieldValuesWhenHidden", &notices) ?? false
    var reader = ElementReader(
      expressions: members.elements("expressionInfos", &notices).compactMap { info in
        guard let name = info.string("name", &notices),
          let source = info.string("expression", &notices)
        else { return nil }
        return Expression(name: name, source: source)
      })
    elements = reader.elements(members, depth: 0, &notices)
  }

  /// Reads elements and resolves the expressions they refer to.
  private struct ElementReader {
    let expressions: [Expression]

    mutating func elements(
      _ members: Members, depth: Int, _ notices: inout MapNotices
    ) -> [Element] {
      guard depth < FormDefinition.deepestGroup else {
        notices.note(members.path("formElements"), .unknownValue("a group inside groups"))
        return []
      }
      return members.elements("formElements", &notices).map { element in
        Element(
          kind: kind(element, depth: depth, &notices),
          label: element.string("label", &notices) ?? "",
          description: element.string("description", &notices) ?? "",
          visibility: expression("visibilityExpression", of: element, notices: &notices),
          editability: editability(element, &notices))
      }
    }

    private mutating func kind(
      _ element: Members, depth: Int, _ notices: inout MapNotices
    ) -> Kind {
      let type = element.string("type", &notices) ?? ""
      switch type {
      case "field":
        guard let name = element.string("fieldName", &notices) else {
          notices.note(element.path("fieldName"), .missing(used: ""))
          return .other(type)
        }
        return .field(field(name, of: element, notices: &notices))
      case "group":
        let isCollapsed = element.string("initialState", &notices) == "collapsed"
        return .group(elements(element, depth: depth + 1, &notices), isCollapsed: isCollapsed)
      case "attachment": return .attachments
      case "relationship":
        return element.int("relationshipId", &notices).map { .related(id: $0) } ?? .other(type)
      case "text":
        return .text(
          element.string("text", &notices) ?? "",
          isMarkdown: element.string("textFormat", &notices) == "markdown")
      default: return .other(type)
      }
    }

    private func field(
      _ name: String, of element: Members, notices: inout MapNotices
    ) -> Field {
      Field(
        name: name, hint: element.string("hint", &notices) ?? "",
        domain: element.members("domain", &notices).flatMap { Domain($0, &notices) },
        input: element.members("inputType", &notices).map { Input($0, &notices) },
        requirement: expression("requiredExpression", of: element, notices: &notices),
        value: expression("valueExpression", of: element, notices: &notices))
    }

    /// Older forms have `editable` instead of an expression.
    private func editability(_ element: Members, _ notices: inout MapNotices) -> Expression? {
      if let own = expression("editableExpression", of: element, notices: &notices) { return own }
      guard element.bool("editable", &notices) == false else { return nil }
      return Expression(name: "editable", source: "false")
    }

    private func expression(
      _ key: String, of element: Members, notices: inout MapNotices
    ) -> Expression? {
      guard let name = element.name(key, &notices) else { return nil }
      if let own = expressions.first(where: { $0.name.hasSameUTF8(as: name) }) { return own }
      switch name {
      case "expr/system/true": return Expression(name: name, source: "true")
      case "expr/system/false": return Expression(name: name, source: "false")
      default:
        notices.note(element.path(key), .unknownValue(name))
        return nil
      }
    }
  }
}

extension FormDefinition.Input {
  fileprivate init(_ members: Members, _ notices: inout MapNotices) {
    switch members.string("type", &notices) ?? "" {
    case "text-box": self = .textBox(lengths: members.lengths(&notices))
    case "text-area": self = .textArea(lengths: members.lengths(&notices))
    case "barcode-scanner": self = .barcode(lengths: members.lengths(&notices))
    case "combo-box": self = .comboBox(noValue: members.noValue(&notices))
    case "radio-buttons": self = .radioButtons(noValue: members.noValue(&notices))
    case "switch":
      self = .toggle(
        on: members.value("onValue") ?? .null, off: members.value("offValue") ?? .null)
    case "datetime-picker", "datetimeoffset-picker":
      self = .date(
        hasTime: members.bool("includeTime", &notices) ?? false, from: members.value("min"),
        until: members.value("max"))
    case "date-picker":
      self = .date(hasTime: false, from: members.value("min"), until: members.value("max"))
    case "time-picker": self = .time
    case let type: self = .other(type)
    }
  }
}

extension Members {
  /// Reads the allowed lengths of a text.
  fileprivate func lengths(_ notices: inout MapNotices) -> ClosedRange<Int> {
    let shortest = max(0, int("minLength", &notices) ?? 0)
    return shortest...max(shortest, int("maxLength", &notices) ?? .max)
  }

  fileprivate func noValue(_ notices: inout MapNotices) -> String? {
    guard bool("showNoValueOption", &notices) ?? true else { return nil }
    return string("noValueOptionLabel", &notices) ?? ""
  }
}
