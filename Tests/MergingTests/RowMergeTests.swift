import Merging
import Testing

/// A row as text: "a=1 b=2". Omitted fields are null, and `-` is no row.
private struct Row {
  static let table = MergeTable(
    name: "Trees", title: "Trees",
    fields: [
      MergeField(name: "id", meaning: .identity, role: .globalID),
      MergeField(name: "n", meaning: .number, role: .objectID),
      MergeField(name: "a", meaning: .text), MergeField(name: "b", meaning: .text),
      MergeField(name: "d", meaning: .number),
      MergeField(name: "by", meaning: .text, role: .editor),
      MergeField(name: "at", meaning: .dateTime, role: .editDate),
      MergeField(name: "from", meaning: .text, role: .creator),
      MergeField(name: "since", meaning: .dateTime, role: .creationDate),
    ])
  static let photos = MergeTable(
    name: "Photos", title: "Photos",
    fields: ["sha256", "size", "path", "name"].map { MergeField(name: $0, meaning: .text) }
      + [MergeField(name: "data", meaning: .bytes, role: .content)], isAttachments: true)

  static func read(_ text: String, _ table: MergeTable = table) -> MergeRow? {
    guard text != "-" else { return nil }
    var values = [FieldValue](repeating: .null, count: table.fields.count)
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let field = table.fieldIndex(named: parts[0]) else { continue }
      values[field] =
        table.fields[field].meaning == .number
        ? Double(parts[1]).map { .real($0) } ?? .null : FieldValue(text: parts[1])
    }
    return MergeRow(rowid: 1, values: values)
  }

  static func write(_ row: MergeRow?, _ table: MergeTable = table) -> String {
    guard let row else { return "-" }
    return zip(table.fields, row.values).compactMap { field, value in
      switch value {
      case .null: nil
      case .real(let number): "\(field.name)=\(Int(number))"
      default: "\(field.name)=\(value.text ?? "?")"
      }
    }.joined(separator: " ")
  }

  static func write(_ conflicts: [RowMerge.FieldConflict], _ table: MergeTable = table) -> String {
    conflicts.map { "\($0.kind.rawValue) \(table.fields[$0.field].name)" }.joined(separator: ", ")
  }
}

struct RowMergeTests {
  @Test(arguments: [
    // base, current, returned: result, conflicts
    ("a=1", "a=1", "a=1", "a=1", ""),
    ("a=1", "a=1", "a=2", "a=2", ""),
    ("a=1", "a=3", "a=1", "a=3", ""),
    ("a=1", "a=2", "a=2", "a=2", ""),
    ("a=1", "a=3", "a=2", "a=2", "update/update a"),
    ("a=1 b=1", "a=3 b=1", "a=1 b=2", "a=3 b=2", ""),
    ("a=1 b=1", "a=3 b=3", "a=2 b=2", "a=2 b=2", "update/update a, update/update b"),
    ("a=1 b=1", "a=3 b=1", "a=2 b=2", "a=2 b=2", "update/update a"),
    // Null is a value like any other.
    ("a=1", "a=1", "", "", ""),
    ("a=1", "a=2", "", "", "update/update a"),
    ("a=1", "", "a=2", "a=2", "update/update a"),
    ("", "a=1", "a=1", "a=1", ""),
    ("d=5", "d=5", "d=6", "d=6", ""),
    // Deletions.
    ("a=1", "a=1", "-", "-", ""),
    ("a=1", "a=2", "-", "-", "delete/update a"),
    ("a=1 b=1", "a=2 b=2", "-", "-", "delete/update a, delete/update b"),
    ("a=1", "-", "-", "-", ""),
    ("a=1", "-", "a=1", "-", ""),
    ("a=1 b=1", "-", "a=2 b=1", "a=2 b=1", "update/delete a"),
    // Additions.
    ("-", "-", "a=1", "a=1", ""),
    ("-", "a=1", "a=1", "a=1", ""),
    ("-", "a=1", "a=2", "a=2", "insert/insert a"),
    ("-", "a=1", "b=2", "a=1 b=2", ""),
    ("-", "a=1", "-", "a=1", ""),
    // Row numbers.
    ("n=1 a=1", "n=7 a=1", "n=1 a=2", "n=7 a=2", ""),
    ("n=1 a=1", "n=7 a=1", "n=9 a=1", "n=7 a=1", ""),
    ("n=1 a=1", "n=7 a=1", "-", "-", ""),
  ])
  func `a row is merged from three states`(
    base: String, current: String, returned: String, result: String, conflicts: String
  ) {
    let outcome = RowMerge(Row.table).merge(
      base: Row.read(base), current: Row.read(current), returned: Row.read(returned))
    #expect(Row.write(outcome.row) == result)
    #expect(Row.write(outcome.conflicts) == conflicts)
  }

