import Arcade
import MapModel

/// The names by which a table's expressions may ask for rows.
struct ExpressionTableNames {
  private let names: [String]
  private let ids: [String]
  /// Nil while it is not known what tables are related.
  private let relationships: [String]?

  /// - Parameters:
  ///   - table: whose expressions they are.
  ///   - tables: all that are packed.
  ///   - relationships: those of `tables`, by index; nil while they are not known.
  init(
    of table: PlannedTable, among tables: [PlannedTable], _ relationships: [TableRelationship]?
  ) {
    names = tables.flatMap { [$0.title, $0.layer.definition.name] }
    ids = tables.flatMap { [$0.layer.id] + ($0.layer.definition.id.map { ["\($0)"] } ?? []) }
    let own = tables.firstIndex { $0.name == table.name }
    self.relationships = relationships?.flatMap { relationship in
      [Relationship.Role.origin, .destination].flatMap { role in
        guard (role == .origin ? relationship.origin : relationship.destination) == own else {
          return [String]()
        }
        // A service may call it otherwise at each end.
        let declared = table.layer.definition.relationships.first {
          $0.id == relationship.id && $0.role == role
        }
        return [relationship.name] + (declared.map { [$0.name] } ?? [])
      }
    }
  }

  /// Whether there is what an expression asks for.
  func have(_ name: ArcadeTableName) -> Bool {
    switch name.kind {
    case .name: names.contains { $0.isSameName(as: name.text) }
    case .id: ids.contains { $0.isSameName(as: name.text) }
    case .relationship: relationships?.contains { $0.isSameName(as: name.text) } ?? true
    }
  }
}
