import Markup

/// A setting of QGIS: `<Option name="…" type="…" value="…"/>`, with nested maps and lists.
enum QGISOption: Sendable, Equatable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case map([(name: String, value: QGISOption)])
  case list([QGISOption])

  /// The element, without a name at the root and in lists.
  func node(named name: String? = nil) -> XMLNode {
    var node = XMLNode("Option")
    if let name { node.set("name", name) }
    switch self {
    case .bool(let value): node.setValue("bool", value ? "true" : "false")
    case .int(let value): node.setValue("int", String(value))
    case .double(let value): node.setValue("double", QGISNumber.text(value))
    case .string(let value): node.setValue("QString", value)
    case .map(let members):
      node.set("type", "Map")
      for member in members { node.append(member.value.node(named: member.name)) }
    case .list(let elements):
      node.set("type", "List")
      for element in elements { node.append(element.node()) }
    }
    return node
  }

  static func == (one: QGISOption, other: QGISOption) -> Bool { one.node() == other.node() }
}

extension XMLNode {
  fileprivate mutating func setValue(_ type: String, _ value: String) {
    set("type", type)
    set("value", value)
  }
}

extension QGISOption {
  /// The element with a layer's custom properties.
  var customProperties: XMLNode { XMLNode("customproperties", [:], [node()]) }

  /// Makes a map of members.
  static func members(_ members: KeyValuePairs<String, QGISOption>) -> QGISOption {
    .map(members.map { (name: $0.key, value: $0.value) })
  }
}
