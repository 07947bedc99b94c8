// Keys that differ between stores: row ids and object ids. The number 17 can mean different rows in
// two stores. During the merge, such a key is replaced with the GlobalID of its row, as text. A key
// that refers to no row stays a number.

import FeatureData

/// The links of a schema that use keys which differ between stores.
struct LinkKeys {
  private let schema: MergeSchema
  /// The indices of these links, by table on the many side.
  private let links: [[Int]]

  init(_ schema: MergeSchema) {
    self.schema = schema
    var links = [[Int]](repeating: [], count: schema.tables.count)
    for (index, link) in schema.links.enumerated() where schema.isRenumbered(link) {
      links[link.destination].append(index)
    }
    self.links = links
  }

  /// Replaces the keys in a row with GlobalIDs.
  ///
  /// - Parameters:
  ///   - stores: The stores in which to look up keys, in order.
  ///   - new: The GlobalIDs of rows that were added to the first store, by table and row id. Needed
  ///     because a store has no GlobalIDs for such rows.
  func identified(
    _ row: MergeRow, of table: Int, in stores: [StoreRows], new: [Int: [Int64: GlobalID]] = [:]
  ) throws -> MergeRow {
    guard !links[table].isEmpty else { return row }
    var result = row
    for linkIndex in links[table] {
      let link = schema.links[linkIndex]
      guard let number = row[link.destinationField].wholeNumber,
        link.destinationField < result.values.count
      else { continue }
      for (storeIndex, store) in stores.enumerated() {
        let new = storeIndex == 0 ? new[link.origin] : nil
        guard let id = try identity(of: number, by: link, in: store, new: new ?? [:]) else {
          continue
        }
        result.values[link.destinationField] = FieldValue(text: id.text)
        break
      }
    }
    return result
  }

  private func identity(
    of number: Int64, by link: MergeLink, in store: StoreRows, new: [Int64: GlobalID]
  ) throws -> GlobalID? {
    switch link.originKey {
    case .rowID:
      if let id = new[number] { return id }
      return try store.identity(link.origin, rowid: number)
    case .field(let field):
      guard
        let rowid = try store.rowids(link.origin, field: field, key: .integer(number)).first
      else { return nil }
      if let id = new[rowid] { return id }
      return try store.identity(link.origin, rowid: rowid)
    }
  }

  /// Replaces the GlobalIDs in a row with keys again.
  ///
  /// - Parameter key: Returns the key of a row in the result. Nil if the result does not have it.
  func keyed(
    _ row: MergeRow, of table: Int,
    key: (MergeLink, GlobalID) throws -> FieldValue?
  ) throws -> MergeRow {
    guard !links[table].isEmpty else { return row }
    var result = row
    for linkIndex in links[table] {
      let link = schema.links[linkIndex]
      guard let id = GlobalID(row[link.destinationField]) else { continue }
      result.values[link.destinationField] = try key(link, id) ?? .null
    }
    return result
  }

  /// Returns the link by which a field refers to rows with such keys.
  func link(of table: Int, field: Int) -> MergeLink? {
    links[table].lazy.map { schema.links[$0] }.first { $0.destinationField == field }
  }
}
