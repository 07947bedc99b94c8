import Bytes

// A freelist trunk page (File Format §1.5): u32 next trunk, u32 count of leaves, their numbers.
// Pointer-map pages (§1.8) begin at page 2 and stand before the U / 5 pages they tell about.

/// Who uses which page: each page of a sound database is used exactly once.
struct PageAccount {
  private let database: DatabaseReader
  private var used: PageSet
  private var window: PageWindow
  /// Pages noted so far.
  private(set) var count = 0

  init(_ database: DatabaseReader) {
    self.database = database
    used = PageSet(pageCount: database.pageCount)
    window = PageWindow(database)
  }

  /// Notes a page; false when something else uses it.
  mutating func use(_ page: UInt32) -> Bool {
    count += 1
    return used.insert(page)
  }

  /// Adds the freelist and the pages without data, then tells what is left over.
  mutating func finish(into problems: inout ProblemList) {
    walkFreelist(&problems)
    usePointerMaps(&problems)
    var first: UInt32 = 0
    var count = 0
    for page in 1...database.pageCount
    where page != database.header.lockBytePage && !used.contains(page) {
      if count == 0 { first = page }
      count += 1
    }
    if count > 0 { problems.append(.pagesUnused(first: first, count: count)) }
  }

  private mutating func walkFreelist(_ problems: inout ProblemList) {
    let expected = Int(database.header.freelistCount)
    var trunk = database.header.firstFreelistTrunk
    var found = 0
    while trunk != 0 {
      guard database.isUsable(trunk), used.insert(trunk), let base = try? window.load(trunk) else {
        problems.append(.freelistBroken(page: trunk, found: found, expected: expected))
        return
      }
      found += 1
      let bytes = window.bytes
      let span = bytes.span
      let next = span.bigEndianUInt32(at: base)
      let leaves = Int(span.bigEndianUInt32(at: base + 4))
      guard leaves <= database.header.usable / 4 - 2 else {
        problems.append(.freelistBroken(page: trunk, found: found, expected: expected))
        return
      }
      for leaf in 0..<leaves {
        let page = span.bigEndianUInt32(at: base + 8 + 4 * leaf)
        guard database.isUsable(page), used.insert(page) else {
          problems.append(.freelistBroken(page: page, found: found, expected: expected))
          return
        }
        found += 1
      }
      trunk = next
    }
    if found != expected {
      problems.append(.freelistBroken(page: trunk, found: found, expected: expected))
    }
  }

  private mutating func usePointerMaps(_ problems: inout ProblemList) {
    guard database.header.largestRoot != 0 else { return }
    let step = database.header.usable / 5 + 1
    for place in stride(from: 2, through: Int(database.pageCount), by: step) {
      var page = UInt32(place)
      if page == database.header.lockBytePage { page += 1 }
      if page <= database.pageCount, !used.insert(page) {
        problems.append(.pageUsedTwice(page: page, object: "pointer map"))
      }
    }
  }
}
