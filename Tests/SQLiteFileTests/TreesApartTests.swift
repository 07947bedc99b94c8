import Bytes
import Records
import SQLiteFile
import TestSupport
import Testing

struct TreesApartTests {
  @Test(arguments: [0, 1, 30, 400, 9_000], [512, 4_096])
  func `trees built separately equal those built in sequence`(rows: Int, pageSize: Int) throws {
    var sorter = IndexSorter(findsDuplicates: true)
    var boxes = RTreeWriter(pageSize: pageSize)
    var generator = SeededGenerator(seed: UInt64(rows))
    var keys: [[UInt8]] = []
    for row in 0..<rows {
      let key = generator.bytes(generator.integer(in: 0...40))
      keys.append(key)
      try sorter.append(text: key.span, rowid: Int64(row))
      let x = Double(generator.integer(in: 0...999))
      try boxes.append(id: Int64(row), minX: x, maxX: x + 1, minY: -x, maxY: x)
    }
    var whole = PageWriter(pageSize: pageSize, startingAt: 7)
    var put = PageWriter(pageSize: pageSize, startingAt: 7)
    let (root, duplicates) = try sorter.finish(&whole)
    let roots = try boxes.finish(&whole)
    var apart = PageWriter(apartWithPageSize: pageSize)
    var boxesApart = PageWriter(apartWithPageSize: pageSize)
    let made = try sorter.finish(&apart)
    let madeBoxes = try boxes.finish(&boxesApart)
    #expect(made.1 == duplicates)
    #expect(duplicates.count == rows - Set(keys).count)
    #expect(duplicates.allSatisfy { keys[Int($0.first)] == keys[Int($0.second)] })
    #expect(put.append(apart).map { made.root + $0 } == root)
    #expect(put.append(boxesApart).map(madeBoxes.moved) == roots)
    #expect(put.nextPage == whole.nextPage)
    var (one, other) = (MemoryOutput(), MemoryOutput())
    try whole.drain(into: &one)
    try put.drain(into: &other)
    #expect(one.bytes == other.bytes)
  }

  @Test func `trees with overflow chains or around the lock-byte page are not moved`()
    throws
  {
    var long = IndexSorter()
    try long.append(text: [UInt8](repeating: 65, count: 9_000).span, rowid: 1)
    var apart = PageWriter(apartWithPageSize: 4_096)
    _ = try long.finish(&apart)
    var pages = PageWriter(pageSize: 4_096)
    #expect(pages.append(apart) == nil)
    #expect(pages.nextPage == 2 && pages.pendingCount == 4_096)
    var short = IndexSorter()
    try short.append(text: [65].span, rowid: 1)
    var leaf = PageWriter(apartWithPageSize: 4_096)
    _ = try short.finish(&leaf)
    let lock = UInt32(0x4000_0000 / 4_096 + 1)
    for (first, moved) in [
      (lock - 2, lock - 2), (lock - 1, nil), (lock, nil), (lock + 1, lock + 1),
    ] {
      var pages = PageWriter(pageSize: 4_096, startingAt: first)
      #expect(pages.append(leaf) == moved)
    }
  }
}
