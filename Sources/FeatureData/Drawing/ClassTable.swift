import Bytes
import MapModel
import OrderedJSON
import Records

/// Finds classes by values: texts by a hash of their bytes, numbers by their numeric value.
struct ClassTable: Sendable {
  /// Separates the values of several fields. Texts of a map never contain it.
  static let separator: UInt8 = 0

  /// The class of null.
  private var nullClass: Int?
  /// The class of empty text. If only one of the two exists, it has the rows of both.
  private var emptyClass: Int?
  private var integers: [Int64: Int] = [:]
  private var reals: [Double: Int] = [:]
  /// Values that the map gives as numbers. Texts in the data may spell these numbers.
  private var isGivenAsNumber: Set<Int64> = []
  private var keys: [[UInt8]] = []
  private var classes: [Int] = []
  /// Indexes into `keys` by hash, or -1. Never more than half full.
  private var buckets: [Int32] = [-1, -1]

  /// Creates the table of a renderer's classes. If two classes list a value, the first one gets it.
  init(_ list: [RendererClass], fieldCount: Int) {
    var entries: [(values: [JSON], index: Int)] = []
    for (index, entry) in list.enumerated() {
      guard case .values(let rows) = entry.rows else { continue }
      for values in rows where values.count == fieldCount { entries.append((values, index)) }
    }
    var size = 2
    while size < entries.count * 2 { size *= 2 }
    buckets = Array(repeating: -1, count: size)
    for (values, index) in entries {
      if fieldCount == 1 {
        add(values[0], index)
      } else {
        var key: [UInt8] = []
        for (position, value) in values.enumerated() {
          if position > 0 { key.append(Self.separator) }
          Self.append(value, to: &key)
        }
        add(key: key, index)
      }
    }
  }

  private mutating func add(_ value: JSON, _ index: Int) {
    if value.isNull {
      nullClass = nullClass ?? index
      return
    }
    if value.isNothing { emptyClass = emptyClass ?? index }
    let text = value.string ?? value.bool.map { $0 ? "true" : "false" } ?? value.scalarText
    if let number = JSONNumber(text: text) {
      if let integer = number.int64 {
        integers[integer] = integers[integer] ?? index
        if value.string == nil { isGivenAsNumber.insert(integer) }
      } else {
        reals[number.double] = reals[number.double] ?? index
      }
    }
    add(key: Array(text.utf8), index)
  }

  private mutating func add(key: [UInt8], _ index: Int) {
    guard self.index(ofKey: key.span) == nil else { return }
    var slot = Self.hash(key.span) & (buckets.count - 1)
    while buckets[slot] >= 0 { slot = (slot + 1) & (buckets.count - 1) }
    buckets[slot] = Int32(truncatingIfNeeded: keys.count)
    keys.append(key)
    classes.append(index)
  }

  /// Returns the class of one field's value.
  func index(of value: RecordValue, in record: Span<UInt8>) -> Int? {
    switch value {
    case .null:
      return nullClass ?? emptyClass
    case .integer(let number):
      return integers[number]
    case .real(let number):
      if let integer = Int64(exactly: number) { return integers[integer] }
      return reals[number]
    case .text(let range):
      let text = record.extracting(range)
      if let index = index(ofKey: text) { return index }
      if RendererClass.isNothing(text) { return emptyClass ?? nullClass }
      guard !isGivenAsNumber.isEmpty, range.count <= 24,
        let number = DecimalParser.parseWhole(record, in: range),
        let integer = Int64(exactly: number), isGivenAsNumber.contains(integer)
      else { return nil }
      return integers[integer]
    case .blob:
      return nil
    }
  }

  /// Returns the class of a text, or of several values joined by `separator`.
  func index(ofKey key: Span<UInt8>) -> Int? {
    var slot = Self.hash(key) & (buckets.count - 1)
    while buckets[slot] >= 0 {
      let candidate = Int(buckets[slot])
      let known = keys[candidate]
      if known.count == key.count, key.isEqual(to: known.span) { return classes[candidate] }
      slot = (slot + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// FNV-1a. The texts are short and few, and the order is the same everywhere.
  private static func hash(_ key: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in key.indices { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & Int.max
  }

  /// Appends a map's value to a key of several fields. Numbers are as short as possible. No
  /// value is a byte that no text begins with.
  private static func append(_ value: JSON, to key: inout [UInt8]) {
    if value.isNothing { return key.append(nothing) }
    let text = value.scalarText
    guard let number = JSONNumber(text: text) else {
      return key.append(contentsOf: text.utf8)
    }
    append(number.int64, number.double, to: &key)
  }

  /// Appends a row's value in the same form.
  static func append(_ value: RecordValue, _ record: Span<UInt8>, to key: inout [UInt8]) {
    switch value {
    case .null, .blob: key.append(nothing)
    case .integer(let number): append(number, 0, to: &key)
    case .real(let number): append(Int64(exactly: number), number, to: &key)
    case .text(let range) where RendererClass.isNothing(record.extracting(range)):
      key.append(nothing)
    case .text(let range):
      if let integer = DecimalParser.parseInt64(record, in: range) {
        append(integer, 0, to: &key)
      } else if range.count <= 24, let number = DecimalParser.parseWhole(record, in: range) {
        append(Int64(exactly: number), number, to: &key)
      } else {
        key.append(record.extracting(range))
      }
    }
  }

  private static let nothing: UInt8 = 1

  private static func append(_ integer: Int64?, _ real: Double, to key: inout [UInt8]) {
    key.append(contentsOf: (integer.map { $0.description } ?? real.description).utf8)
  }
}

extension DecimalParser {
  /// Returns the number that fills `range` exactly, or nil for other text.
  fileprivate static func parseWhole(_ bytes: Span<UInt8>, in range: Range<Int>) -> Double? {
    var position = 0
    let text = bytes.extracting(range)
    guard let value = parse(text, at: &position), position == text.count else { return nil }
    return value
  }
}
