import Bytes
import Records
import SQLiteFile

/// Reads the whole table Trees with SQL and with the reader of fieldpack, for the same sums: numbers
/// added, characters of texts and bytes of geometries counted.
enum TypedRead {
  private static let texts = [
    "GlobalID", "Address", "Neighborhood", "Condition", "SpeciesCode", "SiteType", "Wires",
    "SiteDevelopment", "SiteSize", "CollectedBy", "Notes",
  ]

  /// The SQL of the sums. It prints three numbers in one line.
  static let query = """
    SELECT count(*), CAST(round(sum(fid + coalesce(OBJECTID, 0) + coalesce(DBH, 0) \
    + coalesce(SiteWidth, 0))) AS INTEGER), \
    sum(length(geom) + \(texts.map { "coalesce(length(\($0)), 0)" }.joined(separator: " + "))) \
    FROM Trees
    """

  /// The sums with the reader of fieldpack, in the format of `query`.
  static func sums(of table: String, in path: String) throws -> String {
    let reader = try DatabaseReader(path: path)
    var cursor = try reader.cursor(over: try reader.table(named: table))
    var layout = RecordLayout()
    var sums = Sums()
    while try cursor.next() {
      let bytes = cursor.bytes
      let record = bytes.span.extracting(cursor.record)
      try layout.parse(record)
      sums.rows += 1
      sums.numbers += Double(cursor.rowid)
      sums.add(record, layout)
    }
    return "\(sums.rows)|\(Int(sums.numbers.rounded()))|\(sums.lengths)"
  }

  private struct Sums {
    var rows = 0
    var numbers = 0.0
    var lengths = 0

    mutating func add(_ record: Span<UInt8>, _ layout: borrowing RecordLayout) {
      for column in 0..<layout.count {
        switch layout.value(column, in: record) {
        case .null: break
        case .integer(let number): numbers += Double(number)
        case .real(let number): numbers += number
        case .text(let range): lengths += characters(record.extracting(range))
        case .blob(let range): lengths += range.count
        }
      }
    }
  }

  /// The number of characters of UTF-8 text, like SQLite's `length`: all bytes that start one.
  private static func characters(_ text: Span<UInt8>) -> Int {
    var continuing = 0
    var at = 0
    while at &+ 8 <= text.count {
      let word = text.littleEndianUInt64(at: at)
      continuing &+= (word & ~(word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      at &+= 8
    }
    while at < text.count {
      if text[at] & 0xC0 == 0x80 { continuing &+= 1 }
      at &+= 1
    }
    return text.count - continuing
  }
}
