package import Geometry

/// The kinds of values found in a column.
package struct ValueKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let boolean = ValueKinds(rawValue: 1)
  /// Whole numbers of at most 15 digits, which fit in a double.
  package static let integer = ValueKinds(rawValue: 2)
  package static let real = ValueKinds(rawValue: 4)
  package static let text = ValueKinds(rawValue: 8)
  /// Arrays and objects.
  package static let json = ValueKinds(rawValue: 16)
  /// Numbers that a double or a 64-bit integer would change.
  package static let longNumber = ValueKinds(rawValue: 32)
  /// Whole numbers of 16 to 18 digits. They fit in 64 bits, but a double could change them.
  package static let wideInteger = ValueKinds(rawValue: 64)

  /// Returns the kind of a whole number by its number of digits.
  package static func integer(digits: Int) -> ValueKinds {
    digits <= 15 ? .integer : digits <= 18 ? .wideInteger : .longNumber
  }
}

/// The survey of one column.
package struct ColumnSurvey: Sendable, Equatable {
  package var name: String
  package var kinds: ValueKinds
  /// The number of rows with a value other than null.
  package var valueCount: Int
  /// Whether the values became the geometry. Then the column is kept only if it is declared as a
  /// field.
  package var isCoordinate: Bool

  package init(
    name: String, kinds: ValueKinds = [], valueCount: Int = 0, isCoordinate: Bool = false
  ) {
    self.name = name
    self.kinds = kinds
    self.valueCount = valueCount
    self.isCoordinate = isCoordinate
  }
}

extension ColumnSurvey {
  /// The same column without any value.
  package var blank: ColumnSurvey { ColumnSurvey(name: name, isCoordinate: isCoordinate) }
}

/// The survey of a stripe, or of a whole source after merging in order.
package struct Survey: Sendable, Equatable {
  /// The maximum number of columns of a table (SQLite limits, §2).
  static let columnLimit = 1_990

  package var rowCount = 0
  /// The columns in the order in which their names first appear.
  package var columns: [ColumnSurvey] = []
  /// The number of rows by geometry kind. Rows without geometry are not counted.
  package var geometryCounts: [GeometryKind: Int] = [:]
  package var nullGeometryCount = 0
  /// Whether any coordinate has a third or fourth number.
  package var hasZ = false
  package var hasM = false
  /// The envelope of all measured rows, which are those of formats with text coordinates.
  package var envelope = Envelope.empty

  package init() {}

  /// Counts the geometry of a row. An empty geometry counts as missing.
  package mutating func count(_ geometry: Geometry) {
    guard !geometry.isEmpty else {
      nullGeometryCount += 1
      return
    }
    geometryCounts[geometry.kind, default: 0] += 1
    hasZ = hasZ || geometry.hasZ
    hasM = hasM || geometry.hasM
    envelope.formUnion(geometry.envelope())
  }

  /// Adds the survey of the rows that follow.
  package mutating func merge(_ later: Survey) {
    rowCount += later.rowCount
    nullGeometryCount += later.nullGeometryCount
    hasZ = hasZ || later.hasZ
    hasM = hasM || later.hasM
    envelope.formUnion(later.envelope)
    geometryCounts.merge(later.geometryCounts, uniquingKeysWith: +)
    mergeColumns(later.columns)
  }

  private mutating func mergeColumns(_ later: [ColumnSurvey]) {
    for (index, column) in later.enumerated() {
      let known =
        index < columns.count && columns[index].name.utf8.elementsEqual(column.name.utf8)
        ? index : columns.firstIndex { $0.name.utf8.elementsEqual(column.name.utf8) }
      if let known {
        columns[known].kinds.formUnion(column.kinds)
        columns[known].valueCount += column.valueCount
      } else {
        columns.append(column)
      }
    }
  }
}
