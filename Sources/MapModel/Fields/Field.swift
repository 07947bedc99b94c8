package import OrderedJSON

/// A field of a layer or table.
package struct Field: Sendable, Equatable {
  /// The name in data and expressions. It is compared without regard to the case of ASCII letters.
  package var name: String
  /// The name that people read, or nil if the document has none.
  package var alias: String?
  /// The type.
  package var type: FieldType
  /// The maximum length of a text in UTF-16 units, or nil without a limit.
  package var length: Int?
  /// Whether the value may be null.
  package var isNullable: Bool
  /// Whether people may change it.
  package var isEditable: Bool
  /// The allowed values, or nil for all values of the type.
  package var domain: Domain?
  /// The value in a new row, or nil.
  package var defaultValue: JSON?

  /// Creates a field.
  package init(
    name: String, alias: String? = nil, type: FieldType, length: Int? = nil,
    isNullable: Bool = true, isEditable: Bool = true, domain: Domain? = nil,
    defaultValue: JSON? = nil
  ) {
    self.name = name
    self.alias = alias
    self.type = type
    self.length = length
    self.isNullable = isNullable
    self.isEditable = isEditable
    self.domain = domain
    self.defaultValue = defaultValue
  }

  /// The alias, or the name if there is no alias.
  package var label: String { alias ?? name }

  /// Returns whether the field has this name.
  package func isNamed(_ other: String) -> Bool { name.isSameName(as: other) }

  /// Reads a field of a layer definition. Nil, with a notice, if it has no name. An unknown type is
  /// read as text.
  init?(_ members: Members, _ notices: inout MapNotices) {
    guard let name = members.string("name", &notices), !name.isEmpty else {
      notices.note(members.path("name"), .missing(used: ""))
      return nil
    }
    self.name = name
    alias = members.string("alias", &notices).flatMap { $0.isEmpty ? nil : $0 }
    if let text = members.string("type", &notices) {
      if let type = FieldType(name: text) {
        self.type = type
      } else {
        notices.note(members.path("type"), .unknownValue(text))
        type = .string
      }
    } else {
      notices.note(members.path("type"), .missing(used: FieldType.string.rawValue))
      type = .string
    }
    length = members.int("length", &notices).flatMap { $0 > 0 ? $0 : nil }
    isNullable = members.bool("nullable", &notices) ?? true
    isEditable = members.bool("editable", &notices) ?? true
    domain = members.members("domain", &notices).flatMap { Domain($0, &notices) }
    defaultValue = members.value("defaultValue")
  }
}

extension Array where Element == Field {
  /// Returns the index of the field with this name, ignoring the case of ASCII letters.
  package func index(named name: String) -> Int? {
    firstIndex { $0.isNamed(name) }
  }

  /// Returns the field with this name.
  package func named(_ name: String) -> Field? {
    first { $0.isNamed(name) }
  }
}

extension String {
  /// Returns whether two names are equal apart from the case of ASCII letters, as SQL compares
  /// identifiers.
  package func isSameName(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    for (one, two) in zip(utf8, other.utf8) where one != two {
      guard one ^ two == 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(one | 0x20) else {
        return false
      }
    }
    return true
  }
}
