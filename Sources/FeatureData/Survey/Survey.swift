import Bytes
package import Geometry

/// The kinds of values found in a column.
package struct ValueKinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let boolean = ValueKinds(rawValue: 1)
  /// Whole numbers that fit in 32 bits.
  package static let integer = ValueKinds(rawValue: 2)
  package static let real = ValueKinds(rawValue: 4)
  package static let text = ValueKinds(rawValue: 8)
  /// Arrays and objects.
  package static let json = ValueKinds(rawValue: 16)
  /// Numbers that a double or a 64-bit integer would change.
  package static let longNumber = ValueKinds(rawValue: 32)
  /// Whole numbers of 16 to 18 digits. They fit in 64 bits, but a double could change them.
  package static let wideInteger = ValueKinds(rawValue: 64)
  /// Whole numbers of at most 15 digits that need more than 32 bits. They fit in a double.
  package static let bigInteger = ValueKinds(rawValue: 1 << 18)

  // How text writes numbers. Some texts can be read in two ways, so all values of a column decide.

  /// `1.234`, which is also how a whole number with a group of digits can look.
  package static let pointThree = ValueKinds(rawValue: 1 << 7)
  /// `12,5`.
  package static let commaDecimal = ValueKinds(rawValue: 1 << 8)
  /// `1,234`, where the comma may be a decimal mark or separate a group of digits.
  package static let commaThree = ValueKinds(rawValue: 1 << 9)
  /// `1,234,567` or `1,234.5`.
  package static let commaGroups = ValueKinds(rawValue: 1 << 10)
  /// `1.234.567` or `1.234,5`.
  package static let pointGroups = ValueKinds(rawValue: 1 << 11)

  // How text writes dates.

  /// `2019-01-13` or `2019/01/13`.
  package static let isoDate = ValueKinds(rawValue: 1 << 12)
  /// `1/2/2019`.
  package static let slashDate = ValueKinds(rawValue: 1 << 13)
  /// `1.2.2019`.
  package static let dotDate = ValueKinds(rawValue: 1 << 14)
  /// `13/1/2019`: only the day can be the first number.
  package static let dayFirst = ValueKinds(rawValue: 1 << 15)
  /// `1/13/2019`: only the month can be the first number.
  package static let monthFirst = ValueKinds(rawValue: 1 << 16)
  /// A date with a time of day.
  package static let timeOfDay = ValueKinds(rawValue: 1 << 17)

  /// Returns the kind of a whole number: digits, of which the first may follow a minus sign.
  static func integer(_ text: Span<UInt8>) -> ValueKinds {
    let digits = text.count > 0 && text[0] == UInt8(ascii: "-") ? text.count - 1 : text.count
    switch digits {
    case ...9: return .integer
    case 10:
      let number = DecimalParser.parseInt64(text, in: 0..<text.count)
      return number.flatMap { Int32(exactly: $0) } == nil ? .bigInteger : .integer
    case ...15: return .bigInteger
    case ...18: return .wideInteger
    default: return .longNumber
    }
  }
}

/// The survey of one column.
package struct ColumnSurvey: Sendable, Equatable {
  package var name: String
  package var kinds: ValueKinds
  /// The number of rows with a value other than null.
  package var valueCount: Int
  /// Whether the values became the geometry.
  package var coordinate: CoordinateUse

  /// How a column is used for the geometry.
  package enum CoordinateUse: Sendable {
    case none
    /// It has coordinates. The column is also a field, unless the declared fields don't have it.
    case alsoField
    /// It has coordinates that an export added. It is a field only if it is declared.
    case exported
  }

  package init(
    name: String, kinds: ValueKinds = [], valueCount: Int = 0, coordinate: CoordinateUse = .none
  ) {
    self.name = name
    self.kinds = kinds
    self.valueCount = valueCount
    self.coordinate = coordinate
  }
}

extension ColumnSurvey {
  /// The same column without any value.
  package var blank: ColumnSurvey { ColumnSurvey(name: name, coordinate: coordinate) }

  /// Counts a value, unless its kind is empty, as for null.
  mutating func count(_ kind: ValueKinds) {
    guard !kind.isEmpty else { return }
    valueCount += 1
    kinds.formUnion(kind)
  }
}

/// The rows whose geometry could not be read.
package struct LostShapes: Sendable, Equatable {
  package var count: Int
  /// The first of the rows, from 1, and its geometry as text or what is wrong with it.
  package var row: Int
  package var sample: String
}

extension LostShapes? {
  /// Counts the geometry of a row.
  mutating func count(row: Int, sample: @autoclosure () -> String) {
    if self == nil { self = LostShapes(count: 0, row: row, sample: sample()) }
    self?.count += 1
  }

  /// Adds those of rows that follow on `rowCount` others.
  fileprivate mutating func merge(_ later: LostShapes?, after rowCount: Int) {
    guard var later else { return }
    later.row += rowCount
    if let first = self {
      self?.count = first.count + later.count
    } else {
      self = later
    }
  }
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
  /// The rows without geometry that have one which can't be read. Nil if there are none.
  package var lostShapes: LostShapes?
  /// Whether any coordinate has a third or fourth number.
  package var hasZ = false
  package var hasM = false
  /// The envelope of all measured rows, which are those of formats with text coordinates. Without
  /// the outliers, if these are known.
  package var envelope = Envelope.empty
  /// The rows whose coordinates can't be in their spatial reference. Nil until rows are made.
  package var outliers: CoordinateOutliers?

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
    lostShapes.merge(later.lostShapes, after: rowCount)
    if let found = later.outliers {
      var all = outliers ?? CoordinateOutliers()
      all.merge(found, firstRow: rowCount)
      outliers = all
    }
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
