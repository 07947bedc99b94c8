import Bytes

// The first pointer-map page (SQLite File Format §1.8) is page 2. Each precedes the U / 5 pages it
// describes, with five bytes for each: u8 use, u32 page that points to it.

/// The pointer map of an auto_vacuum database: how each page is used.
struct PointerMap {
  /// How a page is used, and which page points to it.
  enum Use {
    case root
    case free
    case firstOverflow(of: UInt32)
    case overflow(after: UInt32)
    case child(of: UInt32)

    fileprivate var entry: (kind: UInt8, parent: UInt32) {
      switch self {
      case .root: (1, 0)
      case .free: (2, 0)
      case .firstOverflow(let page): (3, page)
      case .overflow(let page): (4, page)
      case .child(let page): (5, page)
      }
    }
  }

  private let pages: PageSource
  private let lockBytePage: UInt32
  /// Number of pages that one map page describes, plus itself.
  private let step: UInt32
  /// The map pages read so far.
  private var maps: [UInt32: [UInt8]] = [:]

  /// Returns nil for a database without a pointer map.
  init?(_ database: DatabaseReader) {
    guard database.header.largestRoot != 0 else { return nil }
    pages = database.pages
    lockBytePage = database.header.lockBytePage
    step = UInt32(database.header.usable / 5 + 1)
  }

  /// The map page that describes a page. For a map page, the page itself.
  func mapPage(for page: UInt32) -> UInt32 {
    guard page >= 2 else { return 0 }
    let map = (page - 2) / step * step + 2
    return map == lockBytePage ? map + 1 : map
  }

  /// Whether the map agrees with this use of a page.
  mutating func agrees(_ use: Use, of page: UInt32) throws(SQLiteFileError) -> Bool {
    // The map has no entry for page 1.
    guard page > 1 else { return true }
    let map = mapPage(for: page)
    guard map < page, map <= pages.pageCount else { return false }
    if maps[map] == nil {
      var bytes: [UInt8] = []
      try pages.read(map, count: 1, into: &bytes)
      maps[map] = bytes
    }
    guard let bytes = maps[map] else { return false }
    let offset = 5 * Int(page - map - 1)
    guard offset + 5 <= bytes.count else { return false }
    let (kind, parent) = use.entry
    return bytes[offset] == kind && bytes.span.bigEndianUInt32(at: offset + 1) == parent
  }
}
