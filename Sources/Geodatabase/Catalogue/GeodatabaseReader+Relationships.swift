import MapModel
import SQLiteFile

// What the relationship classes say of the datasets, as services write it: the ends of
// relationships, and whether there are attachments.
extension GeodatabaseReader {
  /// The ending of the tables that ArcGIS keeps attachments in.
  private static let attachmentSuffix = "__ATTACH"

  /// Whether a table holds the attachments of another.
  func isOfAttachments(_ name: String) -> Bool {
    relationshipClasses.contains { $0.isOfAttachments && $0.destination.isSameName(as: name) }
      || name.hasSuffix(Self.attachmentSuffix)
  }

  /// The table with the attachments of a dataset; nil where it has none.
  package func attachmentTable(of dataset: String) -> String? {
    let related = relationshipClasses.first {
      $0.isOfAttachments && $0.origin.isSameName(as: dataset)
    }
    return [related?.destination, dataset + Self.attachmentSuffix].compactMap(\.self)
      .first { database.object(.table, named: $0) != nil }
  }

  /// The ends of the relationships of each dataset, by its number. Where the service tells any of
  /// its own, these count.
  func ends(
    numbers: [String: Int], described: Set<String>
  ) -> [String: [Relationship]] {
    var ends: [String: [Relationship]] = [:]
    for relationship in relationshipClasses where !relationship.isOfAttachments {
      guard let origin = numbers[relationship.origin.lowercased()],
        let destination = numbers[relationship.destination.lowercased()],
        !described.contains(relationship.origin.lowercased()),
        !described.contains(relationship.destination.lowercased())
      else { continue }
      let isThroughTable = relationship.cardinality == .manyToMany
      let pairs = isThroughTable ? numbers[relationship.name.lowercased()] : nil
      func end(
        _ role: Relationship.Role, related: Int, key: String, foreignKey: String?
      ) -> Relationship {
        Relationship(
          id: relationship.id, name: relationship.name, relatedTableID: related,
          cardinality: relationship.cardinality, role: role, keyField: key,
          isComposite: relationship.isComposite, relationshipTableID: pairs,
          keyFieldInRelationshipTable: isThroughTable ? foreignKey : nil)
      }
      ends[relationship.origin.lowercased(), default: []].append(
        end(
          .origin, related: destination, key: relationship.originKey,
          foreignKey: relationship.originForeignKey))
      ends[relationship.destination.lowercased(), default: []].append(
        end(
          .destination, related: origin,
          key: isThroughTable
            ? relationship.destinationKey ?? "" : relationship.originForeignKey,
          foreignKey: relationship.destinationForeignKey))
    }
    return ends
  }
}
