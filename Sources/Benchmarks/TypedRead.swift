import Bytes
import SQLiteFile

/// The full typed read of the table Trees, the same sums by SQL and by our reader: numbers added,
/// characters of texts counted, bytes of geometries counted.
enum TypedRead {
  private static let texts = [
    "GlobalID", "Address", "Neighborhood", "Condition", "SpeciesCode", "SiteType", "Wires",
    "SiteDevelopment", "SiteSize", "CollectedBy", "Notes",
  ]

  /// The sums by SQL; three numbers in one line.
  static let query = """
    SELECT count(*), CAST(round(sum(fid + coalesce(OBJECTID, 0) + coalesce(DBH, 0) \
    + coalesce(SiteWidth, 0))) AS INTEGER), \
    sum(length(geom) + \(texts.map { "coalesce(length(\($0)), 0)" }.joined(separator: " + "))) \
    FROM Trees
    """

  /// The sums by our reader, in the form that `query` prints.
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

  /// Characters of UTF-8 text, as SQLite's `length` counts them: bytes that continue no other.
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
