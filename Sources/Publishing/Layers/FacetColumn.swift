import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Records

/// The values of one field in all rows of a layer, used to filter rows.
struct FacetColumn: Sendable {
  /// How a field can be filtered.
  enum Kind: Sendable {
    /// By choosing from a list of values.
    case category
    /// By a range of numbers.
    case number
    /// By a range of days: as they are stored, or of moments in a time zone.
    case day(zone: TimeZoneRules?)

    /// The kind in the site's data. Days are numbers since 1970-01-01.
    var word: String {
      switch self {
      case .category: "category"
      case .number: "number"
      case .day: "day"
      }
    }
  }

  /// A list with more values is too long to choose from.
  static let maximumValues = 300

  let name: String
  let label: String
  let kind: Kind
  /// The column in a row's record.
  let column: Int
  private let domain: Domain?
  private let isBoolean: Bool
  /// The layer whose records the names are of; nil for a field of the rows.
  private let parent: String?

  private var values = ByteDictionary()
  /// The number of each row's value, or `none`.
  private var codes: [UInt16] = []
  /// The number or day in each row; NaN if there is none.
  private var numbers: [Double] = []
  private var isTooMany = false

  private static let none = UInt16.max

  init(_ field: Field, label: String, kind: Kind, column: Int, domain: Domain?, isBoolean: Bool) {
    name = field.name
    self.label = label
    self.kind = kind
    self.column = column
    self.domain = domain
    self.isBoolean = isBoolean
    parent = nil
  }

  /// Creates a column of the names of parent records.
  ///
  /// - Parameter parent: the id of their layer in the site.
  init(names name: String, label: String?, parent: String) {
    self.parent = parent
    self.name = name
    self.label = label ?? name
    kind = .category
    column = -1
    domain = nil
    isBoolean = false
  }

  /// Adds the next row's name.
  mutating func add(_ name: String?) {
    let bytes = Array((name ?? "").utf8)
    addCategory(name == nil ? .null : .text(0..<bytes.count), in: bytes.span)
  }

  /// Adds the next row's value.
  mutating func add(_ value: RecordValue, in record: Span<UInt8>) {
    switch kind {
    case .number:
      switch value {
      case .integer(let number): numbers.append(Double(number))
      case .real(let number): numbers.append(number)
      default: numbers.append(.nan)
      }
    case .day(let zone):
      numbers.append(Self.day(of: value, in: record, zone: zone).map(Double.init) ?? .nan)
    case .category: addCategory(value, in: record)
    }
  }

  /// Returns the number of days since 1970-01-01.
  private static func day(
    of value: RecordValue, in record: Span<UInt8>, zone: TimeZoneRules?
  ) -> Int64? {
    guard case .text(let range) = value,
      let milliseconds = DateText.milliseconds(record, in: range)
    else { return nil }
    let seconds = milliseconds.dividedRoundingDown(by: 1000)
    return (seconds + Int64(zone?.offset(atUTC: seconds) ?? 0)).dividedRoundingDown(by: 86_400)
  }

  private mutating func addCategory(_ value: RecordValue, in record: Span<UInt8>) {
    guard !isTooMany else { return }
    let number: Int
    switch value {
    case .null, .blob:
      codes.append(Self.none)
      return
    case .text(let range):
      guard !range.isEmpty else {
        codes.append(Self.none)
        return
      }
      number = values.number(of: record.extracting(range))
    case .integer(let integer): number = values.number(of: Array(String(integer).utf8).span)
    case .real(let real):
      var text: [UInt8] = []
      JSONWriter.append(real, to: &text)
      number = values.number(of: text.span)
    }
    guard number < Self.maximumValues else {
      isTooMany = true
      codes = []
      return
    }
    codes.append(UInt16(truncatingIfNeeded: number))
  }

  /// Whether further rows matter. They don't once the list would be too long.
  var isOpen: Bool { !isTooMany }

  /// Whether no row has a value.
  var isBlank: Bool {
    switch kind {
    case .number, .day: range == nil
    case .category: !isTooMany && values.count == 0
    }
  }

  /// Returns whether filtering by the values is useful: there are some, not too many, and not one
  /// per row.
  func isUseful(rows: Int) -> Bool {
    switch kind {
    case .number, .day: return range != nil && scale != nil
    case .category:
      guard !isTooMany, values.count > 0 else { return false }
      return domain != nil || isBoolean || values.count <= 12 || values.count * 3 <= rows
    }
  }

