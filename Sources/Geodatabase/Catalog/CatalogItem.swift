import Records
import SQLiteFile

/// A row of `GDB_Items`.
struct CatalogItem: Sendable {
  /// The kind of an item, by the identity of its type.
  enum Kind: String {
    case codedValueDomain = "{8C368B12-A12E-4C7E-9638-C9C64E69E98F}"
    case rangeDomain = "{C29DA988-8C3E-45F7-8B5C-18E51EE7BEB4}"
    case featureClass = "{70737809-852C-4A03-9E22-2CECEA5B9BFA}"
    case table = "{CD06BC3B-789D-4C51-AAFA-A467912B8965}"
    case relationshipClass = "{B606A7E1-FA5B-439C-849C-6E9C2481537B}"
    case replica = "{5B966567-FB87-4DDE-938B-B4B37423539D}"
    case syncDataset = "{D86502F9-9758-45C6-9D23-6DD1A0107B47}"
  }

  /// Its number, which definitions call DSID.
  let id: Int
  /// Nil for kinds that don't describe rows: folders, historical markers, …
  let kind: Kind?
  /// Its name as written, such as `main.Trees`.
  let name: String
  /// Its unique identity; empty if it has none.
  let identity: String
  /// Its definition as XML; empty if it has none.
  let definition: String

  /// The table of a feature class or table.
  var table: String { Self.tableName(name) }

  init?(_ row: NamedRow) {
    guard let type = row["Type"].text else { return nil }
    id = row["ObjectID"].integer.flatMap { Int(exactly: $0) } ?? 0
    kind = Kind(rawValue: type.uppercased())
    name = row["Name"].text ?? ""
    identity = row["UUID"].text ?? ""
    definition = row["Definition"].text ?? ""
  }

  /// The table of an item. Names begin with the name of the database.
  static func tableName(_ name: String) -> String {
    name.lowercased().hasPrefix("main.") ? String(name.dropFirst(5)) : name
  }
}
