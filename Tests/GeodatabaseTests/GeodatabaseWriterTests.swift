import Bytes
import FeatureData
import Foundation
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Records
import SQLiteFile
import TestSupport
import Testing

@Suite struct GeodatabaseWriterTests {
  private static let judge = Fixture.repository + "/Tests/Judges/geodatabase_edits.py"
  private let folder: TemporaryFolder
  private let sample: GeodatabaseReader

  init() throws {
    folder = try TemporaryFolder()
    let path = try folder.write(try SampleGeodatabase().bytes(), to: "sample.geodatabase")
    sample = try GeodatabaseReader(path: path)
  }

  private static let terms = ReplicaTerms(
    name: "Crew_7", id: GlobalID(high: 0x0123_4567_89AB_4DEF, low: 0x8123_4567_89AB_CDEF),
    owner: "ana", queryBox: Envelope(minX: -123, minY: 45, maxX: -121, maxY: 46),
    spatialReference: .wgs84, serverGeneration: 12, returnsAttachments: true)

  /// The sample written again, as a replica or plain.
  private func copy(isReplica: Bool) throws -> GeodatabaseCopy {
    var copy = try GeodatabaseCopy(of: sample)
    copy.content.created = 1_777_000_000_000
    copy.content.replica = isReplica ? Self.terms : nil
    return copy
  }

  @Test(
    arguments: [
      (ReplicaTerms.Direction.bidirectional, "{01234567-89AB-4DEF-8123-456789ABCDEF}"),
      (.upload, "{01234567-89AB-4DEF-8123-456789ABCDEF}"),
      (.download, "{00000000-0000-0000-0000-000000000000}"),
    ])
  func `a replica has its own ID unless it is download-only`(
    direction: ReplicaTerms.Direction, id: String
  ) throws {
    var copy = try copy(isReplica: true)
    copy.content.replica?.direction = direction
    let replica = try #require(try reader(copy.written().bytes).replica())
    #expect(replica.id == id)
  }

  private func reader(_ bytes: [UInt8]) throws -> GeodatabaseReader {
    try GeodatabaseReader(path: try folder.write(bytes, to: "copy.geodatabase"))
  }

  private func judged(_ path: String, _ words: [String] = []) async throws -> JSON {
    let answer = try await #require(Tool.python3).run([Self.judge, path] + words)
    try #require(answer.status == 0, "\(answer.errorText)")
    return try JSONParser.parse(answer.output)
  }

