/// What the values of a field are, whatever their size and whoever sets them.
///
/// How values are stored, compared, formatted and edited follows from the family. A new field type
/// therefore only has to name its family.
package enum FieldFamily: Sendable, CaseIterable {
  /// Whole numbers that people enter.
  case integer
  /// Numbers with a fraction.
  case real
  /// Text for people.
  case text
  /// XML text.
  case xml
  /// Points in time.
  case moment
  /// Points in time with a UTC offset.
  case offsetMoment
  /// Dates.
  case day
  /// Times of day.
  case timeOfDay
  /// The numbers that a service gives to rows.
  case rowNumber
  /// Unique identifiers of rows.
  case identity
  /// Bytes, such as pictures.
  case bytes
  /// Shapes.
  case shape
}

extension FieldType {
  /// What the values are.
  package var family: FieldFamily {
    switch self {
    case .smallInteger, .integer, .bigInteger: .integer
    case .single, .double: .real
    case .string: .text
    case .xml: .xml
    case .date: .moment
    case .timestampOffset: .offsetMoment
    case .dateOnly: .day
    case .timeOnly: .timeOfDay
    case .objectID: .rowNumber
    case .globalID, .guid: .identity
    case .blob, .raster: .bytes
    case .geometry: .shape
    }
  }

  /// The least and the greatest number that a field can hold; nil for other values, and for doubles.
  package var limits: ClosedRange<Double>? {
    switch self {
    case .smallInteger: -32_768...32_767
    case .integer: -2_147_483_648...2_147_483_647
    case .bigInteger, .objectID: -0x1p53...0x1p53
    case .single: -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)
    case .double, .string, .date, .dateOnly, .timeOnly, .timestampOffset, .globalID, .guid, .blob,
      .xml, .raster, .geometry:
      nil
    }
  }

  /// Whether the service sets the values, which identify a row.
  package var isAssigned: Bool { self == .objectID || self == .globalID }

  /// Whether people can read the values and have a use for them.
  package var isForPeople: Bool {
    switch family {
    case .integer, .real, .text, .moment, .offsetMoment, .day, .timeOfDay, .identity: !isAssigned
    case .rowNumber, .xml, .bytes, .shape: false
    }
  }

  /// Whether values are whole numbers.
  package var isInteger: Bool { family == .integer || family == .rowNumber }

  /// Whether values are numbers.
  package var isNumeric: Bool { isInteger || family == .real }

  /// Whether values are points in time or dates.
  package var isDate: Bool { family == .moment || family == .offsetMoment || family == .day }

  /// Whether values are unique identifiers.
  package var isIdentity: Bool { family == .identity }
}
