package import Bytes

// A database in compact form, to keep and not to change:
//
//   offset  size
//   0       8     "FPPAGES1"
//   8       4     page size, big endian like all numbers
//   12      4     number of pages
//   16      …     runs of 512 pages: 4 bytes length, 4 bytes length when inflated, deflated bytes of
//                 CompactPages
//   end     4     CRC-32 of all pages
//
// The pages of indexes and R-trees are written as zeros: whoever reads rows doesn't need them. Those
// of PRIMARY KEY and UNIQUE stay.

/// The compact form of a database: its rows by column, without indexes. It needs about a third of
/// the bytes that the deflated database needs.
package struct CompactDatabase: Sendable {
  static let magic = Array("FPPAGES1".utf8)
  private static let headerLength = 16
  /// The number of pages in a run.
  static let runLength = 512
  /// The number of runs that are expanded at once: enough to keep all cores busy, and few enough to
  /// save memory.
  private static let runsInProgress = 4
  /// How many times its size a compact form may expand to, as for members of archives.
  private static let mostExpansion = 500
  /// The level of compression. Values of one column gain much from a better one.
  private static let level = 6

  private let region: FileRegion
  private let pageSize: Int
  private let pageCount: Int
  /// Whether each page is written as zeros.
  private let isHole: [Bool]

  /// Opens a database without logs.
  ///
  /// - Throws: what reading its schema throws.
  package init(_ region: FileRegion) throws(SQLiteFileError) {
    let database = try DatabaseReader(region: region)
    self.region = region
    pageSize = database.header.pageSize
    pageCount = Int(database.pageCount)
    var holes = IndexPages(database)
    try holes.find()
    isHole = holes.isHole
  }

  /// The number of runs.
  package var runCount: Int { (pageCount + Self.runLength - 1) / Self.runLength }

  /// The size of the expanded database in bytes.
  package var byteCount: Int { pageCount * pageSize }

  /// The bytes before the first run.
  package var header: [UInt8] {
    var bytes = Self.magic
    bytes.append(bigEndian: UInt32(pageSize))
    bytes.append(bigEndian: UInt32(pageCount))
    return bytes
  }

  /// A run in compact form, and its pages as they will be expanded.
  package struct Run: Sendable {
    package var bytes: [UInt8]
    package var pages: [UInt8]
  }

  /// Makes a run. Runs can be made at the same time.
  package func run(_ index: Int) throws -> Run {
    let first = index * Self.runLength
    let count = min(Self.runLength, pageCount - first)
    var pages = try region.read(at: first * pageSize, count: count * pageSize)
    for page in 0..<count where isHole[first + page] {
      for offset in (page * pageSize)..<((page + 1) * pageSize) { pages[offset] = 0 }
    }
    let plain = CompactPages.encode(pages.span, pageSize: pageSize) { isHole[first + $0] }
    let packed = try Deflate.compress(plain.span, format: .raw, level: Self.level)
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(packed.count))
    bytes.append(bigEndian: UInt32(plain.count))
    return Run(bytes: bytes + packed, pages: pages)
  }

  /// The bytes after the last run.
  ///
  /// - Parameter checksum: of all pages as they will be expanded.
  package static func end(_ checksum: CRC32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: checksum.value)
    return bytes
  }

  // MARK: Expanding

  /// The size of the database that a compact form expands to; nil if it isn't one.
  package static func expandedSize(of region: FileRegion) throws -> Int? {
    guard let (pageSize, pageCount) = try geometry(of: region) else { return nil }
    return pageSize * pageCount
  }

  private static func geometry(of region: FileRegion) throws -> (pageSize: Int, pageCount: Int)? {
    guard region.count >= headerLength else { return nil }
    let bytes = try region.read(at: 0, count: headerLength)
    guard Array(bytes[..<8]) == magic else { return nil }
    let size = Int(bytes.span.bigEndianUInt32(at: 8))
    let count = Int(bytes.span.bigEndianUInt32(at: 12))
    guard (512...65_536).contains(size), size & (size - 1) == 0 else { return nil }
    return (size, count)
  }

  /// Writes the database that a compact form holds.
  ///
  /// - Throws: `SQLiteFileError.damagedCompactForm`, and the errors of reading and writing. The
  ///   output is then incomplete.
  package static func expand(_ region: FileRegion, into output: inout OutputFile) throws {
    guard let (pageSize, pageCount) = try geometry(of: region),
      pageSize * pageCount <= mostExpansion * region.count + 1 << 20
    else { throw SQLiteFileError.damagedCompactForm(offset: 0) }
    var checksum = CRC32()
    var position = headerLength
    var waiting: [BackgroundWork<Result<[UInt8], any Error>>] = []
    for first in stride(from: 0, to: pageCount, by: runLength) {
      let run = try PackedRun(
        region, at: position, pageSize: pageSize, count: min(runLength, pageCount - first))
      position = run.end
      waiting.append(BackgroundWork { Result { try run.expand() } })
      guard waiting.count == runsInProgress else { continue }
      try append(waiting.removeFirst(), to: &output, &checksum)
    }
    for run in waiting { try append(run, to: &output, &checksum) }
    guard region.count == position + 4 else {
      throw SQLiteFileError.damagedCompactForm(offset: position)
    }
    let stored = try region.read(at: position, count: 4)
    guard stored.span.bigEndianUInt32(at: 0) == checksum.value else {
      throw SQLiteFileError.damagedCompactForm(offset: position)
    }
  }

  private static func append(
    _ run: BackgroundWork<Result<[UInt8], any Error>>, to output: inout OutputFile,
    _ checksum: inout CRC32
  ) throws {
    let pages = try run.value().get()
    checksum.update(pages.span)
    try output.append(pages.span)
  }
}

