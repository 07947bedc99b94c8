package import FeatureData
import Packages

/// The attachments that were added or changed by a merge.
package struct ResultAttachments: Sendable {
  let schema: MergeSchema
  let sources: [AttachmentSource]
  /// The packages of the merge, in the order of the outcome.
  let packages: [OpenPackage]
  let current: OpenPackage

  /// The bytes of a new or changed attachment; nil if it is neither, or its bytes are missing.
  ///
  /// - Parameter table: the table of attachments.
  /// - Throws: what reading the package throws.
  package func bytes(table: String, id: GlobalID) throws -> [UInt8]? {
    guard let tableIndex = schema.table(named: table),
      let source = sources.first(where: { $0.table == tableIndex && $0.id == id })
    else { return nil }
    return try AttachmentBytes(
      package: packages[source.package], table: schema.tables[tableIndex].name, rowid: source.rowid,
      path: source.path
    ).bytes()
  }

  /// The bytes of an attachment in the office data; nil if they are missing.
  ///
  /// - Parameters:
  ///   - table: the index of the attachments table.
  ///   - row: the row in the office data.
  /// - Throws: what reading the package throws.
  package func bytes(table: Int, current row: MergeRow) throws -> [UInt8]? {
    try AttachmentBytes(package: current, table: schema.tables[table].name, rowid: row.rowid)
      .bytes()
  }

  /// The attachments that the office data had been waiting for, with the index of their table.
  package var awaited: [(table: Int, id: GlobalID)] {
    sources.filter { $0.waiting != nil }.map { ($0.table, $0.id) }
  }
}
