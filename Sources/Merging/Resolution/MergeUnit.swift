/// A field, or several fields that are merged together.
enum MergeUnit: Sendable, Equatable {
  /// A single field.
  case field(Int)
  /// Who created the row, and when. Never changes.
  case creation([Int])
  /// Who last edited the row, and when. The later edit wins.
  case lastEdit([Int])
  /// An attachment. The digest decides, and the bytes, size, type and path follow it.
  case content(digest: Int, fields: [Int])

  /// The indices of its fields.
  var fields: [Int] {
    switch self {
    case .field(let field): [field]
    case .creation(let fields), .lastEdit(let fields), .content(_, let fields): fields
    }
  }

  /// The fields that show whether the unit changed.
  var deciding: [Int] {
    if case .content(let digest, _) = self { [digest] } else { fields }
  }

  /// Whether people edit it.
  var isEdited: Bool {
    switch self {
    case .field, .content: true
    case .creation, .lastEdit: false
    }
  }

  /// Returns whether all its values in a row are null.
  func isBlank(_ row: MergeRow) -> Bool { fields.allSatisfy { row[$0].isNull } }

  /// Copies its values from one row to another.
  func take(from row: MergeRow, into other: inout MergeRow) {
    for field in fields where field < other.values.count { other.values[field] = row[field] }
  }

  /// Returns the units of a table. GlobalIDs, keys and object ids belong to no unit.
  static func all(of table: MergeTable) -> [MergeUnit] {
    func fields(_ roles: [MergeField.Role]) -> [Int] { roles.compactMap(table.fieldIndex(of:)) }
    let creation = fields([.creator, .creationDate])
    let lastEdit = fields([.editor, .editDate])
    let content = table.contentFields
    var units: [MergeUnit] = []
    if let content { units.append(.content(digest: content[0], fields: content)) }
    if !creation.isEmpty { units.append(.creation(creation)) }
    if !lastEdit.isEmpty { units.append(.lastEdit(lastEdit)) }
    for (index, field) in table.fields.enumerated() where content?.contains(index) != true {
      switch field.role {
      case .attribute, .geometry, .content: units.append(.field(index))
      case .globalID, .key, .objectID, .creator, .creationDate, .editor, .editDate: break
      }
    }
    return units
  }
}

extension MergeTable {
  /// The fields of an attachment's content, the digest first. Nil if the table has no digest, so
  /// that the bytes are compared.
  var contentFields: [Int]? {
    guard isAttachments, let digest = fieldIndex(named: "sha256") else { return nil }
    let others = ["size", "content_type", "path"].compactMap(fieldIndex(named:))
    return [digest] + [fieldIndex(of: .content)].compactMap(\.self) + others
  }

  /// Returns whether a name and date are earlier in one row than in another. Equal instants are
  /// ordered by bytes, so that the order of packages does not matter.
  func isEarlier(_ one: MergeRow, than other: MergeRow, in fields: [Int]) -> Bool {
    for date in fields.reversed() {
      var left: [UInt8] = []
      var right: [UInt8] = []
      self.fields[date].meaning.append(one[date], to: &left)
      self.fields[date].meaning.append(other[date], to: &right)
      if left != right { return left.lexicographicallyPrecedes(right) }
    }
    return fields.contains { one[$0].precedes(other[$0]) }
  }
}
