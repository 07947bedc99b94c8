import Bytes

/// The location of each column in a record. Parse it once for each row; rows share its memory.
///
/// ```swift
/// var layout = RecordLayout()
/// try layout.parse(record)
/// let name = layout.value(3, in: record)
/// ```
package struct RecordLayout: Sendable {
  /// Longest record header that SQLite accepts (OP_Column).
  package static let longestHeader = 98_307
  /// Most columns that this reader accepts, which is SQLite's hard limit.
  package static let mostColumns = 32_767

  @usableFromInline struct Slot: Sendable {
    @usableFromInline var type: UInt64 = 0
    @usableFromInline var start = 0
    @inlinable init(type: UInt64 = 0, start: Int = 0) {
      self.type = type
      self.start = start
    }
  }

  /// Memory that only grows. The first `count` entries are the columns of the last parsed record;
  /// one more starts where the last column ends.
  @usableFromInline var slots = [Slot()]

  /// Number of columns in the record. If a row has fewer columns than its table, the others have
  /// their defaults.
  @usableFromInline package internal(set) var count = 0

  /// Creates a layout without columns.
  @inlinable package init() {}

  /// Size in bytes of the record: header and all values.
  @inlinable package var byteCount: Int { slots[count].start }

  /// Reads the header of `record` and checks that the values fill it, as SQLite does (OP_Column).
  ///
  /// - Throws: `RecordError`.
  @inlinable package mutating func parse(_ record: Span<UInt8>) throws(RecordError) {
    count = 0
    slots[0].start = 0
    let types = try Self.types(in: record)
    var at = types.lowerBound
    let headerEnd = types.upperBound
    // A serial type takes at least one byte, so the header length limits the number of columns.
    if slots.count <= headerEnd { grow(to: headerEnd) }
    var start = headerEnd
    var column = 0
    do {
      var slots = self.slots.mutableSpan
      while at < headerEnd {
        var type = UInt64(truncatingIfNeeded: record[at])
        if type < 0x80 {
          at &+= 1
        } else {
          guard let wide = Varint.read(record, at: &at), at <= headerEnd else {
            throw Self.cut(at)
          }
          type = wide
        }
        guard let size = Self.size(of: type), size <= record.count &- start else {
          throw Self.refuse(type, at: start, available: record.count &- start)
        }
        slots[column] = Slot(type: type, start: start)
        column &+= 1
        start &+= size
      }
      slots[column].start = start
    }
    guard start == record.count else { throw Self.refuse(rest: start, of: record.count) }
    guard column <= Self.mostColumns else {
      throw RecordError(offset: 0, problem: .tooManyColumns)
    }
    count = column
  }

  /// Reads the header of `record` up to the first `wanted` columns, and checks that their values
  /// are inside it. If they are all its columns, their values must fill it.
  ///
  /// - Throws: `RecordError`.
  @inlinable package mutating func parse(
    _ record: Span<UInt8>, first wanted: Int
  ) throws(RecordError) {
    try parse(record, ofLength: record.count, first: wanted)
  }

  /// Reads the layout of a record whose first bytes are known. Values may be beyond these.
  ///
  /// - Parameter length: the length of the whole record.
  /// - Throws: `RecordError`.
  @inlinable package mutating func parse(
    _ record: Span<UInt8>, ofLength length: Int, first wanted: Int
  ) throws(RecordError) {
    count = 0
    slots[0].start = 0
    let types = try Self.types(in: record)
    var at = types.lowerBound
    let headerEnd = types.upperBound
    if slots.count <= wanted { grow(to: wanted) }
    var start = headerEnd
    var column = 0
    while at < headerEnd, column < wanted {
      guard let type = Varint.read(record, at: &at), at <= headerEnd else { throw Self.cut(at) }
      guard let size = Self.size(of: type), size <= length &- start else {
        throw Self.refuse(type, at: start, available: length &- start)
      }
      slots[column] = Slot(type: type, start: start)
      column &+= 1
      start &+= size
    }
    slots[column].start = start
    guard at < headerEnd || start == length else { throw Self.refuse(rest: start, of: length) }
    count = column
  }

  /// The range of a record's header that contains the serial types. SQLite reads no column of a
  /// record without any (OP_Column).
  @inlinable @inline(__always) static func types(
    in record: Span<UInt8>
  ) throws(RecordError) -> Range<Int> {
    var at = 0
    guard let length = Varint.read(record, at: &at) else { throw cut(at) }
    guard length <= longestHeader, length <= record.count, length > at else {
      throw RecordError(offset: 0, problem: .wrongHeaderLength(length))
    }
    return at..<Int(truncatingIfNeeded: length)
  }

  /// The number of columns in a record, by its header alone. Too small if the header is damaged or
  /// has a serial type of nine bytes.
  package static func columnCount(of record: Span<UInt8>) -> Int {
    var at = 0
    guard let length = Varint.read(record, at: &at), length <= record.count else { return 0 }
    let end = Int(truncatingIfNeeded: length)
    var count = 0
    while at < end {
      // The last byte of a serial type has its highest bit cleared.
      count &+= Int(truncatingIfNeeded: ~record[at] &>> 7)
      at &+= 1
    }
    return count
  }

  @usableFromInline mutating func grow(to columns: Int) {
    slots.append(contentsOf: repeatElement(Slot(), count: columns + 1 - slots.count))
  }

  /// The value of a column; NULL if the record has fewer columns.
  ///
  /// `record` must be the bytes that were parsed last.
  @inlinable package func value(_ column: Int, in record: Span<UInt8>) -> RecordValue {
    guard column >= 0, column < count else { return .null }
    let start = slots[column].start
    let end = slots[column &+ 1].start
    switch slots[column].type {
    case 0: return .null
    case 7: return .real(Double(bitPattern: record.bigEndianUInt64(at: start)))
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 1...6: return .integer(Self.integer(record, from: start, to: end))
    case let type: return type & 1 == 1 ? .text(start..<end) : .blob(start..<end)
    }
  }

  /// Whether a column is stored as NULL, or not stored at all.
  @inlinable package func isNull(_ column: Int) -> Bool {
    column < 0 || column >= count || slots[column].type == 0
  }

  /// The serial type and bytes of a column, for copying the value unchanged.
  @inlinable package func stored(_ column: Int) -> (serialType: UInt64, range: Range<Int>)? {
    guard column >= 0, column < count else { return nil }
    return (slots[column].type, slots[column].start..<slots[column &+ 1].start)
  }

  /// Size of a value; nil for the reserved types 10 and 11 and for impossible sizes.
  @inlinable static func size(of type: UInt64) -> Int? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(truncatingIfNeeded: type)
    case 5: 6
    case 6, 7: 8
    case 12...0xffff_ffff: Int(truncatingIfNeeded: (type &- 12) &>> 1)
    default: nil
    }
  }

  @inlinable static func integer(_ record: Span<UInt8>, from start: Int, to end: Int) -> Int64 {
    if end &- start == 8 { return Int64(bitPattern: record.bigEndianUInt64(at: start)) }
    var bits = Int64(Int8(bitPattern: record[start]))
    var at = start &+ 1
    while at < end {
      bits = bits &<< 8 | Int64(record[at])
      at &+= 1
    }
    return bits
  }

  @usableFromInline static func cut(_ offset: Int) -> RecordError {
    RecordError(offset: offset, problem: .headerCut)
  }

  @usableFromInline static func refuse(rest start: Int, of length: Int) -> RecordError {
    RecordError(offset: start, problem: .bodyTooLong(used: start, available: length))
  }

  @usableFromInline static func refuse(_ type: UInt64, at start: Int, available: Int)
    -> RecordError
  {
    guard let size = size(of: type) else {
      return RecordError(offset: start, problem: .reservedSerialType(type))
    }
    return RecordError(
      offset: start, problem: .bodyTooShort(needed: size, available: available))
  }
}
