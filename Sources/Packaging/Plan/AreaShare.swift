/// The records of editable layers that one of many areas may have.
struct AreaShare: Sendable {
  let area: UInt32
  /// The area of each record, by the name of the table.
  let owners: [String: [UInt32]]

  /// Whether a record goes to this area.
  func owns(_ row: Int, of table: String) -> Bool {
    owners[table].map { $0[row] == area } ?? true
  }
}
