import FeatureData

// Who the rows of base are. A table has many rows and few changes: the GlobalIDs of all rows are
// kept in a list, and only those that a change names are looked up in it.
extension TableWalk {
  /// Finds which GlobalIDs of changed and left-over rows base has. Of several rows of base with one
  /// GlobalID the first has it; the others are known by table and row id.
  mutating func findIdentities() {
    var wanted = GlobalIDSet()
    for reference in references { _ = wanted.insert(identities[reference.identityIndex]) }
    for left in baseLeft where left.hasOwnID { _ = wanted.insert(identities[left.identityIndex]) }
    for left in returnedLeft { if let id = left.id { _ = wanted.insert(id) } }
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
    for index in baseLeft.indices where baseLeft[index].hasOwnID {
      let identityIndex = baseLeft[index].identityIndex
      guard first[identities[identityIndex]] != identityIndex else { continue }
      baseLeft[index].hasOwnID = false
      baseLeft[index].id = RowIdentity.minted(table: table.name, rowid: baseLeft[index].rowid)
    }
    (identities, references) = ([], [])
  }
}
