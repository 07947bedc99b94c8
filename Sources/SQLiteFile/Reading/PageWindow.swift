import Bytes

/// A stretch of pages in memory: what a scan reads ahead.
///
/// Pages that follow each other are read in growing stretches of up to 64 pages; a jump begins
/// small again, so that scattered pages do not cost a stretch each.
@usableFromInline struct PageWindow: Sendable {
  /// The most that is read at once.
  private static let mostPages = 64
  private static let mostBytes = 1 << 20
  /// Read at once for searches that go on where the last one ended.
  private static let searchedPages = 8

  private let pages: PageSource
  private let pageSize: Int
  @usableFromInline private(set) var bytes: [UInt8] = []
  private var first: UInt32 = 0
  private var count: UInt32 = 0
  private var step = 4
  /// Off while single pages here and there are wanted.
  var readsAhead = true

  init(_ database: DatabaseReader) {
    pages = database.pages
    pageSize = database.header.pageSize
  }

  /// Makes a page present and returns where it begins in `bytes`. The page is in the database.
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
