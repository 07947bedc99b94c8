import Bytes
import MapModel
import OrderedJSON

/// A column's rule for its values, prepared for checking every row.
struct ColumnRule: Sendable {
  let name: String
  let storage: ColumnStorage
  let form: CellForm
  /// The maximum length in UTF-16 units, as in services.
  let maximumLength: Int
  let isNullable: Bool
  let isGlobalID: Bool
  /// The range domain, or `nil`.
  let range: ClosedRange<Double>?
  /// The coded values as text, sorted by bytes. Empty without a coded value domain.
  let codes: [[UInt8]]

  /// - Parameter domain: the domain of the row's type, which replaces the field's own.
  init(_ column: TableColumn, domain: Domain? = nil) {
    name = column.field.name
    storage = column.storage
    form = column.form
    maximumLength = column.storage == .text ? column.field.length ?? .max : .max
    // Object ids and GlobalIDs have their own checks.
    isNullable =
      column.field.isNullable || column.field.type.isAssigned
    isGlobalID = column.field.type == .globalID
    switch domain ?? column.field.domain {
    case .range(_, let minimum, let maximum) where minimum <= maximum:
      range = minimum...maximum
      codes = []
    case .codedValues(_, let values):
      range = nil
      codes = values.compactMap { Self.text(of: $0.code) }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
    case .range, .inherited, nil:
      range = nil
      codes = []
    }
  }

  /// Whether a value of the column is a GlobalID of zeros.
  func isNoGlobalID(_ text: Span<UInt8>) -> Bool {
    isGlobalID && GlobalID(text, in: 0..<text.count)?.isNone == true
  }

  /// Whether any value of the type is allowed.
  var hasNoDomain: Bool { range == nil && codes.isEmpty }

  /// Returns whether the domain contains a code.
  func allows(_ code: Span<UInt8>) -> Bool {
    var low = 0
    var high = codes.count
    while low < high {
      let middle = (low + high) / 2
      let candidate = codes[middle]
      let order = code.compare(candidate.span)
      if order == 0 { return true }
      if order < 0 { high = middle } else { low = middle + 1 }
    }
    return false
  }

  /// Returns the text of a code: a text itself, or a number's shortest form.
  static func text(of code: JSON) -> [UInt8]? {
    switch code {
    case .string(let text): Array(text.utf8)
    case .number(let number):
      if let integer = number.int64 {
        Array(String(integer).utf8)
      } else {
        Array(String(number.double).utf8)
      }
    default: nil
    }
  }
}
