// Keys that every store gives anew: row ids, and object ids. What two stores mean by 17 are two
// rows. Between stores such a key is the identity of the row it names, as text; one that names no
// row stays the number it is.

import FeatureData

/// The links of a schema whose keys change from store to store.
struct LinkKeys {
  private let schema: MergeSchema
  /// The places of such links, by table of their many side.
  private let links: [[Int]]

  init(_ schema: MergeSchema) {
    self.schema = schema
    var links = [[Int]](repeating: [], count: schema.tables.count)
    for (place, link) in schema.links.enumerated() where schema.isRenumbered(link) {
      links[link.destination].append(place)
    }
    self.links = links
  }

  /// A row with identities for keys.
  ///
  /// - Parameters:
  ///   - stores: where to look the keys up, first to last.
  ///   - new: the identities of rows that the first of them has anew, by table and row id: where
  ///     they have no GlobalID the store does not tell them.
  func identified(
    _ row: MergeRow, of table: Int, in stores: [StoreRows], new: [Int: [Int64: GlobalID]] = [:]
  ) throws(MergingError) -> MergeRow {
    guard !links[table].isEmpty else { return row }
    var result = row
    for place in links[table] {
      let link = schema.links[place]
      guard let number = row[link.destinationField].wholeNumber,
        link.destinationField < result.values.count
      else { continue }
      for (place, store) in stores.enumerated() {
        let new = place == 0 ? new[link.origin] : nil
        guard let id = try identity(link, number, store, new ?? [:]) else { continue }
        result.values[link.destinationField] = FieldValue(text: id.text)
        break
      }
    }
    return result
  }

  private func identity(
    _ link: MergeLink, _ number: Int64, _ store: StoreRows, _ new: [Int64: GlobalID]
  ) throws(MergingError) -> GlobalID? {
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

  /// A row with keys for identities.
  ///
  /// - Parameter key: the key of a row of the result; nil where the result has no such row.
  func keyed(
    _ row: MergeRow, of table: Int,
    key: (MergeLink, GlobalID) throws(MergingError) -> FieldValue?
  ) throws(MergingError) -> MergeRow {
    guard !links[table].isEmpty else { return row }
    var result = row
    for place in links[table] {
      let link = schema.links[place]
      guard let id = GlobalID(row[link.destinationField]) else { continue }
      result.values[link.destinationField] = try key(link, id) ?? .null
    }
    return result
  }

  /// The links by which a field names rows whose keys change.
  func link(of table: Int, field: Int) -> MergeLink? {
    links[table].lazy.map { schema.links[$0] }.first { $0.destinationField == field }
  }
}

extension MergeSchema {
  /// Whether the key of a link changes from store to store.
  func isRenumbered(_ link: MergeLink) -> Bool {
    switch link.originKey {
    case .rowID: true
    case .field(let field): tables[link.origin].fields[field].role == .objectID
    }
  }

  /// Whether the key of a link is the identity of the row, as rows are kept while they are merged.
  func isByIdentity(_ link: MergeLink) -> Bool {
    switch link.originKey {
    case .rowID: true
    case .field(let field):
      [.objectID, .globalID].contains(tables[link.origin].fields[field].role)
    }
  }
}

extension FieldValue {
  /// The whole number it is; nil for any other value.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    case .null, .text, .blob: nil
    }
  }
}
