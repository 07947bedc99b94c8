// Several packages may have the same id: copies for several crews, or one crew's package returned
// more than once. Their changes show which it is. A later return repeats the changes of the earlier
// one; another crew's package doesn't.
//
// The difference matters twice. A value that the same crew changed again is no conflict, but a
// value from another crew is. And a row without a GlobalID gets one made from the package and the
// row id, which two copies would share.

/// Finds which crew each package comes from.
struct CrewIdentities {
  let schema: MergeSchema
  let ledger: MergeLedger

  /// A package and its changes. The identities of rows without a GlobalID depend on the crew's
  /// name.
  struct Package {
    var packageID: String
    var content: String
    /// The fingerprints of its changes, given a crew's name.
    var fingerprints: (_ identity: String) async throws -> Set<UInt64>
  }

  /// The crew's name for each package: its id, unless several crews have packages with that id.
  func names(of packages: [Package]) async throws -> [String] {
    var names = packages.map(\.packageID)
    for id in Set(names) {
      let indices = packages.indices.filter { names[$0] == id }
      let crews = try await crews(indices.map { packages[$0] }).map { $0.map { indices[$0] } }
      for crew in crews {
        let name = try await name(of: crew.map { packages[$0] }, isAlone: crews.count == 1)
        for index in crew { names[index] = name }
      }
    }
    return names
  }

  /// Groups packages with the same id by crew.
  private func crews(_ packages: [Package]) async throws -> [[Int]] {
    guard packages.count > 1 else { return [Array(packages.indices)] }
    var changes: [Set<UInt64>] = []
    for package in packages { changes.append(try await package.fingerprints(package.packageID)) }
    var crews: [[Int]] = []
    for index in packages.indices {
      let fingerprints = changes[index]
      let crew = crews.firstIndex { crew in
        crew.contains {
          Self.repeats(fingerprints, changesOf: changes[$0], count: changes[$0].count)
        }
      }
      if let crew { crews[crew].append(index) } else { crews.append([index]) }
    }
    return crews
  }

  /// The name that a crew had in the ledger. A new crew gets the package's id if no other crew has
  /// it, or else a name made from it.
  private func name(of crew: [Package], isAlone: Bool) async throws -> String {
    let id = crew[0].packageID
    let known = ledger.merges.flatMap(\.packages).filter { $0.packageID == id }
    for earlier in known.reversed() {
      for package in crew {
        let changes = try await package.fingerprints(earlier.identity)
        if Self.repeats(changes, changesOf: ledger.changes, count: earlier.fingerprintCount) {
          return earlier.identity
        }
      }
    }
    if isAlone, known.isEmpty { return id }
    return id + "/" + (crew.map(\.content).min() ?? "").prefix(16)
  }

  /// Whether a package has more than half of another's changes, or one of them has no changes.
  private static func repeats(
    _ one: Set<UInt64>, changesOf other: Set<UInt64>, count: Int
  ) -> Bool {
    let fewest = min(one.count, count)
    guard fewest > 0 else { return true }
    return one.count { other.contains($0) } * 2 > fewest
  }
}
