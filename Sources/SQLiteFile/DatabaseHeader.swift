// The first 100 bytes of a database (SQLite File Format §1.3), numbers big-endian:
//
//   0   16  "SQLite format 3" and a zero
//   16  2   page size, 1 for 65,536
//   18  2   file format write and read version: 1 rollback journal, 2 WAL
//   20  1   reserved bytes at the end of each page
//   21  3   64, 32, 32
//   24  4   change counter
//   28  4   pages in the database; holds only when 24…27 equal 92…95
//   32  8   first freelist trunk page, number of free pages
//   40  4   schema cookie
//   44  4   schema format, 1…4
//   48  4   suggested cache size
//   52  4   largest root page, not zero when there are pointer-map pages
//   56  4   text encoding: 1 UTF-8, 2 UTF-16 little-endian, 3 UTF-16 big-endian
//   60  4   user version
//   64  4   incremental vacuum
//   68  4   application id
//   72  20  zero
//   92  8   change counter when 28 was written, version of SQLite that wrote

import Bytes

/// The header of a database file.
package struct DatabaseHeader: Equatable, Sendable {
  /// Size of the header in bytes.
  package static let length = 100
  /// The SQLite version at byte 96 of files that Fieldpack writes. It is constant, so that the same
  /// rows give the same bytes.
  package static let writerVersion: UInt32 = 3_040_001

  /// Page size in bytes: a power of two from 512 to 65,536.
  package var pageSize: Int
  /// Bytes at the end of each page that hold no data.
  package var reserved: Int
  /// Changes with each transaction, in a database without a write-ahead log.
  package var changeCounter: UInt32
  /// Number of pages in the database; 0 if the header has no valid number.
  package var pageCount: UInt32
  /// First trunk page of the freelist; 0 if there is none.
  package var firstFreelistTrunk: UInt32
  /// Number of pages on the freelist.
  package var freelistCount: UInt32
  /// Changes whenever the schema changes.
  package var schemaCookie: UInt32
  /// Schema format: 1 to 4.
  package var schemaFormat: UInt32
  /// Not zero if the file has pointer-map pages (auto_vacuum).
  package var largestRoot: UInt32
  /// Whether a file with pointer-map pages keeps freed pages until asked to release them.
  package var isIncremental: Bool
  /// The encoding of texts.
  package var encoding: TextEncoding
  /// `PRAGMA user_version`; in a GeoPackage its version.
  package var userVersion: UInt32
  /// `PRAGMA application_id`; `GPKG` in a GeoPackage.
  package var applicationID: UInt32

  /// The three text encodings.
  package enum TextEncoding: UInt32, Sendable {
    case utf8 = 1
    case utf16LittleEndian
    case utf16BigEndian
  }

  /// Creates a header as Fieldpack writes it: no reserved bytes, no freelist, format 4, UTF-8.
  package init(pageSize: Int, pageCount: UInt32, userVersion: UInt32, applicationID: UInt32) {
    self.pageSize = pageSize
    reserved = 0
    changeCounter = 1
    self.pageCount = pageCount
    firstFreelistTrunk = 0
    freelistCount = 0
    schemaCookie = 1
    schemaFormat = 4
    largestRoot = 0
    isIncremental = false
    encoding = .utf8
    self.userVersion = userVersion
    self.applicationID = applicationID
  }

  /// Whether anything was ever created in the database.
  var hasContent: Bool { schemaFormat != 0 }

  /// Bytes of each page that hold data.
  package var usable: Int { pageSize - reserved }

  /// The page at byte 2^30 of the file, which SQLite never uses.
  package var lockBytePage: UInt32 { UInt32(0x4000_0000 / pageSize + 1) }

  /// The bytes that every database begins with.
  package static let magic = [UInt8](literal: "SQLite format 3\0")

  /// Reads the header as libsqlite3 does.
  ///
  /// - Throws: `SQLiteFileError.notADatabase`, `.badHeader`.
  package init(parsing bytes: Span<UInt8>, path: String) throws(SQLiteFileError) {
    guard bytes.count >= Self.length, bytes.matches("SQLite format 3\0") else {
      throw .notADatabase(path: path)
    }
    let size = Int(bytes.bigEndianUInt16(at: 16))
    pageSize = size == 1 ? 65_536 : size
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else {
      throw .badHeader(offset: 16, value: size)
    }
    guard bytes[19] <= 2 else { throw .badHeader(offset: 19, value: Int(bytes[19])) }
    reserved = Int(bytes[20])
    guard pageSize - reserved >= 480 else { throw .badHeader(offset: 20, value: reserved) }
    for (offset, value) in [(21, UInt8(64)), (22, 32), (23, 32)] where bytes[offset] != value {
      throw .badHeader(offset: offset, value: Int(bytes[offset]))
    }
    changeCounter = bytes.bigEndianUInt32(at: 24)
    let isCounted = changeCounter == bytes.bigEndianUInt32(at: 92)
    pageCount = isCounted ? bytes.bigEndianUInt32(at: 28) : 0
    firstFreelistTrunk = bytes.bigEndianUInt32(at: 32)
    freelistCount = bytes.bigEndianUInt32(at: 36)
    schemaCookie = bytes.bigEndianUInt32(at: 40)
    schemaFormat = bytes.bigEndianUInt32(at: 44)
    guard schemaFormat <= 4 else { throw .badHeader(offset: 44, value: Int(schemaFormat)) }
    largestRoot = bytes.bigEndianUInt32(at: 52)
    // libsqlite3 reads two bits only, and treats 0 as UTF-8.
    encoding = TextEncoding(rawValue: bytes.bigEndianUInt32(at: 56) & 3) ?? .utf8
    isIncremental = bytes.bigEndianUInt32(at: 64) != 0
    userVersion = bytes.bigEndianUInt32(at: 60)
    applicationID = bytes.bigEndianUInt32(at: 68)
  }

  /// Appends the header's 100 bytes: change counter 1, rollback journal.
  package func write(to bytes: inout [UInt8]) {
    bytes.append(literal: "SQLite format 3\0")
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: pageSize == 65_536 ? 1 : pageSize))
    bytes += [1, 1, UInt8(truncatingIfNeeded: reserved), 64, 32, 32]
    let fields: [UInt32] = [
      1, pageCount, firstFreelistTrunk, freelistCount, schemaCookie, schemaFormat, 0,
      largestRoot, encoding.rawValue, userVersion, 0, applicationID, 0, 0, 0, 0, 0, 1,
      Self.writerVersion,
    ]
    for field in fields { bytes.append(bigEndian: field) }
  }
}
