import Arcade
import MapModel

/// The layers, tables and relationships that a table's expressions may use.
struct ExpressionTableNames {
  private let names: [String]
  private let ids: [String]
  /// The names of the table's relationships; nil while they are unknown.
  private let relationships: [String]?

  /// - Parameters:
  ///   - table: the table with the expressions.
  ///   - tables: all packed tables.
  ///   - relationships: the relationships between `tables`; nil while they are unknown.
  init(
    of table: PlannedTable, among tables: [PlannedTable], _ relationships: [TableRelationship]?
  ) {
    let layers = tables.flatMap(\.layers).map(\.layer)
    names = layers.flatMap { [$0.title, $0.definition.name] }
    ids = layers.flatMap { [$0.id] + ($0.definition.id.map { ["\($0)"] } ?? []) }
    let own = tables.firstIndex { $0.name == table.name }
    self.relationships = relationships?.flatMap { relationship in
      [Relationship.Role.origin, .destination].flatMap { role in
        guard (role == .origin ? relationship.origin : relationship.destination) == own else {
          return [String]()
        }
        // A service may give the relationship another name at each end.
        let declared = table.layer.definition.relationships.first {
          $0.id == relationship.id && $0.role == role
        }
        return [relationship.name] + (declared.map { [$0.name] } ?? [])
      }
    }
  }

  /// Whether the layer, table or relationship that an expression names exists.
  func have(_ name: ArcadeTableName) -> Bool {
    switch name.kind {
    case .name: names.contains { $0.isSameName(as: name.text) }
    case .id: ids.contains { $0.isSameName(as: name.text) }
    case .relationship: relationships?.contains { $0.isSameName(as: name.text) } ?? true
    }
  }
}
