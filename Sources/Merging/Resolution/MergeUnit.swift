/// Fields of a row that are merged as one.
enum MergeUnit: Sendable, Equatable {
  /// A field on its own.
  case field(Int)
  /// Who made the row, and when: stays.
  case creation([Int])
  /// Who changed the row last, and when: the later of two.
  case lastEdit([Int])
  /// A photo or file: its digest decides, and its bytes, size, type and path go with that.
  case content(digest: Int, places: [Int])

  /// The fields of it.
  var places: [Int] {
    switch self {
    case .field(let place): [place]
    case .creation(let places), .lastEdit(let places), .content(_, let places): places
    }
  }

  /// The fields whose values tell whether it changed.
  var deciding: [Int] {
    if case .content(let digest, _) = self { [digest] } else { places }
  }

  /// Whether people fill it in.
  var isEdited: Bool {
    switch self {
    case .field, .content: true
    case .creation, .lastEdit: false
    }
  }

  /// Whether a row has none of its values.
  func isBlank(_ row: MergeRow) -> Bool { places.allSatisfy { row[$0].isNull } }

  /// Puts its values of one row into another.
  func take(from row: MergeRow, into other: inout MergeRow) {
    for place in places where place < other.values.count { other.values[place] = row[place] }
  }

  /// The units of a table. The identity, and numbers that every store gives anew, are in none.
  static func all(of table: MergeTable) -> [MergeUnit] {
    func places(_ roles: [MergeField.Role]) -> [Int] { roles.compactMap(table.place(of:)) }
    let creation = places([.creator, .creationDate])
    let lastEdit = places([.editor, .editDate])
    let content = table.contentPlaces
    var units: [MergeUnit] = []
    if let content { units.append(.content(digest: content[0], places: content)) }
    if !creation.isEmpty { units.append(.creation(creation)) }
    if !lastEdit.isEmpty { units.append(.lastEdit(lastEdit)) }
    for (place, field) in table.fields.enumerated() where content?.contains(place) != true {
      switch field.role {
      case .attribute, .geometry, .content: units.append(.field(place))
      case .globalID, .key, .objectID, .creator, .creationDate, .editor, .editDate: break
      }
    }
    return units
  }
}

extension MergeTable {
  /// The fields of a photo's content, its digest first; nil without a digest, where the bytes
  /// themselves are compared.
  var contentPlaces: [Int]? {
    guard isAttachments, let digest = place(named: "sha256") else { return nil }
    let others = ["size", "content_type", "path"].compactMap(place(named:))
    return [digest] + [place(of: .content)].compactMap(\.self) + others
  }

  /// Whether the pair of a name and a date is earlier in one row than in another. Pairs of one
  /// instant are ordered by their bytes, so that the order of packages decides nothing.
  func isEarlier(_ one: MergeRow, than other: MergeRow, in places: [Int]) -> Bool {
    for date in places.reversed() {
      var left: [UInt8] = []
      var right: [UInt8] = []
      fields[date].meaning.append(one[date], to: &left)
      fields[date].meaning.append(other[date], to: &right)
      if left != right { return left.lexicographicallyPrecedes(right) }
    }
    return places.contains { one[$0].precedes(other[$0]) }
  }
}

extension FieldValue {
  /// An order among values that are not equal: by class, then by number or bytes.
  func precedes(_ other: FieldValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      left.lexicographicallyPrecedes(right)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}
