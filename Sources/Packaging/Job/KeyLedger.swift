import FeatureData

/// The keys seen on both sides of every relationship, for choosing rows and for finding orphans.
struct KeyLedger {
  /// One side of a relationship.
  private struct Origin {
    var all: Set<JoinKey> = []
    /// Nil as long as every row was chosen.
    var chosen: Set<JoinKey>?
    var repeated: Set<JoinKey> = []

    mutating func note(all keys: [JoinKey?], taken: [JoinKey?]) {
      if chosen == nil, taken.count < keys.count { chosen = all }
      for case let key? in keys where !all.insert(key).inserted { repeated.insert(key) }
      guard chosen != nil else { return }
      for case let key? in taken { chosen?.insert(key) }
    }
  }

  private let relationships: [TableRelationship]
  private var origins: [Origin]
  /// By relationship: how many chosen destination rows name each key.
  private var named: [[JoinKey: Int]]

  init(_ relationships: [TableRelationship]) {
    self.relationships = relationships
    origins = relationships.map { _ in Origin() }
    named = relationships.map { _ in [:] }
  }

  /// The record columns of a table that take part in relationships, without repeats.
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

  /// Forgets what was noted of a table, before it is read again.
  mutating func reset(table: Int) {
    for index in relationships.indices {
      if relationships[index].origin == table { origins[index] = Origin() }
      if relationships[index].destination == table { named[index] = [:] }
    }
  }

  /// Notes the keys of some rows of a table, in one of its columns.
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

  /// The keys of a relationship's chosen origin rows.
  func chosenOrigins(_ index: Int) -> Set<JoinKey> {
    origins[index].chosen ?? origins[index].all
  }

  /// The keys that a relationship's chosen destination rows name.
  func chosenDestinations(_ index: Int) -> Set<JoinKey> { Set(named[index].keys) }

  /// What is wrong with the keys, once every table has been read.
  func findings(titles: [String]) -> [Finding] {
    var findings: [Finding] = []
    for (index, relationship) in relationships.enumerated() {
      let repeated = origins[index].repeated
      if !repeated.isEmpty {
        findings.append(
          Finding(
            .relationKeyNotUnique, subject: titles[relationship.origin],
            "The key of the relationship \(relationship.name) names more than one row.",
            count: repeated.count, samples: Self.samples(Array(repeated))))
      }
      let orphans = named[index].filter { !origins[index].all.contains($0.key) }
      guard !orphans.isEmpty else { continue }
      let rows = orphans.values.reduce(0, +)
      findings.append(
        Finding(
          .relationOrphanChild, subject: titles[relationship.destination],
          "Records name a row of \(titles[relationship.origin]) that does not exist "
            + "(relationship \(relationship.name)).", count: rows,
          samples: Self.samples(Array(orphans.keys))))
    }
    return findings
  }

  /// The first few keys, in the order of their texts.
  private static func samples(_ keys: [JoinKey]) -> [String] {
    Array(
      keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .prefix(RowNotices.sampleLimit))
  }
}
