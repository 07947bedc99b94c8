package import Bytes
package import Geometry
import Records
import SQLiteFile

/// Writes a GeoPackage 1.3 in one pass, one table after another.
///
/// ```swift
/// var writer = GeoPackageWriter(output: file, options: options)
/// try writer.begin(trees)
/// try writer.append(record, envelope: box)      // rows get the ids 1, 2, …
/// let account = try writer.endTable()
/// let file = try writer.finish()
/// try file.commit()
/// ```
/// It needs memory for a batch of pages, and for some MB of the boxes and keys of the current table
/// and of relations. More go to nameless files. The file declares version 1.3 and has the six R-tree
/// triggers of that version. The same calls give the same bytes.
package struct GeoPackageWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var output: Output
  private var content: PackageContent
  /// Pages are passed on when this many bytes are complete.
  private let drainSize = 1 << 18

  /// Begins a GeoPackage in an empty output.
  package init(output: consuming Output, options: GeoPackageOptions) {
    self.output = output
    content = PackageContent(options)
  }

  /// Begins a table.
  ///
  /// - Throws: `GeoPackageError.badTableName`, `.outOfSequence`, `.unknownSpatialReference`,
  ///   `.badRelation`.
  package mutating func begin(_ table: GeoPackageTable) throws {
    try content.begin(table)
  }

  /// Adds a row in Fieldpack's row form: NULL, the geometry of a feature, the columns.
  ///
  /// `envelope` avoids reading the geometry. `rowid` must ascend; by default it is one more than
  /// the last.
  /// - Throws: `GeoPackageError.damagedRow`, `SQLiteFileError`, `.outOfSequence`.
  package mutating func append(
    _ record: Span<UInt8>, envelope: Envelope? = nil, rowid: Int64? = nil
  ) throws {
    try content.append(record, envelope: envelope, rowid: rowid)
    if content.pendingCount >= drainSize { try drain() }
  }

  /// Adds rows whose records follow each other in `bytes`. `ends` gives the end of each;
  /// `envelopes` has one box for each row, or is empty.
  package mutating func append(
    rows bytes: Span<UInt8>, ends: [Int], envelopes: [Envelope]
  ) throws {
    var row = 0
    while row < ends.count {
      row = try content.append(
        rows: bytes, ends: ends, envelopes: envelopes, from: row, until: drainSize)
      if content.pendingCount >= drainSize { try drain() }
    }
  }

  /// The trees that the current table needs besides its rows. They can be built in parallel and
  /// passed to ``endTable(_:)``.
  package var trees: [TableTree] { content.trees }

  /// Page size in bytes.
  package var pageSize: Int { content.database.pages.pageSize }

  /// Ends the current table and returns its account. Writes the same bytes whether its trees were
  /// built before or not.
  package mutating func endTable(_ made: [TableTree.Made] = []) throws
    -> TableAccount
  {
    let account = try content.endTable(made)
    try drain()
    return account
  }

  /// Adds texts about the package that are only known after its rows were written.
  package mutating func add(_ metadata: [GeoPackageMetadata]) {
    content.add(metadata)
  }

  /// Adds a project that can be opened from inside the GeoPackage.
  package mutating func add(_ project: StoredProject) {
    content.project = project
  }

  /// Writes the metadata and page 1, and returns the complete output.
  ///
  /// - Throws: `GeoPackageError.badRelation`, `SQLiteFileError`, `.outOfSequence`.
  package consuming func finish() throws -> Output {
    try content.writeMetadata()
    try content.database.finish(
      into: &output, applicationID: GeoPackageFormat.applicationID,
      userVersion: GeoPackageFormat.userVersion)
    return output
  }

  private mutating func drain() throws {
    try content.database.pages.drain(into: &output)
  }
}

/// Constants of the format.
package enum GeoPackageFormat {
  /// `GPKG` at byte 68 of the file.
  package static let applicationID: UInt32 = 0x4750_4b47
  /// Version 1.3.0.
  package static let userVersion: UInt32 = 10_300
}
