package import Bytes
package import Geometry
import SQLiteFile

/// Writes a GeoPackage 1.3 in one pass: tables one after another, rows as they come.
///
/// ```swift
/// var writer = GeoPackageWriter(output: file, options: options)
/// try writer.begin(trees)
/// try writer.append(record, envelope: box)      // rows get the ids 1, 2, …
/// let account = try writer.endTable()
/// let file = try writer.finish()
/// try file.commit()
/// ```
/// Memory holds a batch of pages and, for the table under way, 24 bytes a row for its R-tree and
/// the keys of its indexes. The file declares version 1.3 with the six R-tree triggers of that
/// version. The same calls give the same bytes.
package struct GeoPackageWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var output: Output
  private var content: PackageContent
  /// Pages are handed on when this many bytes are complete.
  private let drainSize = 1 << 18

  /// Begins a GeoPackage in an output that is empty.
  package init(output: consuming Output, options: GeoPackageOptions) {
    self.output = output
    content = PackageContent(options)
  }

  /// Begins a table.
  ///
  /// - Throws: `GeoPackageError.badTableName`, `.outOfSequence`, `.unknownSpatialReference`,
  ///   `.badRelation`.
  package mutating func begin(_ table: GeoPackageTable) throws(GeoPackageError) {
    try content.begin(table)
  }

  /// Adds a row in the tool's row form: NULL, the geometry of a feature, the columns.
  ///
  /// `envelope` saves looking into the geometry; `rowid` must ascend and is one more than the
  /// last by default.
  /// - Throws: `GeoPackageError.damagedRow`, `.database`, `.outOfSequence`.
  package mutating func append(
    _ record: Span<UInt8>, envelope: Envelope? = nil, rowid: Int64? = nil
  ) throws(GeoPackageError) {
    try content.append(record, envelope: envelope, rowid: rowid)
    if content.pendingCount >= drainSize { try drain() }
  }

  /// Adds rows whose records lie one after the other in `bytes`, each ending where `ends` says;
  /// `envelopes` holds one box a row, or none.
  package mutating func append(
    rows bytes: Span<UInt8>, ends: [Int], envelopes: [Envelope]
  ) throws(GeoPackageError) {
    var row = 0
    while row < ends.count {
      row = try content.append(
        rows: bytes, ends: ends, envelopes: envelopes, from: row, until: drainSize)
      if content.pendingCount >= drainSize { try drain() }
    }
  }

  /// What the table under way needs besides its rows: can be made beside each other, and be given
  /// to ``endTable(_:)``.
  package var trees: [TableTree] { content.trees }

  /// Bytes of a page.
  package var pageSize: Int { content.database.pages.pageSize }

  /// Ends the table under way and tells what was seen in it. Writes the same bytes whether its
  /// trees were made before or not.
  package mutating func endTable(_ made: [TableTree.Made] = []) throws(GeoPackageError)
    -> TableAccount
  {
    let account = try content.endTable(made)
    try drain()
    return account
  }

  /// Adds texts about the package that are known only once its rows are.
  package mutating func add(_ metadata: [GeoPackageMetadata]) {
    content.add(metadata)
  }

  /// Adds a project that is opened from inside the GeoPackage.
  package mutating func add(_ project: StoredProject) {
    content.project = project
  }

  /// Writes the metadata and page 1, and gives the output back, complete.
  ///
  /// - Throws: `GeoPackageError.badRelation`, `.database`, `.outOfSequence`.
  package consuming func finish() throws(GeoPackageError) -> Output {
    try content.writeMetadata()
    do {
      try content.database.finish(
        into: &output, applicationID: GeoPackageFormat.applicationID,
        userVersion: GeoPackageFormat.userVersion)
    } catch {
      throw .database(error)
    }
    return output
  }

  private mutating func drain() throws(GeoPackageError) {
    do {
      try content.database.pages.drain(into: &output)
    } catch {
      throw .database(error)
    }
  }
}

/// Numbers of the format.
package enum GeoPackageFormat {
  /// `GPKG` at byte 68 of the file.
  package static let applicationID: UInt32 = 0x4750_4b47
  /// Version 1.3.0.
  package static let userVersion: UInt32 = 10_300
}
