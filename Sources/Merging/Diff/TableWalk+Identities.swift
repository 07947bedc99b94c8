import FeatureData

// Who the rows of base are. A table has many rows and few changes: the GlobalIDs of all rows are
// kept in a list, and only those that a change names are looked up in it.
extension TableWalk {
  /// Finds which GlobalIDs of changed and left-over rows base has. Of several rows of base with one
  /// GlobalID the first has it; the others are known by table and row id.
  mutating func findIdentities() {
    var wanted = GlobalIDSet()
    for told in told { _ = wanted.insert(identities[told.place]) }
    for left in baseLeft where left.hasOwnID { _ = wanted.insert(identities[left.place]) }
    for left in returnedLeft { if let id = left.id { _ = wanted.insert(id) } }
    guard wanted.count > 0 else { return identities = [] }
    var first: [GlobalID: Int] = [:]
    for (place, id) in identities.enumerated() where wanted.contains(id) && known.insert(id) {
      first[id] = place
    }
    for told in told where first[identities[told.place]] != told.place {
      let id = RowIdentity.minted(table: table.name, rowid: told.rowid)
      if let change = told.change { changes[change].id = id }
      if let issue = told.issue { issues[issue].id = id }
    }
    for index in baseLeft.indices where baseLeft[index].hasOwnID {
      let place = baseLeft[index].place
      guard first[identities[place]] != place else { continue }
      baseLeft[index].hasOwnID = false
      baseLeft[index].id = RowIdentity.minted(table: table.name, rowid: baseLeft[index].rowid)
    }
    (identities, told) = ([], [])
  }
}
