import Foundation
import Geodatabase
import Records
import SQLiteFile
import TestSupport
import Testing

/// The downloaded rows of a replica, which its history keeps.
@Suite struct ReplicaTests {
  private typealias Sample = SampleGeodatabase
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func reader(_ sample: SampleGeodatabase) throws -> GeodatabaseReader {
    try GeodatabaseReader(path: try folder.write(try sample.bytes(), to: "replica.geodatabase"))
  }

  /// The sample with benches that were edited at noon: 1 was moved, 2 removed, 4 added.
  private func edited(download: String = "1000", upload: String = "1000") -> SampleGeodatabase {
    var sample = Sample.replica(download: download, upload: upload)
    sample.rows["Benches"] = nil
    sample.rows["Benches__ATTACH"] = nil
    return sample
  }

  private func names(_ reader: GeodatabaseReader) throws -> [String: SQLValue] {
    let content = try DatasetContent(reader, try #require(reader.dataset(named: "Benches")))
    return Dictionary(
      uniqueKeysWithValues: zip(content.objectIDs.map(String.init), content.values(of: "Name")))
  }

  private func attachments(_ reader: GeodatabaseReader) throws -> [String] {
    var names: [String] = []
    let table = try #require(reader.attachmentTable(of: "Benches"))
    try reader.forEachAttachment(in: table) { names.append($1.name) }
    return names
  }

  @Test func `the recorded sample replica is up to date`() throws {
    let bytes = try Sample.replica().bytes()
    let path = Fixture.path("Geodatabase/replica.geodatabase")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(bytes).write(to: URL(filePath: path))
      Issue.record("recorded replica.geodatabase")
    }
    #expect(try Fixture.bytes("Geodatabase/replica.geodatabase") == bytes)
  }

  @Test func `a replica names its service and its synchronized datasets`() throws {
    let replica = try #require(try reader(Sample.replica()).replica())
    #expect(replica.id == "{7A000000-0000-4000-8000-000000000007}")
    #expect(replica.service == "https://example.com/rest/services/City/FeatureServer")
    #expect(replica.created == "2026-04-30T08:00:00")
    #expect(replica.datasets.map(\.name) == ["Benches", "Inspections", "Benches__ATTACH"])
    #expect(replica.dataset(named: "inspections")?.layerID == 1)
    #expect(try reader(SampleGeodatabase()).replica() == nil)
  }

  @Test func `downloaded rows began before the download and ended after it`() throws {
    let reader = try reader(edited())
    #expect(try names(reader) == ["1": "New place", "3": "By the pond", "4": .null])
    #expect(try attachments(reader) == ["front.txt", "pond.txt"])
    let before = try #require(try reader.asDownloaded())
    #expect(try names(before) == ["1": "Old place", "2": "Removed", "3": "By the pond"])
    #expect(try attachments(before) == ["front.txt", "gone.txt", "pond.txt"])
  }

