import Bytes

/// A run of consecutive pages in memory, for reading ahead.
///
/// A sequential scan reads growing runs of up to 64 pages. A jump starts with a small run again, so
/// that scattered pages do not cost a large read each.
@usableFromInline struct PageWindow: Sendable {
  /// Most pages in one read.
  private static let mostPages = 64
  private static let mostBytes = 1 << 20
  /// Pages to read in a search that continues where the last one ended.
  private static let searchedPages = 8

  private let pages: PageSource
  private let pageSize: Int
  @usableFromInline private(set) var bytes: [UInt8] = []
  private var first: UInt32 = 0
  private var count: UInt32 = 0
  private var step = 4
  /// Set to false to read single scattered pages.
  var readsAhead = true

  init(_ database: DatabaseReader) {
    pages = database.pages
    pageSize = database.header.pageSize
  }

  /// Loads a page of the database and returns its offset in `bytes`.
  mutating func load(_ page: UInt32) throws(SQLiteFileError) -> Int {
    if page >= first, page &- first < count {
      return Int(page &- first) &* pageSize
    }
    let follows = count > 0 && page >= first &+ count && page &- first &- count < 4
    step =
      !readsAhead
      ? follows ? Self.searchedPages : 1
      : follows ? min(step &* 2, max(1, min(Self.mostPages, Self.mostBytes / pageSize))) : 4
    let length = min(UInt32(step), pages.pageCount &- page &+ 1)
    count = 0
    try pages.read(page, count: length, into: &bytes)
    first = page
    count = length
    return 0
  }
}
