import Bytes
package import GeoPackage
import MapModel
import SQLiteFile

// Adds attachments tables that the current store lacks but the result needs.
extension MergeSchema {
  /// Adds the attachments tables of a returned store for parents that have none yet. Only tables
  /// that refer to their parents by GlobalID are added.
  package mutating func addAttachments(
    of returned: GeoPackageReader, to current: GeoPackageReader
  ) throws {
    let relations = try about(returned.path) {
      try returned.relations()
    }
    for relation in relations where relation.relationName.isSameName(as: "media") {
      guard let parent = table(named: relation.baseTable),
        let attachments = try unlessUnreadable({ try returned.table(named: relation.relatedTable) }
        ),
        Self.requiredColumns.allSatisfy({ name in
          attachments.columns.contains { $0.name.isSameName(as: name) }
        }), current.isFree(attachments.name)
      else { continue }
      addAttachments(of: parent, named: attachments.name)
    }
  }

  /// Adds an attachments table for a table that has none, with an unused name.
  mutating func addAttachments(of parent: Int, to current: GeoPackageReader) {
    let name = tables[parent].name + "_attachments"
    var free = name
    var number = 2
    while !current.isFree(free) || table(named: free) != nil {
      free = "\(name)_\(number)"
      number += 1
    }
    addAttachments(of: parent, named: free)
  }

  private mutating func addAttachments(of parent: Int, named name: String) {
    let added = GeoPackageTable.attachments(of: tables[parent].name, name: name)
    guard attachments(of: parent) == nil, table(named: name) == nil,
      let key = tables[parent].fieldIndex(of: .globalID),
      let field = added.columns.firstIndex(where: {
        $0.name == GeoPackageTable.AttachmentColumn.parent
      })
    else { return }
    links.append(
      MergeLink(
        name: name, origin: parent, originKey: .field(key), destination: tables.count,
        destinationField: field, kind: .parent))
    tables.append(
      MergeTable(
        name: name, title: "\(tables[parent].title), attachments",
        fields: MergeField.fields(ofAttachments: added), isAttachments: true,
        isEditable: tables[parent].isEditable))
  }

  private static let requiredColumns = [
    "data", GeoPackageTable.AttachmentColumn.parent, GeoPackageTable.AttachmentColumn.globalID,
    "name",
  ]
}

extension GeoPackageReader {
  /// Returns whether a name is unused in the store.
  func isFree(_ name: String) -> Bool {
    !database.schema.contains { $0.name.isSameName(as: name) }
  }
}