  @Test(arguments: [("1777638599999", false), ("1777638600000", true), ("1777638600001", true)])
  func `an edit at the moment of the download is part of it`(
    generation: String, isIn: Bool
  ) throws {
    let before = try #require(
      try reader(edited(download: generation, upload: generation)).asDownloaded())
    #expect(try names(before)["1"] == (isIn ? "New place" : "Old place"))
    #expect(try names(before)["2"] == (isIn ? nil : "Removed"))
  }

  @Test func `a plain geodatabase has no downloaded rows`() throws {
    #expect(try reader(SampleGeodatabase()).asDownloaded() == nil)
  }

  // MARK: Incomplete histories

  private func gaps(_ sample: SampleGeodatabase) throws -> HistoryGaps {
    let reader = try #require(try reader(sample).asDownloaded())
    return try reader.historyGaps(of: try #require(reader.dataset(named: "Benches")))
  }

  private func bench(_ id: Int64, row: Int64, from: Double, to: Double) -> [SQLValue] {
    Sample.bench(row, id: id, name: "Bench", kind: 1, shape: nil, from: from, to: to)
  }

  @Test func `a complete history has no gaps, and new rows are new`() throws {
    #expect(try gaps(edited()).isEmpty)
  }

  @Test func `a row with a lost downloaded state is not a new row`() throws {
    var sample = Sample.replica()
    sample.rows["Benches"] = [
      bench(3, row: 1, from: Sample.start, to: Sample.end),
      bench(1, row: 4, from: Sample.noon, to: Sample.end),
      bench(8, row: 5, from: Sample.noon, to: Sample.end),
    ]
    #expect(try gaps(sample).unknown == [1])
  }

  @Test func `a row that was deleted at the download and exists again is reported`() throws {
    var sample = Sample.replica(download: "1777638600000", upload: "1777638600000")
    sample.rows["Benches"] = [
      bench(9, row: 1, from: Sample.start, to: Sample.noon - 1),
      bench(9, row: 2, from: Sample.noon + 1, to: Sample.end),
    ]
    #expect(try gaps(sample).unknown == [9])
  }

  @Test func `edits between the last upload and the last download are reported`() throws {
    let later = "1777638600001"
    #expect(try gaps(edited(download: later, upload: "1000")).notUploaded == [1, 2, 4])
    #expect(try gaps(edited(download: later, upload: later)).isEmpty)
  }

  // MARK: Invalid histories

  @Test(arguments: [
    "", "soon", "-1", "1e3", "253402300799000", "9223372036854775807", "99999999999999999999", nil,
  ])
  func `an invalid generation is refused with its dataset`(text: String?) throws {
    var sample = Sample.replica()
    sample.replica = Sample.definition(download: text, upload: "x")
    let reader = try reader(sample)
    let found = text == "" ? nil : text
    #expect(throws: GeodatabaseError.generation(dataset: "Benches", found: found)) {
      try reader.asDownloaded()
    }
  }

  @Test(arguments: [
    (SQLValue.null, SQLValue.real(SampleGeodatabase.end)), (.real(.nan), .real(1)),
    (.real(1), .real(.infinity)), (.real(1e300), .real(1)), ("today", .real(1)), (.real(1), nil),
  ])
  func `a row without times is refused`(from: SQLValue, to: SQLValue) throws {
    var sample = Sample.replica()
    var row = bench(1, row: 1, from: Sample.start, to: Sample.end)
    row.replaceSubrange(10..., with: [from, to])
    sample.rows["Benches"] = [row]
    let reader = try #require(try reader(sample).asDownloaded())
    let benches = try #require(reader.dataset(named: "Benches"))
    #expect(throws: GeodatabaseError.noTime(table: "Benches", rowid: 1)) {
      try reader.rows(of: benches)
    }
    #expect(throws: GeodatabaseError.noTime(table: "Benches", rowid: 1)) {
      try reader.historyGaps(of: benches)
    }
  }

  @Test func `two states of a row at the download are refused`() throws {
    var sample = Sample.replica()
    sample.rows["Benches"] = [
      bench(1, row: 1, from: Sample.start, to: Sample.noon),
      bench(1, row: 2, from: Sample.start, to: Sample.end),
    ]
    let reader = try #require(try reader(sample).asDownloaded())
    #expect(throws: GeodatabaseError.objectIDTwice(table: "Benches", objectID: 1)) {
      try reader.rows(of: try #require(reader.dataset(named: "Benches")))
    }
  }

  @Test(arguments: ["", "<GPSyncReplica>", "<a/><b/>", "<a>&bomb;</a>", "<!DOCTYPE a><a/>"])
  func `a replica with a damaged definition is refused, but its rows are read`(xml: String) throws {
    var sample = Sample.replica()
    sample.replica = xml
    let reader = try reader(sample)
    #expect(try names(reader).count == 3)
    #expect(throws: GeodatabaseError.self) { try reader.asDownloaded() }
  }

  @Test func `damaged replicas give an error or the downloaded rows`() throws {
    let whole = try edited().bytes()
    try Fuzz.run(iterations: 120) { seed in
      var mutator = Mutator(seed: seed)
      let path = try folder.write(
        mutator.mutated(whole, others: [whole]), to: "damaged.geodatabase")
      guard let reader = try? GeodatabaseReader(path: path),
        let before = try? reader.asDownloaded()
      else { return }
      for dataset in before.datasets {
        let content = try? DatasetContent(before, dataset)
        #expect(content.map { $0.rows.count == $0.objectIDs.count } ?? true, "seed \(seed)")
        _ = try? before.historyGaps(of: dataset)
        guard let table = before.attachmentTable(of: dataset.name) else { continue }
        try? before.forEachAttachment(in: table) { _, _ in }
      }
    }
  }
}
