import Bytes
import FeatureData
import Packages

/// The keys on both sides of every relationship, to select records and to find orphans.
struct KeyLedger {
  /// The origin of a relationship.
  private struct Origin {
    /// The keys of all records, if they were known before.
    var known: KeyIndex?
    /// The keys of all records that were noted.
    var noted = JoinKeyList()
    /// Nil while all records are selected.
    var chosen: Set<JoinKey>?

    mutating func note(all: [JoinKey?], taken: [JoinKey?]) throws {
      if chosen == nil, taken.count < all.count { chosen = try noted.set() }
      for case let key? in all { try noted.append(key) }
      guard chosen != nil else { return }
      for case let key? in taken { chosen?.insert(key) }
    }
  }

  private let relationships: [TableRelationship]
  private var origins: [Origin]
  /// For each relationship, the keys of its selected destination records.
  private var named: [JoinKeyList]

  init(_ relationships: [TableRelationship]) {
    self.relationships = relationships
    origins = relationships.map { _ in Origin() }
    named = relationships.map { _ in JoinKeyList() }
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
      if relationships[index].destination == table { named[index] = JoinKeyList() }
    }
  }

  /// Takes the keys of all records of a table, which are known before any is selected.
  mutating func adopt(_ keys: [Int: KeyIndex], ofTable table: Int) {
    for (index, relationship) in relationships.enumerated() where relationship.origin == table {
      guard let known = keys[relationship.originColumn] else { continue }
      origins[index] = Origin(known: known, chosen: [])
    }
  }

  /// Notes the keys of some records in a column of a table. `all` is empty if the table's keys were
  /// adopted.
  mutating func note(
    table: Int, column: Int, all: [JoinKey?], taken: [JoinKey?]
  ) throws {
    for index in relationships.indices {
      let relationship = relationships[index]
      if relationship.origin == table, relationship.originColumn == column {
        try origins[index].note(all: all, taken: taken)
      }
      if relationship.destination == table, relationship.destinationColumn == column {
        for case let key? in taken { try named[index].append(key) }
      }
    }
  }

  /// The keys of a relationship's selected origin records.
  func chosenOrigins(_ index: Int) throws -> Set<JoinKey> {
    try origins[index].chosen ?? origins[index].noted.set()
  }

  /// The keys in a relationship's selected destination records.
  func chosenDestinations(_ index: Int) throws -> Set<JoinKey> { try named[index].set() }

  /// Findings about the keys, after all tables are read.
  func findings(titles: [String]) throws -> [Finding] {
    var findings: [Finding] = []
    for (index, relationship) in relationships.enumerated() {
      let (repeated, orphans) = try oddKeys(of: index)
      if repeated.count > 0 {
        findings.append(
          Finding(
            .relationKeyNotUnique, subject: titles[relationship.origin],
            NumberText.plural(repeated.count, one: "key", many: "keys")
              + " of the relationship \(relationship.name) "
              + (repeated.count == 1 ? "belongs" : "belong") + " to more than one record.",
            count: repeated.count, samples: repeated.samples))
      }
      guard orphans.count > 0 else { continue }
      findings.append(
        Finding(
          .relationOrphanChild, subject: titles[relationship.destination],
          NumberText.plural(orphans.count, one: "record refers", many: "records refer")
            + " to a missing record of \(titles[relationship.origin]) "
            + "(relationship \(relationship.name)).", count: orphans.count,
          samples: orphans.samples))
    }
    return findings
  }

  /// The keys of more than one origin record, and the destination records without an origin.
  private func oddKeys(of index: Int) throws -> (repeated: OddKeys, orphans: OddKeys) {
    var (repeated, orphans) = (OddKeys(), OddKeys())
    var destinations = try named[index].groups()
    if let known = origins[index].known {
      var lookup = KeyIndex.Lookup(known)
      while let (key, count) = try destinations.next() {
        if try !lookup.contains(key) { orphans.add(key, count: count) }
      }
      return (known.repeated, orphans)
    }
    var origins = try origins[index].noted.groups()
    var origin = try origins.next()
    var destination = try destinations.next()
    while origin != nil || destination != nil {
      if let (key, count) = destination, origin.map({ key < $0.key }) ?? true {
        orphans.add(key, count: count)
        destination = try destinations.next()
      } else if let (key, count) = origin {
        if count > 1 { repeated.add(key, count: 1) }
        if destination?.key == key { destination = try destinations.next() }
        origin = try origins.next()
      }
    }
    return (repeated, orphans)
  }
}
