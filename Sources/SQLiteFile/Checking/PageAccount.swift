import Bytes

// A freelist trunk page (File Format §1.5): u32 next trunk, u32 number of leaves, their page
// numbers.

/// Records who uses which page. In a sound database each page is used exactly once.
struct PageAccount {
  private let database: DatabaseReader
  private var used: PageSet
  private var window: PageWindow
  private var map: PointerMap?
  /// Pages recorded so far.
  private(set) var count = 0

  init(_ database: DatabaseReader) {
    self.database = database
    used = PageSet(pageCount: database.pageCount)
    window = PageWindow(database)
    map = PointerMap(database)
  }

  /// Records the use of a page. If the page is already in use, adds a problem and returns false.
  mutating func use(
    _ page: UInt32, as use: PointerMap.Use, of object: String, _ problems: inout ProblemList
  ) throws(SQLiteFileError) -> Bool {
    count += 1
    guard used.insert(page) else {
      problems.append(.pageUsedTwice(page: page, object: object))
      return false
    }
    try compare(use, of: page, in: object, problems: &problems)
    return true
  }

  private mutating func compare(
    _ use: PointerMap.Use, of page: UInt32, in object: String,
    problems: inout ProblemList
  ) throws(SQLiteFileError) {
    do throws(SQLiteFileError) {
      if try map?.agrees(use, of: page) == false {
        problems.append(.pointerMapDiffers(page: page, object: object))
      }
    } catch {
      try problems.append(error, of: "pointer map")
    }
  }

  /// Adds the freelist and the pages without data, then reports the pages that nothing uses.
  mutating func finish(into problems: inout ProblemList) throws(SQLiteFileError) {
    try walkFreelist(&problems)
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

  private mutating func walkFreelist(
    _ problems: inout ProblemList
  ) throws(SQLiteFileError) {
    let expected = Int(database.header.freelistCount)
    var trunk = database.header.firstFreelistTrunk
    var found = 0
    while trunk != 0 {
      guard database.isUsable(trunk), used.insert(trunk) else {
        problems.append(.freelistBroken(page: trunk, found: found, expected: expected))
        return
      }
      let base: Int
      do throws(SQLiteFileError) {
        base = try window.load(trunk)
      } catch { return try problems.append(error, of: "freelist") }
      found += 1
      try compare(.free, of: trunk, in: "freelist", problems: &problems)
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
        try compare(.free, of: page, in: "freelist", problems: &problems)
      }
      trunk = next
    }
    if found != expected {
      problems.append(.freelistBroken(page: trunk, found: found, expected: expected))
    }
  }

  private mutating func usePointerMaps(_ problems: inout ProblemList) {
    guard let map else { return }
    var page = map.mapPage(for: 2)
    while page <= database.pageCount {
      if !used.insert(page) {
        problems.append(.pageUsedTwice(page: page, object: "pointer map"))
      }
      let next = page.addingReportingOverflow(UInt32(database.header.usable / 5 + 1))
      guard !next.overflow else { return }
      page = map.mapPage(for: next.partialValue)
    }
  }

  /// Checks the largest root page in the header. It must be set if and only if there is a pointer
  /// map.
  func compareRoots(_ objects: [SchemaObject], _ problems: inout ProblemList) {
    let header = database.header
    let largest = objects.map(\.rootPage).max() ?? 0
    if header.largestRoot == 0 ? header.isIncremental : header.largestRoot != largest {
      problems.append(
        .largestRootDiffers(found: Int(largest), expected: Int(header.largestRoot)))
    }
  }
}