/// A run in compact form, in a file.
private struct PackedRun: Sendable {
  private let deflated: FileRegion
  private let byteCount: Int
  private let start: Int
  private let pageSize: Int
  private let count: Int
  /// The offset after the run.
  let end: Int

  /// Reads the lengths of a run of `count` pages.
  init(_ region: FileRegion, at start: Int, pageSize: Int, count: Int) throws {
    guard region.count - start >= 8 else {
      throw SQLiteFileError.damagedCompactForm(offset: start)
    }
    let lengths = try region.read(at: start, count: 8)
    let packed = Int(lengths.span.bigEndianUInt32(at: 0))
    byteCount = Int(lengths.span.bigEndianUInt32(at: 4))
    // A row costs a few bytes more than in its page, never twice as many.
    guard packed <= region.count - start - 8, byteCount <= 2 * pageSize * count + 65_536 else {
      throw SQLiteFileError.damagedCompactForm(offset: start)
    }
    deflated = region.part(offset: start + 8, count: packed)
    end = start + 8 + packed
    (self.start, self.pageSize, self.count) = (start, pageSize, count)
  }

  /// The pages.
  func expand() throws -> [UInt8] {
    let bytes = try deflated.read(at: 0, count: deflated.count)
    guard let plain = try? Deflate.inflate(bytes.span, format: .raw, limit: byteCount),
      plain.count == byteCount
    else {
      throw SQLiteFileError.damagedCompactForm(offset: start)
    }
    return try CompactPages.decode(plain.span, pageSize: pageSize, count: count)
  }
}

/// The pages of the indexes and R-trees of a database.
private struct IndexPages {
  private let database: DatabaseReader
  private(set) var isHole: [Bool]

  init(_ database: DatabaseReader) {
    self.database = database
    isHole = Array(repeating: false, count: Int(database.pageCount))
  }

  /// Walks the trees. A page that several trees share is kept.
  mutating func find() throws(SQLiteFileError) {
    for root in roots { try walk(root, depth: 0) }
  }

  private var roots: [UInt32] {
    let shadows = Set(
      database.schema.filter { $0.kind == .table && $0.rootPage == 0 }
        .flatMap { tree in ["rowid", "node", "parent"].map { "\(tree.name)_\($0)" } })
    return database.schema.filter {
      // The indexes of constraints have no text. They stay: SQLite looks into them by itself.
      $0.rootPage > 1
        && ($0.kind == .index && $0.sql != nil || $0.kind == .table && shadows.contains($0.name))
    }.map(\.rootPage)
  }

  private mutating func walk(_ page: UInt32, depth: Int) throws(SQLiteFileError) {
    guard database.isUsable(page), depth < 20, !isHole[Int(page) - 1] else { return }
    var bytes: [UInt8] = []
    try database.pages.read(page, count: 1, into: &bytes)
    let span = bytes.span
    let kind = span[0]
    guard [0x02, 0x05, 0x0A, 0x0D].contains(kind) else { return }
    isHole[Int(page) - 1] = true
    guard kind == 0x02 || kind == 0x05 else { return }
    let count = Int(span[3]) << 8 | Int(span[4])
    for index in 0..<count where 12 + 2 * index + 1 < span.count {
      let cell = Int(span[12 + 2 * index]) << 8 | Int(span[13 + 2 * index])
      guard cell + 4 <= span.count else { continue }
      try walk(span.bigEndianUInt32(at: cell), depth: depth + 1)
    }
    try walk(span.bigEndianUInt32(at: 8), depth: depth + 1)
  }
}
