import Bytes
import Foundation
import Geodatabase
import MapModel
import Records
import SQLiteFile
import TestSupport
import Testing

/// Compares real geodatabases with copies that are written from them.
@Suite struct GeodatabaseStructureTests {
  /// Real replicas of the written version.
  private static let replicas = RealGeodatabases.paths.filter { $0.contains("/canyonlands/") }
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copy(
    of reader: GeodatabaseReader
  ) throws -> (GeodatabaseReader, [GeodatabaseTableAccount]) {
    let (bytes, accounts) = try GeodatabaseCopy(of: reader).written()
    let path = try folder.write(bytes, to: "copy.geodatabase")
    if let kept = ProcessInfo.processInfo.environment["FIELDPACK_KEEP"] {
      let name = reader.database.region.path.split(separator: "/").last ?? ""
      try Data(bytes).write(to: URL(filePath: "\(kept)/\(name)"))
    }
    return (try GeodatabaseReader(path: path), accounts)
  }

  @Test(
    .needs(.realGeodatabases), arguments: replicas)
  func `a copy of a real replica has the same objects, SQL and rows`(path: String) throws {
    let reader = try GeodatabaseReader(path: path)
    let (copy, accounts) = try copy(of: reader)
    let differences = GeodatabaseStructure.differences(
      try GeodatabaseStructure(reader.database), try GeodatabaseStructure(copy.database))
    #expect(differences == [])
    #expect(accounts.map(\.rowCount) == [89, 55])
    #expect(accounts.allSatisfy { $0.misfitCount == 0 && $0.notes.isEmpty })
    let (ours, theirs) = (copy.database.header, reader.database.header)
    #expect(ours.pageSize == theirs.pageSize && ours.userVersion == theirs.userVersion)
    #expect(ours.applicationID == theirs.applicationID && ours.encoding == theirs.encoding)
    #expect(ours.schemaFormat == theirs.schemaFormat && ours.reserved == theirs.reserved)
  }

  @Test(
    .needs(.realGeodatabases),
    arguments: RealGeodatabases.paths)
  func `a copy reads like the original`(path: String) throws {
    let reader = try GeodatabaseReader(path: path)
    let (copy, accounts) = try copy(of: reader)
    #expect(copy.datasets.map(\.name) == reader.datasets.map(\.name))
    for (ours, theirs) in zip(copy.datasets, reader.datasets) {
      let (written, read) = (try DatasetContent(copy, ours), try DatasetContent(reader, theirs))
      // In a copy the object ID always comes first.
      #expect(written.names.sorted() == read.names.sorted(), "\(ours.name)")
      #expect(written.objectIDs == read.objectIDs, "\(ours.name)")
      for name in read.names {
        #expect(written.values(of: name) == read.values(of: name), "\(ours.name).\(name)")
        #expect(
          ours.definition.fields.named(name)?.domain
            == theirs.definition.fields.named(name)?.domain)
      }
      #expect(ours.layerID == theirs.layerID && ours.title == theirs.title)
    }
    #expect(accounts.allSatisfy { $0.misfitCount == 0 })
    for (ours, theirs) in zip(copy.datasets, reader.datasets) where ours.shape != nil {
      try checkShapes(of: ours, in: copy, against: theirs, in: reader)
    }
    let problems = try IntegrityCheck.run(copy.database)
    #expect(problems.isEmpty, "\(problems)")
  }

  /// Checks that each shape has the bytes of the original, if the grid is the same.
  private func checkShapes(
    of ours: GeodatabaseDataset, in copy: GeodatabaseReader, against theirs: GeodatabaseDataset,
    in reader: GeodatabaseReader
  ) throws {
    guard let column = ours.shape, let other = theirs.shape, column.grid == other.grid else {
      return
    }
    var written = try copy.rows(of: ours)
    var read = try reader.rows(of: theirs)
    while try written.next(), try read.next() {
      #expect(
        try shape(written, of: ours, column: column.column, in: copy)
          == shape(read, of: theirs, column: other.column, in: reader),
        "\(ours.name) \(written.objectID)")
    }
  }

  /// A row's shape, with the flags of polygons since version 10.5.1.
  private func shape(
    _ rows: DatasetRows, of dataset: GeodatabaseDataset, column: Int, in reader: GeodatabaseReader
  ) throws -> StoredShape? {
    var decoder = RowDecoder(dataset.table, in: reader.database)
    let bytes = rows.bytes
    let record = bytes.span.extracting(rows.record)
    try decoder.decode(rowid: rows.rowid, record: record)
    guard case .blob(let blob) = decoder.value(column, of: record) else { return nil }
    var shape = StoredShape()
    try shape.decode(blob.span)
    if shape.kind == .polygon, shape.flags & 0x1000 == 0 { shape.flags |= 0x0400_1000 }
    return shape
  }
}
