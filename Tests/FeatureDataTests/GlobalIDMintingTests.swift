import FeatureData
import MapModel
import TestSupport
import Testing

/// GlobalIDs that records get from a key.
@Suite struct GlobalIDMintingTests {
  private func declared(_ field: String, fields: [Field] = []) -> DeclaredTable {
    var table = DeclaredTable(name: "T", fields: fields, isTable: true)
    table.minting = GlobalIDMinting(scope: "Street Trees", field: field)
    return table
  }

  private func id(_ key: JoinKey) -> Cell {
    .text(GlobalIDMinting(scope: "street trees", field: "").id(ofKey: key).text)
  }

  @Test func `a minted id is a UUID of version 5 of scope and key, as Python makes it`()
    async throws
  {
    let python = try #require(Tool.python3)
    let answer = try await python.output([
      "-c",
      "import uuid; n = uuid.UUID('5f8a4d0e-6b1c-5e2a-9d37-c41f70b6a982'); "
        + "print(uuid.uuid5(n, 'street trees/149556'), uuid.uuid5(n, 'street trees/A 12é'))",
    ])
    let expected = answer.split(whereSeparator: \.isWhitespace).map { "{\($0.uppercased())}" }
    let table = try ReadTable(csv: "NR\n149556\nA 12é\n", as: declared("NR"))
    #expect(table.values(of: "GlobalID") == expected.map { .text($0) })
    #expect(expected.count == 2)
  }

  @Test func `the same key gives the same id in every format and spelling`() throws {
    let tables = [
      try ReadTable(csv: "NR\n12\n", as: declared("nr")),
      try ReadTable(csv: "NR\n\"12\"\nx\n", as: declared("NR")),
      try ReadTable(csv: "NR\n12.0\n1.5\n", as: declared("NR")),
      try ReadTable(
        json: #"{"features":[{"properties":{"NR":12},"geometry":null}]}"#, as: declared("NR")),
      try ReadTable(
        json: #"{"features":[{"properties":{"NR":"1\u0032"},"geometry":null}]}"#,
        as: declared("NR")),
      try ReadTable(
        csv: "NR\n12\n", as: declared("NR", fields: [Field(name: "NR", type: .double)])),
    ]
    for table in tables { #expect(table.values(of: "GlobalID").first == id(.integer(12))) }
    #expect(id(.integer(12)) == id(.text(Array("12".utf8))))
  }

  @Test func `the scope keeps the keys of two layers apart, and ignores case`() {
    let one = GlobalIDMinting(scope: "Trees", field: "NR").id(ofKey: .integer(1))
    #expect(GlobalIDMinting(scope: "TREES", field: "ID").id(ofKey: .integer(1)) == one)
    #expect(GlobalIDMinting(scope: "Benches", field: "NR").id(ofKey: .integer(1)) != one)
  }

  @Test func `a record keeps its own GlobalID, and one without gets its key's`() throws {
    let own = "{2F1A9C00-7B4E-4D21-9A3C-0123456789AB}"
    let zeros = "{00000000-0000-0000-0000-000000000000}"
    let table = try ReadTable(
      csv: "GlobalID,NR\n\(own),1\n,2\n\(zeros),3\n\"\",4\n\(own.lowercased()),\n",
      as: declared("NR"))
    #expect(table.names == ["GlobalID", "NR"])
    #expect(
      table.values(of: "GlobalID") == [
        .text(own), id(.integer(2)), id(.integer(3)), id(.integer(4)), .text(own.lowercased()),
      ])
    #expect(table.count(of: .globalIDMissing) == 0)
  }

  @Test func `a record without a key stays without a GlobalID, and is noted`() throws {
    let table = try ReadTable(csv: "NR,b\n1,x\n,y\n\"\",z\n", as: declared("NR"))
    #expect(table.values(of: "GlobalID") == [id(.integer(1)), nil, nil])
    #expect(table.count(of: .globalIDMissing) == 2)
    #expect(
      table.notices.entries.first { $0.notice == .globalIDMissing }?.samples == ["row 2", "row 3"])
  }

  @Test(
    arguments: [
      ("Missing", "NR\n1\n"), ("GlobalID", "GlobalID,NR\n,1\n"), ("Flag", "Flag\n1\n"),
      ("NR", "GlobalID,NR\n5,1\n"),
    ])
  func `nothing is minted from a field that can't identify records`(
    field: String, text: String
  ) throws {
    let fields = field == "Flag" ? [Field(name: "Flag", type: .date)] : []
    let table = try ReadTable(csv: text, as: declared(field, fields: fields))
    #expect(table.schema.minting == nil)
    #expect(table.count(of: .globalIDMissing) == (field == "GlobalID" ? 1 : 0))
  }
}
