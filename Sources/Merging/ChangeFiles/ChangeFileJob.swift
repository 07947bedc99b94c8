package import Bytes
import FeatureData
package import GeoPackage
import MapModel
package import Packages
import Records

/// Makes a change file: what a crew changed in a package, to merge it without the package.
package struct ChangeFileJob: Sendable {
  private let package: OpenPackage
  /// The data as issued.
  private let base: GeoPackageReader
  private let schema: MergeSchema
  private let name: String

  /// Prepares the change file of a package that passed its checks.
  ///
  /// - Parameters:
  ///   - schema: the tables as issued.
  ///   - name: the file name of the package.
  package init(of package: OpenPackage, base: GeoPackageReader, schema: MergeSchema, name: String) {
    (self.package, self.base) = (package, base)
    (self.schema, self.name) = (schema, name)
  }

  /// Writes the change file, and adds it to a commit.
  ///
  /// - Throws: ``MergingError``, `GeoPackageError`, `BytesError`; `PackagingError`, also for a
  ///   package that is a change file itself.
  package func write(to path: String, overwrite: Bool, with joint: JointCommit) async throws {
    try package.checkIsWhole()
    var included = try IncludedRecords(schema: schema, base: base, returned: package.store)
    var about = try ChangeFile(of: package, named: name)
    about.links = ChangeFile.Link.all(of: schema)
    about.baseNames = schema.tables.compactMap { table in
      guard let stored = base.storedName(ofTable: table.name), !stored.isSameName(as: table.name)
      else { return nil }
      return (stored, table.name)
    }
    let compared = try files(&included)
    // What the records with other files refer to.
    try included.spread()
    about.tables = try tables(included, unchangedFiles: compared.unchanged)
    var storeFile = try OutputFile(scratchIn: ScratchFolder.path)
    var baseFile = try OutputFile(scratchIn: ScratchFolder.path)
    try GeoPackageExtract(of: package.store, without: try leftOut(of: included.returned, included))
      .write(into: &storeFile)
    try GeoPackageExtract(of: base, without: try leftOut(of: included.base, included))
      .write(into: &baseFile)
    let store = FileRegion(try storeFile.reopen())
    let paths = try AttachmentPaths(of: package, in: store, stray: compared.stray)
    try await ChangeFileWriter(of: package, about: about).write(
      to: path, overwrite: overwrite, with: joint, store: store,
      base: FileRegion(try baseFile.reopen()),
      holdsAttachments: paths.storeHoldsContent, files: paths.all)
  }

  /// The attachments that are files.
  private struct ComparedFiles {
    /// How many unchanged records have a file, by table.
    var unchanged: [Int: Int] = [:]
    /// The files that no record names.
    var stray: [String] = []
  }

  /// Includes unchanged records whose file was replaced or is missing.
  private func files(_ included: inout IncludedRecords) throws -> ComparedFiles {
    var found = ComparedFiles()
    for table in schema.tables.indices where schema.tables[table].isAttachments {
      let files = ReplacedFiles(
        package: package, base: base, schema: schema, files: NamedFiles(of: package))
      let (count, differing) = try files.differing(
        in: table, besides: included.records[table], of: included.returned)
      found.unchanged[table] = count
      for id in differing { included.include(RecordKey(table: table, globalID: id)) }
    }
    found.stray = try package.looseFilesWithoutRow().map(\.path)
    return found
  }

  private func tables(
    _ included: IncludedRecords, unchangedFiles: [Int: Int]
  ) throws -> [ChangeFile.Table] {
    try schema.tables.indices.map { index in
      var table = ChangeFile.Table(
        name: schema.tables[index].name, issued: included.counts[index].base,
        returned: included.counts[index].returned)
      table.unchangedFiles = unchangedFiles[index] ?? 0
      if package.isCopied
        || included.tablesWithAdditions.contains(index) && schema.tables[index].srsID != nil
      {
        table.identities = Set(try included.base.identitiesByRowID(index).values).sorted()
      }
      return table
    }
  }

  /// The row ids of the records that are not included, by table.
  private func leftOut(
    of rows: StoreRows, _ included: IncludedRecords
  ) throws -> [String: Set<Int64>] {
    var leftOut: [String: Set<Int64>] = [:]
    for (index, table) in schema.tables.enumerated() where rows.store.hasTable(named: table.name) {
      leftOut[table.name] = try included.leftOut(index, of: rows)
    }
    return leftOut
  }
}

extension ChangeFile.Link {
  /// The links of a schema.
  static func all(of schema: MergeSchema) -> [ChangeFile.Link] {
    schema.links.map { link in
      let origin = schema.tables[link.origin]
      let destination = schema.tables[link.destination]
      var key: String?
      if case .field(let field) = link.originKey { key = origin.fields[field].name }
      return ChangeFile.Link(
        origin: origin.name, key: key, destination: destination.name,
        field: destination.fields[link.destinationField].name)
    }
  }
}

/// The attachments of a change file that are files: those that its records name, and those that no
/// record of the package names.
private struct AttachmentPaths {
  /// Sorted by their bytes.
  let all: [String]
  /// Whether records hold the bytes of attachments.
  let storeHoldsContent: Bool

  init(of package: OpenPackage, in store: FileRegion, stray: [String]) throws {
    let files = NamedFiles(of: package)
    var paths = Set(stray)
    let reader = try GeoPackageReader(region: store)
    for table in reader.userTables {
      var rows = try reader.rows(of: table.tableName)
      while try rows.next() {
        for column in 0..<rows.layout.count {
          let text = rows.withValues(of: column, and: nil) { value, _, record -> String? in
            if case .text(let range) = value { return record.extracting(range).repairedString() }
            return nil
          }
          guard let text, let path = MediaPath.named(by: text), !paths.contains(path),
            let file = try files.file(at: path)
          else { continue }
          paths.insert(file.path)
        }
      }
    }
    var holdsContent = false
    for relation in try reader.relations() where relation.relationName.isSameName(as: "media") {
      guard reader.hasTable(named: relation.relatedTable) else { continue }
      try reader.forEachAttachment(in: relation.relatedTable) { _, _, content in
        if !content.isEmpty { holdsContent = true }
      }
    }
    storeHoldsContent = holdsContent
    all = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
