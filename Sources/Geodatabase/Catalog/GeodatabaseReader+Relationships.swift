import MapModel
import Records
import SQLiteFile

// The relationships and attachment tables of datasets, from the relationship classes, in the form
// of services.
extension GeodatabaseReader {
  /// The suffix of ArcGIS's attachment tables.
  private static let attachmentSuffix = "__ATTACH"

  /// Whether a table is an attachment table.
  func isAttachmentTable(_ name: String) -> Bool {
    relationshipClasses.contains { $0.isForAttachments && $0.destination.isSameName(as: name) }
      || name.hasSuffix(Self.attachmentSuffix)
  }

  /// The attachment table of a dataset; nil if it has none.
  package func attachmentTable(of dataset: String) -> String? {
    let related = relationshipClasses.first {
      $0.isForAttachments && $0.origin.isSameName(as: dataset)
    }
    return [related?.destination, dataset + Self.attachmentSuffix].compactMap(\.self)
      .first { database.object(.table, named: $0) != nil }
  }

  /// The ends of the relationships of each dataset, by the dataset's number. If the service defines
  /// relationships, those are used.
  func ends(
    numbers: [String: Int], described: Set<String>
  ) -> [String: [Relationship]] {
    var ends: [String: [Relationship]] = [:]
    for relationship in relationshipClasses where !relationship.isForAttachments {
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
