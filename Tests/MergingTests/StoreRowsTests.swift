import FeatureData
import Merging
import TestSupport
import Testing

struct StoreRowsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func rows(_ text: String) throws -> StoreRows {
    try StoreRows(
      CityText(text).store("\(text.utf8.count).gpkg", in: folder), schema: City.schema())
  }

  @Test func `a row is found by its GlobalID and by its row id`() throws {
    let rows = try rows("Trees 2#4 name=elm\nTrees 1#9 name=oak")
    #expect(try rows.row(0, CityText.id(1))?.rowid == 9)
    #expect(try rows.row(0, rowid: 4)?.values.contains(FieldValue(text: "elm")) == true)
    #expect(try rows.row(0, CityText.id(3)) == nil)
    #expect(try rows.row(0, rowid: 5) == nil)
    #expect(try rows.largestRowID(0) == 9)
  }

  @Test func `a duplicate GlobalID belongs to the first row`() throws {
    let rows = try rows("Trees 1#2 name=oak\nTrees 1#5 name=elm\nTrees -#7 name=ash")
    #expect(try rows.rowid(0, of: CityText.id(1)) == 2)
    #expect(try rows.identity(0, rowid: 2) == CityText.id(1))
    for rowid in [5, 7] as [Int64] {
      let minted = RowIdentity.minted(table: "TREES", rowid: rowid)
      #expect(try rows.identity(0, rowid: rowid) == minted)
      #expect(try rows.rowid(0, of: minted) == rowid)
    }
  }

  @Test func `rows of a table without a GlobalID column have identities`() throws {
    let rows = try rows("Marks -#3 note=a")
    let table = try #require(try City.schema().table(named: "Marks"))
    let minted = RowIdentity.minted(table: "Marks", rowid: 3)
    #expect(try rows.row(table, minted)?.rowid == 3)
  }

  @Test func `children are found by their key`() throws {
    let rows = try rows(
      "Trees 1#2 name=oak\nBranches 5 treefid=2\nBranches 6\nBranches 7 treefid=3\nBranches 8 treefid=2"
    )
    let schema = try City.schema()
    let link = try #require(schema.links.firstIndex { $0.originKey == .rowID })
    #expect(
      try rows.children(of: link, key: .integer(2)) == [CityText.id(5), CityText.id(8)])
    #expect(try rows.children(of: link, key: .integer(9)).isEmpty)
  }

  @Test func `a table that the store lacks has no rows`() throws {
    let rows = try rows("!drop Trees\nMarks - note=a")
    #expect(try rows.row(0, CityText.id(1)) == nil)
    #expect(try rows.largestRowID(0) == 0)
  }

  @Test func `the largest object id is found`() throws {
    let rows = try rows("Trees 1 oid=7\nTrees 2 oid=70\nTrees 3")
    #expect(try rows.largestObjectID(0) == 70)
  }
}
