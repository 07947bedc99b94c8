/// An element of a document that was read, with everything in it.
package struct XMLElement: Equatable, Sendable {
  /// An attribute of an element.
  package struct Attribute: Equatable, Sendable {
    /// With its prefix, as written.
    package var name: String
    package var value: String
  }

  /// With its prefix, as written.
  package var name: String
  package var attributes: [Attribute] = []
  package var children: [XMLElement] = []
  /// The text directly inside, joined.
  package var text = ""

  /// The first child of a name.
  package subscript(name: String) -> XMLElement? {
    children.first { $0.name == name }
  }

  /// The value of an attribute; nil where there is none.
  package func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The text of the first child of a name; nil where there is none or it is empty.
  package func text(_ name: String) -> String? {
    self[name].flatMap { $0.text.isEmpty ? nil : $0.text }
  }

  /// Whether the first child of a name says `true`.
  package func isTrue(_ name: String) -> Bool { text(name) == "true" }

  /// The number that the first child of a name holds; nil for another text, and for none that is
  /// finite.
  package func number(_ name: String) -> Double? {
    text(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The children of the first child of a name.
  package func list(_ name: String) -> [XMLElement] { self[name]?.children ?? [] }

  /// The part of its `xsi:type` behind the prefix, such as `short`.
  package var type: String? {
    attribute("xsi:type").map { $0.split(separator: ":").last.map(String.init) ?? "" }
  }
}
