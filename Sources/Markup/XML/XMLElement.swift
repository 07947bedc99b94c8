/// An element of a document that was read, with all its content.
package struct XMLElement: Equatable, Sendable {
  /// An attribute of an element.
  package struct Attribute: Equatable, Sendable {
    /// The name with its prefix, as written.
    package var name: String
    package var value: String
  }

  /// The name with its prefix, as written.
  package var name: String
  package var attributes: [Attribute] = []
  package var children: [XMLElement] = []
  /// The text directly inside the element, joined.
  package var text = ""

  /// Returns the first child with a name.
  package subscript(name: String) -> XMLElement? {
    children.first { $0.name == name }
  }

  /// Returns the value of an attribute, or nil if there is no such attribute.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// Returns the text of the first child with a name. Nil if there is no such child or it is empty.
  package func text(_ name: String) -> String? {
    self[name].flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// Returns whether the text of the first child with a name is `true`.
  package func isTrue(_ name: String) -> Bool { text(name) == "true" }

  /// Returns the number in the first child with a name. Nil if the text is missing or isn't a
  /// finite number.
  package func number(_ name: String) -> Double? {
    text(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the children of the first child with a name.
  package func list(_ name: String) -> [XMLElement] { self[name]?.children ?? [] }

  /// The part of its `xsi:type` after the prefix, such as `short`.
  package var type: String? {
    attribute("xsi:type").map { $0.split(separator: ":").last.map(String.init) ?? "" }
  }
}