  @Test(arguments: [
    // The later edit wins on either side.
    (
      "by=o at=2026-01-01", "by=x at=2026-03-01", "by=y at=2026-02-01", "by=x at=2026-03-01"
    ),
    ("by=o at=2026-01-01", "by=x at=2026-02-01", "by=y at=2026-03-01", "by=y at=2026-03-01"),
    ("by=o at=2026-01-01", "by=o at=2026-01-01", "by=y at=2026-03-01", "by=y at=2026-03-01"),
    ("by=o at=2026-01-01", "by=x at=2026-02-01", "by=o at=2026-01-01", "by=x at=2026-02-01"),
    // Name and date stay together.
    ("by=o", "by=x at=2026-02-01", "by=y", "by=x at=2026-02-01"),
    // The creator and creation date stay.
    ("from=o since=2020-01-01", "from=o since=2020-01-01", "from=y", "from=o since=2020-01-01"),
    ("-", "from=x since=2026-01-02", "from=y since=2026-01-01", "from=x since=2026-01-02"),
    ("-", "a=1", "a=1 from=y since=2026-01-01", "a=1 from=y since=2026-01-01"),
    // An edit without changes neither keeps nor restores a row.
    ("a=1 at=2026-01-01", "a=1 at=2026-02-01", "-", "-"),
    ("a=1 at=2026-01-01", "-", "a=1 at=2026-02-01", "-"),
  ])
  func `editor tracking is merged in pairs without conflicts`(
    base: String, current: String, returned: String, result: String
  ) {
    let outcome = RowMerge(Row.table).merge(
      base: Row.read(base), current: Row.read(current), returned: Row.read(returned))
    #expect(Row.write(outcome.row) == result)
    #expect(outcome.conflicts.isEmpty)
  }

  @Test(arguments: [
    // Bytes, size and path follow the digest. The base has no bytes to compare.
    (
      "sha256=A size=9", "sha256=A size=9 data=old", "sha256=A size=9", "sha256=A size=9 data=old",
      ""
    ),
    (
      "sha256=A size=9", "sha256=A size=9 data=old", "sha256=B size=8 data=new",
      "sha256=B size=8 data=new", ""
    ),
    (
      "sha256=A size=9 name=x", "sha256=C size=7 name=x data=c", "sha256=A size=9 name=y data=a",
      "sha256=C size=7 name=y data=c", ""
    ),
    ("sha256=A", "sha256=C data=c", "sha256=B data=b", "sha256=B data=b", "update/update sha256"),
  ])
  func `a photo is merged by its digest`(
    base: String, current: String, returned: String, result: String, conflicts: String
  ) {
    let table = Row.photos
    let outcome = RowMerge(table).merge(
      base: Row.read(base, table), current: Row.read(current, table),
      returned: Row.read(returned, table))
    #expect(outcome.row == Row.read(result, table))
    #expect(Row.write(outcome.conflicts, table) == conflicts)
  }

  @Test func `earlier values of the same crew cause no conflict`() throws {
    let merge = RowMerge(Row.table)
    let field = try #require(Row.table.fieldIndex(named: "a"))
    let provenance = RowMerge.Provenance(own: [field])
    let edited = merge.merge(
      base: Row.read("a=1"), current: Row.read("a=2"), returned: Row.read("a=3"),
      provenance: provenance)
    #expect(Row.write(edited.row) == "a=3" && edited.conflicts.isEmpty)
    let deleted = merge.merge(
      base: Row.read("a=1"), current: Row.read("a=2"), returned: nil, provenance: provenance)
    #expect(deleted.row == nil && deleted.conflicts.isEmpty)
  }
}
