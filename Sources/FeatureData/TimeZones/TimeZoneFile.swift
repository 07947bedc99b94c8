import Bytes

// TZif, the file of one time zone (RFC 9636 §3). Big-endian.
//
//   header, 44 bytes       "TZif", version (0, "2", "3", "4"), 15 unused, then six counts of four
//                          bytes: UT marks, standard marks, leap seconds, changes, types, letters
//   data                   changes × (8 bytes moment; 4 in version 1)
//                          changes × (1 byte type)
//                          types × (4 bytes offset, 1 byte daylight, 1 byte first letter)
//                          letters of the abbreviations, each ended by NUL
//                          leap seconds × (12 bytes; 8 in version 1)
//                          standard marks, UT marks
//   from version 2 on      header and data again with moments of 8 bytes, in place of the first
//                          data; then LF, a POSIX TZ text for what comes after, LF

/// Reads the bytes of a TZif file.
struct TimeZoneFile {
  /// A limit that exceeds the size of any zone's file.
  static let largest = 256 * 1_024

  let name: String
  private var reader: ByteReader

  init(name: String, bytes: [UInt8]) {
    self.name = name
    reader = ByteReader(bytes)
  }

  private struct Header {
    var version: UInt8
    var utMarks: Int
    var standardMarks: Int
    var leapSeconds: Int
    var changes: Int
    var types: Int
    var letters: Int

    /// Returns the size of the data after this header, with times of `width` bytes.
    func dataCount(width: Int) -> Int {
      changes * (width + 1) + types * 6 + letters + leapSeconds * (width + 4) + standardMarks
        + utMarks
    }
  }

  consuming func rules() throws(TimeZoneError) -> TimeZoneRules {
    guard reader.bytes.count <= Self.largest else {
      throw .timeZoneDamaged(
        name: name, offset: Self.largest, expected: "at most \(Self.largest) bytes")
    }
    var header = try readHeader()
    let isWide = header.version >= UInt8(ascii: "2")
    if isWide {
      try reading("the first data block") { (reader) throws(BytesError) in
        try reader.skip(header.dataCount(width: 4))
      }
      header = try readHeader()
    }
    // Leap seconds would shift every time. Only the folder "right" has them.
    guard header.leapSeconds == 0 else { throw damaged("times without leap seconds") }
    guard header.types > 0 else { throw damaged("at least one local time type") }
    guard reader.remaining >= header.dataCount(width: isWide ? 8 : 4) else {
      throw damaged("\(header.dataCount(width: isWide ? 8 : 4)) bytes of data")
    }
    let changes = try readChanges(header, isWide: isWide)
    let types = try readTypes(header, count: header.changes)
    let periods = try readPeriods(header)
    try reading("marks") { (reader) throws(BytesError) in
      try reader.skip(header.standardMarks + header.utMarks)
    }
    let rule = isWide ? try readFooter() : nil
    var history: [TimeZoneRules.Period] = []
    for type in types {
      guard type < periods.count else { throw damaged("types below \(periods.count)") }
      history.append(periods[type])
    }
    return TimeZoneRules(
      name: name, first: periods[0], changes: changes, periods: history, rule: rule)
  }

  private mutating func readHeader() throws(TimeZoneError) -> Header {
    try reading("a TZif header") { (reader) throws(BytesError) in
      let start = reader.position
      guard try reader.readBytes(4) == Array("TZif".utf8) else {
        throw .truncated(offset: start, needed: 44, available: 0)
      }
      let version = try reader.readUInt8()
      try reader.skip(15)
      var counts: [Int] = []
      for _ in 0..<6 { counts.append(Int(try reader.readBigEndianUInt32())) }
      return Header(
        version: version, utMarks: counts[0], standardMarks: counts[1], leapSeconds: counts[2],
        changes: counts[3], types: counts[4], letters: counts[5])
    }
  }

  private mutating func readChanges(
    _ header: Header, isWide: Bool
  ) throws(TimeZoneError) -> [Int64] {
    let changes = try reading("the transition times") { (reader) throws(BytesError) in
      var result: [Int64] = []
      for _ in 0..<header.changes {
        result.append(
          isWide
            ? Int64(bitPattern: try reader.readBigEndianUInt64())
            : Int64(Int32(bitPattern: try reader.readBigEndianUInt32())))
      }
      return result
    }
    guard zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw damaged("ascending times before it")
    }
    return changes
  }

  private mutating func readTypes(_ header: Header, count: Int) throws(TimeZoneError) -> [Int] {
    try reading("the transition types") { (reader) throws(BytesError) in
      try reader.readBytes(count).map { Int($0) }
    }
  }

  private mutating func readPeriods(
    _ header: Header
  ) throws(TimeZoneError) -> [TimeZoneRules.Period] {
    let (records, letters) = try reading("the local time types") { (reader) throws(BytesError) in
      var records: [(offset: Int, isDaylightSaving: Bool, letter: Int)] = []
      for _ in 0..<header.types {
        let offset = Int(Int32(bitPattern: try reader.readBigEndianUInt32()))
        records.append((offset, try reader.readUInt8() != 0, Int(try reader.readUInt8())))
      }
      return (records, try reader.readBytes(header.letters))
    }
    var periods: [TimeZoneRules.Period] = []
    for record in records {
      // RFC 9636 §3.2: more than -25 hours and less than 26.
      guard record.offset > -90_000, record.offset < 93_600 else {
        throw damaged("offsets of at most about a day before it")
      }
      periods.append(
        TimeZoneRules.Period(
          offset: record.offset, isDaylightSaving: record.isDaylightSaving,
          abbreviation: Array(letters.dropFirst(record.letter).prefix { $0 != 0 })))
    }
    return periods
  }

  private mutating func readFooter() throws(TimeZoneError) -> TimeZoneRule? {
    let offset = reader.position
    let rest = try reading("a footer") { (reader) throws(BytesError) in
      try reader.readBytes(reader.remaining)
    }
    guard rest.first == UInt8(ascii: "\n"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
    else {
      throw .timeZoneDamaged(name: name, offset: offset, expected: "a rule between line feeds")
    }
    if end == 1 { return nil }
    guard let rule = TimeZoneRule(parsing: Array(rest[1..<end])) else {
      throw .timeZoneDamaged(name: name, offset: offset + 1, expected: "a POSIX TZ rule")
    }
    return rule
  }

  private mutating func reading<Value>(
    _ expected: String, _ body: (inout ByteReader) throws(BytesError) -> Value
  ) throws(TimeZoneError) -> Value {
    guard let value = try? body(&reader) else { throw damaged(expected) }
    return value
  }

  private func damaged(_ expected: String) -> TimeZoneError {
    .timeZoneDamaged(name: name, offset: reader.position, expected: expected)
  }
}
