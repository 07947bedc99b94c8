package import FeatureData
import MapModel

/// The tables to merge and the links between them, as in the current store.
package struct MergeSchema: Sendable {
  /// The time zone for times without a zone. Nil if unknown.
  package var clock: TimeZoneRules?
  /// Whether the returned rows are copies that another program made for the field. Their times
  /// without a zone may be in UTC, as issued.
  package var isOfflineCopy = false
  package var tables: [MergeTable]
  package var links: [MergeLink]
  /// The relations that are stored only as tables of pairs. Their row ids differ between stores.
  package var pairs: [MergePairs] = []

  package init(tables: [MergeTable], links: [MergeLink]) {
    self.tables = tables
    self.links = links
  }

  /// Returns the index of the table with a name.
  package func table(named name: String) -> Int? {
    tables.firstIndex { $0.name.isSameName(as: name) }
  }
  /// The index of a table, by its layer id, its title in the map or its name in the store.
  func table(ofRule name: String) -> Int? {
    tables.firstIndex { $0.layers.contains { $0.id.utf8.elementsEqual(name.utf8) } }
      ?? tables.firstIndex { !$0.isAttachments && $0.title.isSameName(as: name) }
      ?? tables.firstIndex { $0.layers.contains { $0.title.isSameName(as: name) } }
      ?? table(named: name)
  }

  /// Returns the index of the attachments table of a table. Nil if it has none.
  func attachments(of table: Int) -> Int? {
    links.first { $0.origin == table && tables[$0.destination].isAttachments }?.destination
  }

  // MARK: Keys of links

  /// Returns whether the key of a link differs between stores.
  func isRenumbered(_ link: MergeLink) -> Bool {
    switch link.originKey {
    case .rowID: true
    case .field(let field): tables[link.origin].fields[field].role == .objectID
    }
  }

  /// Returns whether rows in the merge refer to the parent by its GlobalID.
  func usesIdentity(_ link: MergeLink) -> Bool {
    switch link.originKey {
    case .rowID: true
    case .field(let field):
      [.objectID, .globalID].contains(tables[link.origin].fields[field].role)
    }
  }

  /// Returns the key that a field on the many side of a link holds. For links by identity, this is
  /// the GlobalID of the parent.
  func key(_ value: FieldValue, of link: MergeLink) -> JoinKey? {
    if usesIdentity(link), let id = RowIdentity.stored(value, table: tables[link.origin].name) {
      return .globalID(id)
    }
    return JoinKey(value)
  }
}
