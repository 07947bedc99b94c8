import FeatureData

// The identities of base rows. A table has many rows and few changes. So the GlobalIDs of all rows
// are kept in a list, and only those that a change refers to are looked up in it.
extension TableWalk {
  /// Finds the GlobalIDs of changed and left-over rows that base has. If several rows of base share
  /// a GlobalID, the first has it. The others are identified by table and row id.
  mutating func findIdentities() {
    var wanted = GlobalIDSet()
    for reference in references { _ = wanted.insert(identities[reference.identityIndex]) }
    for leftover in baseLeftovers where leftover.hasOwnID {
      _ = wanted.insert(identities[leftover.identityIndex])
    }
    for leftover in returnedLeftovers { if let id = leftover.id { _ = wanted.insert(id) } }
    guard wanted.count > 0 else { return identities = [] }
    var first: [GlobalID: Int] = [:]
    for (identityIndex, id) in identities.enumerated() where wanted.contains(id) && known.insert(id)
    {
      first[id] = identityIndex
    }
    for reference in references
    where first[identities[reference.identityIndex]] != reference.identityIndex {
      let id = RowIdentity.minted(table: table.name, rowid: reference.rowid)
      if let change = reference.change { changes[change].id = id }
      if let issue = reference.issue { issues[issue].id = id }
    }
    for index in baseLeftovers.indices where baseLeftovers[index].hasOwnID {
      let identityIndex = baseLeftovers[index].identityIndex
      guard first[identities[identityIndex]] != identityIndex else { continue }
      baseLeftovers[index].hasOwnID = false
      baseLeftovers[index].id = RowIdentity.minted(
        table: table.name, rowid: baseLeftovers[index].rowid)
    }
    (identities, references) = ([], [])
  }
}
