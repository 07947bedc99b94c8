import Bytes
import OrderedJSON
import Records

// A slot's column in a shard is one of:
//
//   [[v]]                 every record has the value v
//   [[v0,v1,…]]           each record has its own value
//   [[v0,v1,…],"AABA…"]   each record has the value with the number that its Base64 digit stands
//                         for, or its two digits if there are more than 64 values
//   7                     the column is equal to that of slot 7

/// The values of one slot for the records of a shard, as JSON texts that are safe in a script.
struct SlotColumn {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// Returns the byte range of a row's JSON text.
  func value(_ row: Int) -> Range<Int> { (row == 0 ? 0 : ends[row - 1])..<ends[row] }

  func text(_ row: Int) -> ArraySlice<UInt8> { bytes[value(row)] }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func appendNull() {
    bytes.append(literal: "null")
    ends.append(bytes.count)
  }

  mutating func append(_ text: String) {
    JSONWriter.append(text, to: &bytes, forScript: true)
    ends.append(bytes.count)
  }

  mutating func append(_ text: String?) {
    if let text { append(text) } else { appendNull() }
  }

  mutating func append(utf8 text: Span<UInt8>) {
    JSONWriter.append(utf8: text, to: &bytes, forScript: true)
    ends.append(bytes.count)
  }

  mutating func append(_ flag: Bool) {
    if flag { bytes.append(literal: "true") } else { bytes.append(literal: "false") }
    ends.append(bytes.count)
  }

  mutating func append(_ number: Int64) {
    // Numbers in scripts are doubles. Larger integers are written as text.
    let isExact = number.magnitude <= 1 << 53
    if !isExact { bytes.append(UInt8(ascii: "\"")) }
    bytes += String(number).utf8
    if !isExact { bytes.append(UInt8(ascii: "\"")) }
    ends.append(bytes.count)
  }

  mutating func append(_ number: Double) {
    JSONWriter.append(number, to: &bytes)
    ends.append(bytes.count)
  }

  mutating func append(_ json: JSON) {
    bytes += JSONWriter.write(json, forScript: true)
    ends.append(bytes.count)
  }

  /// Appends a value of a record. Bytes become null.
  mutating func append(_ value: RecordValue, in record: Span<UInt8>, isBoolean: Bool) {
    switch value {
    case .null, .blob: appendNull()
    case .integer(let number):
      if isBoolean { append(number != 0) } else { append(number) }
    case .real(let number): append(number)
    case .text(let range): append(utf8: record.extracting(range))
    }
  }

  /// Appends a JSON text that `write` makes.
  mutating func append(written write: (inout [UInt8]) -> Void) {
    write(&bytes)
    ends.append(bytes.count)
  }

  /// Returns whether both columns have the same values.
  func isSame(as other: SlotColumn) -> Bool {
    bytes.count == other.bytes.count && ends == other.ends
      && bytes.span.isEqual(to: other.bytes.span)
  }

  /// Appends the column in the shortest of its forms.
  func write(to script: inout [UInt8], dictionary: inout ByteDictionary) {
    dictionary.removeAll()
    var codes: [Int] = []
    codes.reserveCapacity(count)
    for row in 0..<count { codes.append(dictionary.number(of: bytes.span.extracting(value(row)))) }
    var shared = 0
    for number in 0..<dictionary.count { shared += dictionary.value(number).count + 1 }
    shared += count * (dictionary.count > 64 ? 2 : 1)
    let isPlain = dictionary.count > 1 && shared >= bytes.count + count
    script.append(literal: "[[")
    let listed = isPlain ? count : dictionary.count
    for index in 0..<listed {
      if index > 0 { script.append(UInt8(ascii: ",")) }
      script += isPlain ? text(index) : dictionary.value(index)
    }
    script.append(UInt8(ascii: "]"))
    if !isPlain, dictionary.count > 1 {
      script.append(literal: ",\"")
      for code in codes {
        if dictionary.count > 64 { script.append(Base64Text.digits[code >> 6]) }
        script.append(Base64Text.digits[code & 63])
      }
      script.append(UInt8(ascii: "\""))
    }
    script.append(UInt8(ascii: "]"))
  }
}

/// The slots of one shard.
struct SlotTable {
  private(set) var columns: [SlotColumn]
  /// The number of finished records.
  private(set) var rows = 0

  init(slots: Int) {
    columns = Array(repeating: SlotColumn(), count: slots)
  }

  subscript(slot: Int) -> SlotColumn {
    get { columns[slot] }
    _modify { yield &columns[slot] }
  }

  /// Finishes a record. Slots without a value get null.
  mutating func endRow() {
    rows += 1
    for slot in columns.indices where columns[slot].count < rows { columns[slot].appendNull() }
  }

  /// Appends all columns as a JSON array.
  func write(to script: inout [UInt8]) {
    var dictionary = ByteDictionary(capacity: rows)
    script.append(UInt8(ascii: "["))
    for slot in columns.indices {
      if slot > 0 { script.append(UInt8(ascii: ",")) }
      if let same = (0..<slot).first(where: { columns[$0].isSame(as: columns[slot]) }) {
        script += String(same).utf8
      } else {
        columns[slot].write(to: &script, dictionary: &dictionary)
      }
    }
    script.append(UInt8(ascii: "]"))
  }
}
