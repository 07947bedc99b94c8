// Packages of one id are copies that were given to several crews, or one crew's that came back more
// than once. Crews are told apart by what they did: a later return repeats the earlier one's
// changes, another crew's does not. It matters twice. A value that the same crew changed again is
// no conflict, one of another crew is; and rows without a GlobalID get one from the package and
// their number, which two copies share.

/// Names the crews that packages come from.
struct CrewIdentities {
  let schema: MergeSchema
  let ledger: MergeLedger

  /// A package with its changes as they read under a name: names are in the identities of rows
  /// without a GlobalID.
  struct Package {
    var packageID: String
    var content: String
    /// The fingerprints of its changes under a name.
    var fingerprints: (_ identity: String) async throws -> Set<UInt64>
  }

  /// A name for each package: its id, unless several crews share that.
  func names(of packages: [Package]) async throws -> [String] {
    var names = packages.map(\.packageID)
    for id in Set(names) {
      let places = packages.indices.filter { names[$0] == id }
      let crews = try await crews(places.map { packages[$0] }).map { $0.map { places[$0] } }
      for crew in crews {
        let name = try await name(of: crew.map { packages[$0] }, isAlone: crews.count == 1)
        for place in crew { names[place] = name }
      }
    }
    return names
  }

  /// Packages of one id, put together by crew.
  private func crews(_ packages: [Package]) async throws -> [[Int]] {
    guard packages.count > 1 else { return [Array(packages.indices)] }
    var changes: [Set<UInt64>] = []
    for package in packages { changes.append(try await package.fingerprints(package.packageID)) }
    var crews: [[Int]] = []
    for place in packages.indices {
      let own = changes[place]
      let crew = crews.firstIndex { crew in
        crew.contains { Self.repeats(own, changes[$0], count: changes[$0].count) }
      }
      if let crew { crews[crew].append(place) } else { crews.append([place]) }
    }
    return crews
  }

  /// The name a crew had before; else the package's id while no other crew has that.
  private func name(of crew: [Package], isAlone: Bool) async throws -> String {
    let id = crew[0].packageID
    let known = ledger.merges.flatMap(\.packages).filter { $0.packageID == id }
    for earlier in known.reversed() {
      for package in crew {
        let changes = try await package.fingerprints(earlier.identity)
        if Self.repeats(changes, ledger.changes, count: earlier.fingerprintCount) {
          return earlier.identity
        }
      }
    }
    if isAlone, known.isEmpty { return id }
    return id + "/" + (crew.map(\.content).min() ?? "").prefix(16)
  }

  /// Whether a return has more than half of another's changes, or nothing to tell them apart by.
  private static func repeats(
    _ one: Set<UInt64>, _ other: Set<UInt64>, count: Int
  ) -> Bool {
    let fewest = min(one.count, count)
    guard fewest > 0 else { return true }
    return one.count { other.contains($0) } * 2 > fewest
  }
}
