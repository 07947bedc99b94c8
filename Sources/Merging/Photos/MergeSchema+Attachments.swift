package import GeoPackage
import MapModel
import SQLiteFile

// Attachments tables that the current store lacks, and the result gets.
extension MergeSchema {
  /// The attachments table of a table; nil where it has none.
  func attachments(of table: Int) -> Int? {
    links.first { $0.origin == table && tables[$0.destination].isAttachments }?.destination
  }

  /// Adds the attachments tables of a returned store whose parents have none: those that tell
  /// their parents by GlobalID.
  package mutating func addAttachments(
    of returned: GeoPackageReader, to current: GeoPackageReader
  ) throws(MergingError) {
    let relations = try MergingError.reading(returned) { () throws(GeoPackageError) in
      try returned.relations()
    }
    for relation in relations where relation.relationName.isSameName(as: "media") {
      guard let parent = table(named: relation.baseTable),
        let media = try? returned.table(named: relation.relatedTable),
        Self.wantedColumns.allSatisfy({ name in
          media.columns.contains { $0.name.isSameName(as: name) }
        }), current.isFree(media.name)
      else { continue }
      addAttachments(of: parent, named: media.name)
    }
  }

  /// Adds an attachments table for a table that has none, under a name that is free.
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
    let media = GeoPackageTable.attachments(of: tables[parent].name, name: name)
    guard attachments(of: parent) == nil, table(named: name) == nil,
      let key = tables[parent].place(of: .globalID),
      let field = media.columns.firstIndex(where: {
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
        fields: MergeField.fields(ofMedia: media), isAttachments: true,
        isEditable: tables[parent].isEditable))
  }

  private static let wantedColumns = [
    "data", GeoPackageTable.AttachmentColumn.parent, GeoPackageTable.AttachmentColumn.globalID,
    "name",
  ]
}

extension GeoPackageReader {
  /// Whether nothing in the store has a name.
  func isFree(_ name: String) -> Bool {
    !database.schema.contains { $0.name.isSameName(as: name) }
  }
}
