import TestSupport

/// A random city and edits of it, as the text of stores.
struct RandomCity {
  /// A row with its table, number and values as written.
  struct Row {
    var table: String
    var id: Int
    var rowid: Int
    var values: [String: String]
  }

  var rows: [Row] = []

  /// The editable fields, with their possible values.
  private static let fields: [String: [(String, [String])]] = [
    "Trees": [
      ("name", ["oak", "elm", "ash"]), ("dbh", ["5", "6", "7"]), ("cond", ["G", "P"]),
      ("x", ["1", "2"]), ("sp", ["Q", "U", ""]),
    ],
    "Inspections": [("score", ["1", "2", "3"]), ("note", ["a", "b", ""])],
    "Notes": [("note", ["a", "b", "c"])],
    "Branches": [("note", ["a", "b", "c"])],
    "Limbs": [("note", ["a", "b", "c"])],
    "Species": [("latin", ["a", "b", "c"])],
    "Photos": [("name", ["a.jpg", "b.jpg"]), ("sha", ["S0", "S1", "S2", "S3"])],
    "Tags": [("note", ["a", "b", ""]), ("size", ["1", "2", "3"])],
  ]
  /// The parent table and key field of each child table.
  private static let parents = [
    "Inspections": ("Trees", "tree"), "Notes": ("Inspections", "inspection"),
    "Branches": ("Trees", "treefid"), "Limbs": ("Trees", "treeoid"), "Photos": ("Trees", "tree"),
  ]
  /// The numbers of rows that several sides may add, as if an app had sent them twice.
  private static let shared = [
    "Trees": 9_000, "Inspections": 9_001, "Notes": 9_002, "Tags": 9_003,
  ]

  var text: String {
    rows.map { row in
      let values = row.values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      let id = row.table == "Tags" ? "-" : String(row.id)
      return "\(row.table) \(id)#\(row.rowid) "
        + values.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  init(using generator: inout SeededGenerator) {
    for code in ["Q", "U"] {
      add("Species", id: rows.count + 1, ["code": code], using: &generator)
    }
    for _ in 0..<generator.integer(in: 1...5) {
      add("Trees", id: rows.count + 1, [:], using: &generator)
    }
    for table in ["Inspections", "Notes", "Branches", "Limbs", "Photos", "Tags"] {
      for _ in 0..<generator.integer(in: 0...3) {
        add(table, id: rows.count + 1, [:], using: &generator)
      }
    }
  }

  /// Adds a row, with a parent if its table has one.
  mutating func add(
    _ table: String, id: Int, _ values: [String: String], using generator: inout SeededGenerator
  ) {
    var values = values
    for (field, choices) in Self.fields[table] ?? [] {
      values[field] = choices.randomElement(using: &generator)
    }
    if table == "Trees" {
      let last = rows.compactMap { $0.values["oid"].flatMap(Int.init) }.max() ?? 6
      (values["y"], values["oid"]) = ("1", String(last + 1))
    }
    if table == "Photos" { values["size"] = "9" }
    // Tags have no GlobalID. Their number identifies them.
    if table == "Tags" { values["tag"] = String(id) }
    if let (parent, field) = Self.parents[table] {
      guard let key = key(of: parent, using: &generator) else { return }
      values[field] = key(table)
    }
    let last = rows.filter { $0.table == table }.map(\.rowid).max() ?? 0
    rows.append(Row(table: table, id: id, rowid: last + 1, values: values))
  }

  /// Returns the key of an existing row for a table that refers to it.
  private func key(
    of parent: String, using generator: inout SeededGenerator
  ) -> ((String) -> String)? {
    guard let row = rows.filter({ $0.table == parent }).randomElement(using: &generator) else {
      return nil
    }
    return { Self.key(of: row, in: $0) }
  }

  /// Returns the key by which a table refers to a row.
  private static func key(of row: Row, in table: String) -> String {
    switch table {
    case "Branches": String(row.rowid)
    case "Limbs": row.values["oid"] ?? ""
    default: String(row.id)
    }
  }

  /// Makes random edits, as a crew or the office would.
  ///
  /// - Parameter first: The number of the first added row. It must be unique for each side.
  mutating func edit(_ count: Int, first: Int, using generator: inout SeededGenerator) {
    for step in 0..<count {
      switch generator.integer(in: 0...13) {
      case 0...4: change(using: &generator)
      case 5: move(using: &generator)
      case 6: paste(using: &generator)
      case 7:
        guard
          let (table, id) = Self.shared.sorted(by: { $0.key < $1.key })
            .randomElement(using: &generator), !rows.contains(where: { $0.id == id })
        else { continue }
        add(table, id: id, [:], using: &generator)
      case 8...10:
        let table = Self.fields.keys.sorted().filter { $0 != "Species" }
          .randomElement(using: &generator)
        add(table ?? "Trees", id: first + step, [:], using: &generator)
      default: delete(using: &generator)
      }
    }
  }

  private mutating func change(using generator: inout SeededGenerator) {
    guard let index = rows.indices.randomElement(using: &generator),
      let (field, choices) = Self.fields[rows[index].table]?.randomElement(using: &generator)
    else { return }
    rows[index].values[field] = choices.randomElement(using: &generator)
  }

  private mutating func move(using generator: inout SeededGenerator) {
    let indices = rows.indices.filter { Self.parents[rows[$0].table] != nil }
    guard let index = indices.randomElement(using: &generator),
      let (parent, field) = Self.parents[rows[index].table],
      let key = key(of: parent, using: &generator)
    else { return }
    let isCleared = generator.integer(in: 0...5) == 0
    rows[index].values[field] = isCleared ? "" : key(rows[index].table)
  }

  /// Cuts and pastes a row. It gets another row id, and its children follow.
  private mutating func paste(using generator: inout SeededGenerator) {
    guard let index = rows.indices.randomElement(using: &generator) else { return }
    let row = rows[index]
    let last = rows.filter { $0.table == row.table }.map(\.rowid).max() ?? 0
    rows[index].rowid = last + 1
    guard row.table == "Trees" else { return }
    for child in rows.indices where rows[child].table == "Branches" {
      guard rows[child].values["treefid"] == String(row.rowid) else { continue }
      rows[child].values["treefid"] = String(last + 1)
    }
  }

  /// Deletes a row, with or without its descendants.
  private mutating func delete(using generator: inout SeededGenerator) {
    guard let row = rows.randomElement(using: &generator) else { return }
    delete(row, deep: generator.integer(in: 0...2) > 0)
  }

  private mutating func delete(_ row: Row, deep: Bool) {
    rows.removeAll { $0.table == row.table && $0.id == row.id }
    guard deep else { return }
    for child in rows {
      guard let (parent, field) = Self.parents[child.table], parent == row.table else { continue }
      if child.values[field] == Self.key(of: row, in: child.table) { delete(child, deep: true) }
    }
  }
}
