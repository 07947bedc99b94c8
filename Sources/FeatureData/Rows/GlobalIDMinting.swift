import Bytes
import MapModel

/// How records without a GlobalID get one: from a field whose values identify them.
///
/// The id is a UUID of version 5 (RFC 9562 §5.5) in the namespace
/// `5f8a4d0e-6b1c-5e2a-9d37-c41f70b6a982`. Its name is the scope, a slash and the key, such as
/// `street trees/149556`. So the same key gives the same id in every build, on every machine.
package struct GlobalIDMinting: Sendable, Equatable {
  /// What the keys belong to: the address of the layer, or its title. It is in lower case, so that
  /// spelling makes no difference.
  package let scope: String
  /// The field with the keys.
  package let field: String

  /// The name of the field that gets the ids if the table has none.
  package static let idField = "GlobalID"
  private static let namespace = GlobalID(high: 0x5F8A_4D0E_6B1C_5E2A, low: 0x9D37_C41F_70B6_A982)

  package init(scope: String, field: String) {
    self.scope = scope.lowercased()
    self.field = field
  }

  /// The id of a record.
  package func id(ofKey key: JoinKey) -> GlobalID {
    GlobalID(namespace: Self.namespace, name: "\(scope)/\(key.text)")
  }
}

extension TableSchema {
  /// Lets records get ids from a key. Adds a field for them if the table has none.
  ///
  /// The schema stays as it is if it has no such field, the field can't hold keys, or a column of
  /// another type has the name of the field to add.
  mutating func mint(_ minting: GlobalIDMinting) {
    guard let key = column(named: minting.field), key != globalIDColumn,
      [.integer, .text, .real].contains(columns[key].storage)
    else { return }
    if globalIDColumn == nil {
      guard column(named: GlobalIDMinting.idField) == nil else { return }
      columns.append(
        TableColumn(Field(name: GlobalIDMinting.idField, type: .globalID), sourceName: nil))
      globalIDColumn = columns.count - 1
    }
    self.minting = minting
  }
}