  /// The texts of the values in the order of the list, and the index in that list for each value.
  private var texts: (list: [String], indexes: [Int]) {
    let raw = (0..<values.count).map { String(decoding: values.value($0), as: UTF8.self) }
    let names = raw.map { text(of: $0) }
    let codes = domainNames
    let order = names.indices.sorted { one, two in
      let (first, second) = (codes[names[one]] ?? .max, codes[names[two]] ?? .max)
      if first != second { return first < second }
      return names[one].utf8.lexicographicallyPrecedes(names[two].utf8)
    }
    var list: [String] = []
    var indexes = [Int](repeating: 0, count: raw.count)
    for number in order {
      // Two codes may have the same name.
      if list.last != names[number] { list.append(names[number]) }
      indexes[number] = list.count - 1
    }
    return (list, indexes)
  }

  /// The names of the domain's codes with their order in the domain.
  private var domainNames: [String: Int] {
    guard case .codedValues(_, let coded) = domain else { return [:] }
    return Dictionary(
      coded.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func text(of raw: String) -> String {
    if isBoolean { return raw == "0" ? "No" : "Yes" }
    guard let domain else { return raw }
    return domain.name(ofCode: .string(raw))
      ?? JSONNumber(text: raw).flatMap { domain.name(ofCode: .number($0)) } ?? raw
  }

  /// The smallest and the largest number.
  var range: (minimum: Double, maximum: Double)? {
    var least = Double.infinity
    var greatest = -Double.infinity
    for number in numbers where number.isFinite {
      least = min(least, number)
      greatest = max(greatest, number)
    }
    return least <= greatest ? (least, greatest) : nil
  }

  /// The factor that turns all numbers into integers; nil if these do not fit into 32 bits.
  private var scale: Double? {
    guard let range else { return nil }
    let greatest = max(range.minimum.magnitude, range.maximum.magnitude)
    guard greatest < 2e9 else { return nil }
    for scale in [1.0, 10, 100, 1_000] {
      guard greatest * scale < 2e9 else { return scale / 10 }
      let isExact = numbers.allSatisfy { number in
        guard number.isFinite else { return true }
        let scaled = number * scale
        return (scaled - scaled.rounded()).magnitude < 1e-6
      }
      if isExact { return scale }
    }
    return 1_000
  }

  /// Returns the member of columns.js.
  func script(order: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    switch kind {
    case .category:
      let (list, indexes) = texts
      let isWide = list.count > 255
      bytes += "{\"kind\":\"category\",\"values\":".utf8
      // Rows without a value use null, the last value in the list.
      let hasNone = codes.contains(Self.none)
      let values: [JSON] = list.map { .string($0) } + (hasNone ? [.null] : [])
      bytes += JSONWriter.write(.array(values), forScript: true)
      bytes += ",\"bits\":\(isWide ? 16 : 8),\"codes\":\"".utf8
      var array: [UInt8] = []
      for row in order {
        let code = codes[row] == Self.none ? list.count : indexes[Int(codes[row])]
        if isWide {
          array.append(littleEndian: UInt16(truncatingIfNeeded: code))
        } else {
          array.append(UInt8(truncatingIfNeeded: code))
        }
      }
      Base64Text.append(array.span, to: &bytes)
    case .number, .day:
      let scale = scale ?? 1
      let range = range ?? (0, 0)
      let isWide = range.minimum < 0 || range.maximum * scale > 65_534
      bytes += "{\"kind\":\"\(kind.word)\",\"scale\":\(Int(scale)),".utf8
      bytes += "\"bits\":\(isWide ? 32 : 16),".utf8
      bytes += "\"data\":\"".utf8
      Base64Text.append(array(order, scale: scale, isWide: isWide).span, to: &bytes)
    }
    bytes += "\"}".utf8
    return bytes
  }

  private func array(_ order: [Int], scale: Double, isWide: Bool) -> [UInt8] {
    var array: [UInt8] = []
    for row in order {
      let number = numbers[row]
      if isWide {
        let value = number.isFinite ? Int32((number * scale).rounded()) : .min
        array.append(littleEndian: UInt32(bitPattern: value))
      } else {
        array.append(
          littleEndian: number.isFinite ? UInt16((number * scale).rounded()) : UInt16.max)
      }
    }
    return array
  }

  /// The entry in meta.js.
  var facet: JSON {
    var members: JSONObject = [
      "column": .string(name), "label": .string(label),
      "kind": .string(kind.word),
    ]
    if let range {
      members.append("min", .number(range.minimum))
      members.append("max", .number(range.maximum))
    }
    if let parent { members.append("parent", .string(parent)) }
    return .object(members)
  }
}
