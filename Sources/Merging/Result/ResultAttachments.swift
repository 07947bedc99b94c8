package import FeatureData
import Packaging

/// The photos and files that came with a merge.
package struct ResultAttachments: Sendable {
  let schema: MergeSchema
  let sources: [PhotoSource]
  /// The packages of the merge, in the order of the outcome.
  let packages: [OpenPackage]
  let current: OpenPackage

  /// The bytes of a photo that is new or changed; nil for any other, and where it did not arrive.
  ///
  /// - Parameter table: the table of attachments.
  /// - Throws: what reading the package throws.
  package func bytes(table: String, id: GlobalID) throws -> [UInt8]? {
    guard let place = schema.table(named: table),
      let source = sources.first(where: { $0.table == place && $0.id == id })
    else { return nil }
    return try AttachmentBytes(
      package: packages[source.package], table: schema.tables[place].name, rowid: source.rowid,
      path: source.path
    ).bytes()
  }

  /// The bytes of a photo that is changed otherwise: the current data have them; nil where they
  /// have none.
  ///
  /// - Parameters:
  ///   - table: the place of the table of attachments.
  ///   - row: as it is in the current data.
  /// - Throws: what reading the package throws.
  package func bytes(table: Int, current row: MergeRow) throws -> [UInt8]? {
    try AttachmentBytes(package: current, table: schema.tables[table].name, rowid: row.rowid).bytes()
  }

  /// The photos that the current data had waited for, by the places of their tables.
  package var awaited: [(table: Int, id: GlobalID)] {
    sources.filter { $0.waiting != nil }.map { ($0.table, $0.id) }
  }
}
