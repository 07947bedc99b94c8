import Bytes
import FeatureData
import Packages

/// The keys on both sides of every relationship, to select records and to find orphans.
struct KeyLedger {
  /// One side of a relationship.
  private struct Origin {
    var keys = OriginKeys()
    /// Nil while all records are selected.
    var chosen: Set<JoinKey>?

    mutating func note(all: [JoinKey?], taken: [JoinKey?]) {
      if chosen == nil, taken.count < all.count { chosen = keys.all }
      keys.note(all)
      guard chosen != nil else { return }
      for case let key? in taken { chosen?.insert(key) }
    }
  }

  private let relationships: [TableRelationship]
  private var origins: [Origin]
  /// For each relationship, the number of selected destination records with each key.
  private var named: [[JoinKey: Int]]

  init(_ relationships: [TableRelationship]) {
    self.relationships = relationships
    origins = relationships.map { _ in Origin() }
    named = relationships.map { _ in [:] }
  }

  /// The record columns of a table that relationships use, each once.
  func columns(of table: Int) -> [Int] {
    var columns: [Int] = []
    for relationship in relationships {
      let ends = [
        (relationship.origin, relationship.originColumn),
        (relationship.destination, relationship.destinationColumn),
      ]
      for (end, column) in ends where end == table && !columns.contains(column) {
        columns.append(column)
      }
    }
    return columns
  }

  /// Forgets the keys of a table, before it is read again.
  mutating func reset(table: Int) {
    for index in relationships.indices {
      if relationships[index].origin == table { origins[index] = Origin() }
      if relationships[index].destination == table { named[index] = [:] }
    }
  }

  /// Takes the keys of all records of a table, which are known before any is selected.
  mutating func adopt(_ keys: [Int: OriginKeys], ofTable table: Int) {
    for (index, relationship) in relationships.enumerated() where relationship.origin == table {
      guard let known = keys[relationship.originColumn] else { continue }
      origins[index] = Origin(keys: known, chosen: [])
    }
  }

  /// Notes the keys of some records in a column of a table. `all` is empty if the table's keys were
  /// adopted.
  mutating func note(table: Int, column: Int, all: [JoinKey?], taken: [JoinKey?]) {
    for index in relationships.indices {
      let relationship = relationships[index]
      if relationship.origin == table, relationship.originColumn == column {
        origins[index].note(all: all, taken: taken)
      }
      if relationship.destination == table, relationship.destinationColumn == column {
        for case let key? in taken { named[index][key, default: 0] += 1 }
      }
    }
  }

  /// The keys of a relationship's selected origin records.
  func chosenOrigins(_ index: Int) -> Set<JoinKey> {
    origins[index].chosen ?? origins[index].keys.all
  }

  /// The keys in a relationship's selected destination records.
  func chosenDestinations(_ index: Int) -> Set<JoinKey> { Set(named[index].keys) }

  /// Findings about the keys, after all tables are read.
  func findings(titles: [String]) -> [Finding] {
    var findings: [Finding] = []
    for (index, relationship) in relationships.enumerated() {
      let repeated = origins[index].keys.repeated
      if !repeated.isEmpty {
        findings.append(
          Finding(
            .relationKeyNotUnique, subject: titles[relationship.origin],
            NumberText.plural(repeated.count, one: "key", many: "keys")
              + " of the relationship \(relationship.name) "
              + (repeated.count == 1 ? "belongs" : "belong") + " to more than one record.",
            count: repeated.count, samples: Self.samples(Array(repeated))))
      }
      let orphans = named[index].filter { !origins[index].keys.all.contains($0.key) }
      guard !orphans.isEmpty else { continue }
      let rows = orphans.values.reduce(0, +)
      findings.append(
        Finding(
          .relationOrphanChild, subject: titles[relationship.destination],
          NumberText.plural(rows, one: "record refers", many: "records refer")
            + " to a missing record of \(titles[relationship.origin]) "
            + "(relationship \(relationship.name)).", count: rows,
          samples: Self.samples(Array(orphans.keys))))
    }
    return findings
  }

  /// The first few keys, sorted by their texts.
  private static func samples(_ keys: [JoinKey]) -> [String] {
    Array(
      keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .prefix(RowNotices.sampleLimit))
  }
}