  @Test(arguments: [true, false])
  func `written rows, domains, relationships and attachments are read back`(
    isReplica: Bool
  ) throws {
    let copy = try reader(try copy(isReplica: isReplica).written().bytes)
    #expect(copy.datasets.map(\.name) == sample.datasets.map(\.name))
    #expect(copy.datasets.map(\.title) == sample.datasets.map(\.title))
    #expect(copy.datasets.allSatisfy { ($0.history != nil) == isReplica })
    for (ours, theirs) in zip(copy.datasets, sample.datasets) {
      let (written, read) = (try DatasetContent(copy, ours), try DatasetContent(sample, theirs))
      #expect(written.names == read.names && written.objectIDs == read.objectIDs)
      #expect(written.rows == read.rows)
      for (shape, original) in zip(written.shapes, read.shapes) {
        expectNear(shape, original, at: "\(ours.name)")
      }
      #expect(
        ours.definition.fields.filter { $0.type != .objectID }
          == theirs.definition.fields.filter { $0.type != .objectID })
      #expect(ours.definition.editFieldsInfo == theirs.definition.editFieldsInfo)
      #expect(ours.definition.types == theirs.definition.types)
      #expect(ours.definition.hasAttachments == theirs.definition.hasAttachments)
    }
    let classes = copy.relationshipClasses.filter { !$0.isForAttachments }
    #expect(classes.map(\.origin) == ["Benches"] && classes.map(\.destination) == ["Inspections"])
    #expect(classes.map(\.originForeignKey) == ["BenchID"] && classes[0].isComposite)
    var notes: [String] = []
    try copy.forEachAttachment(in: "Benches__ATTACH") { rowid, attachment in
      let content = try copy.attachmentContent(in: "Benches__ATTACH", rowid: rowid) ?? []
      notes.append(
        "\(attachment.parentGlobalID.suffix(2)) \(attachment.name) "
          + String(decoding: content, as: UTF8.self))
    }
    #expect(notes == ["1} front.txt a note", "3} pond.txt ducks"])
  }

  /// Checks that shapes are equal on a grid of 10^-9 degrees and tenths of millimeters.
  private func expectNear(_ shape: Geometry?, _ original: Geometry?, at location: Comment) {
    #expect(shape?.partEnds == original?.partEnds, location)
    #expect(shape?.polygonEnds == original?.polygonEnds, location)
    let (ours, theirs) = (shape?.coordinates ?? [], original?.coordinates ?? [])
    #expect(ours.count == theirs.count, location)
    #expect(zip(ours, theirs).allSatisfy { ($0 - $1).magnitude <= 5e-10 }, location)
  }

  @Test(arguments: [true, false])
  func `the written file is valid and always the same`(isReplica: Bool) async throws {
    let copy = try copy(isReplica: isReplica)
    let bytes = try copy.written().bytes
    #expect(bytes == (try copy.written().bytes))
    let reader = try reader(bytes)
    let problems = try IntegrityCheck.run(reader.database)
    #expect(problems.isEmpty, "\(problems)")
    guard Tool.python3 != nil else { return }
    let verdict = try await judged(reader.database.region.path)
    #expect(verdict["before"]?.array == ["ok"])
  }

  @Test(.needs(.python3))
  func `clients edit a replica through its views`() async throws {
    let path = try folder.write(
      try copy(isReplica: true).written().bytes, to: "edited.geodatabase")
    let verdict = try await judged(path, ["Benches", "OBJECTID", "Name"])
    #expect(verdict["before"]?.array == ["ok"] && verdict["after"]?.array == ["ok"])
    // Three benches, one new bench, and one new state of the first. The last bench has no shape.
    #expect(verdict["history"]?.int == 5 && verdict["boxes"]?.array?.compactMap(\.int) == [3, 3])
    #expect(verdict["new"]?.int == 5)
    let edited = try GeodatabaseReader(path: path)
    let benches = try DatasetContent(edited, try #require(edited.dataset(named: "Benches")))
    #expect(benches.objectIDs == [1, 4, 5])
    #expect(benches.values(of: "Name") == ["changed", nil, nil])
    #expect(benches.shapes[0] != nil)
  }

  @Test func `rows of a replica begin with generation 1000 and are current`() throws {
    let reader = try reader(try copy(isReplica: true).written().bytes)
    let table = try reader.database.table(named: "Benches")
    var decoder = RowDecoder(table, in: reader.database)
    let columns = ["gdb_archive_oid", "gdb_from_date", "gdb_to_date"]
      .compactMap { table.column(named: $0) }
    var rows: [[SQLValue]] = []
    try reader.database.forEachRow(of: table) { rowid, record in
      try decoder.decode(rowid: rowid, record: record)
      rows.append(columns.map { decoder.value($0, of: record) })
    }
    #expect(rows.map { $0[0] } == [1, 2, 3])
    #expect(rows.allSatisfy { $0[1] == .real(2_440_587.500_011_574) })
    #expect(rows.allSatisfy { $0[2] == .real(5_373_484.499_988_425_5) })
  }

  @Test func `each spatial index has an entry around each shape`() throws {
    let reader = try reader(try copy(isReplica: true).written().bytes)
    for (name, count) in [("Benches_SHAPE", 2), ("Paths_Shape", 1), ("Parks_SHAPE", 1)] {
      let boxes = try GeodatabaseStructure.boxes(of: "st_spindex__\(name)_node", reader.database)
      #expect(boxes.count == count, "\(name)")
    }
    let parks = try #require(reader.dataset(named: "Parks")?.shape)
    #expect(parks.extent == Envelope(minX: -100, minY: 0, maxX: 200, maxY: 100))
    let boxes = try GeodatabaseStructure.boxes(of: "st_spindex__Parks_SHAPE_node", reader.database)
    #expect(boxes == ["1: [-100.0, 200.0, 0.0, 100.0]"])
  }
}
