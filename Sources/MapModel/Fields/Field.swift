package import OrderedJSON

/// A field of a layer or table.
package struct Field: Sendable, Equatable {
  /// The name in data and expressions; compared without regard to the case of ASCII letters.
  package var name: String
  /// What people read; nil when the document gives none.
  package var alias: String?
  /// The type.
  package var type: FieldType
  /// The longest text allowed, in UTF-16 units; nil without a limit.
  package var length: Int?
  /// Whether a row may leave it empty.
  package var isNullable: Bool
  /// Whether people may change it.
  package var isEditable: Bool
  /// The values allowed; nil for all of the type.
  package var domain: Domain?
  /// The value of a new row; nil for none.
  package var defaultValue: JSON?

  /// A field from its parts.
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

  /// The alias, or the name where there is none.
  package var label: String { alias ?? name }

  /// Whether this is the field of that name.
  package func isNamed(_ other: String) -> Bool { name.isSameName(as: other) }

  /// Reads a field of a layer definition; nil, with a notice, when it has no name. An unknown type
  /// is read as text.
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
  /// The index of the field of that name, without regard to the case of ASCII letters.
  package func index(named name: String) -> Int? {
    firstIndex { $0.isNamed(name) }
  }

  /// The field of that name.
  package func named(_ name: String) -> Field? {
    first { $0.isNamed(name) }
  }
}

extension String {
  /// Whether two names are equal but for the case of ASCII letters, as SQL compares identifiers.
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
