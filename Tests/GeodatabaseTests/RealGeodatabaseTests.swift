import Bytes
import FeatureData
import Foundation
import Geodatabase
import Geometry
import OrderedJSON
import Records
import SQLiteFile
import TestSupport
import Testing

/// Real geodatabases in the shared data, and in the folder that `FIELDPACK_GEODATABASES` names.
enum RealGeodatabases {
  static let decoder = SharedData.path("mobile-map-package/esri_stgeom.py")
  static let vectors = SharedData.path("mobile-map-package/geometry_vectors.json")

  static let paths: [String] = {
    let folders = [
      SharedData.path("mobile-map-package"),
      ProcessInfo.processInfo.environment["FIELDPACK_GEODATABASES"],
    ].compactMap(\.self)
    return folders.flatMap { folder in
      (try? FileManager.default.subpathsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".geodatabase") }.sorted().map { folder + "/" + $0 } ?? []
    }
  }()
}

extension Need {
  /// Geodatabases that Esri's software wrote.
  static let realGeodatabases = Need(
    "geodatabases in ../shared/data/mobile-map-package", in: .quick,
    isMet: !RealGeodatabases.paths.isEmpty)
}

@Suite struct RealGeodatabaseTests {
  @Test(.needs(.sharedData("mobile-map-package/geometry_vectors.json")))
  func `known shapes are read and written unchanged`() throws {
    let path = try #require(RealGeodatabases.vectors)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let vectors = try #require(try JSONParser.parse(bytes).array)
    #expect(vectors.count >= 12)
    for vector in vectors {
      let note = vector["note"]?.string ?? ""
      let blob = try #require(vector["hex"]?.string.map(Self.bytes), "\(note)")
      var shape = StoredShape()
      try shape.decode(blob.span)
      let points = vector["ints"]?.array?.compactMap(\.array) ?? []
      #expect(shape.x == points.compactMap { $0[0].int.map { Int64($0) } }, "\(note)")
      #expect(shape.y == points.compactMap { $0[1].int.map { Int64($0) } }, "\(note)")
      #expect(shape.z == vector["z"]?.array?.compactMap { $0.int.map { Int64($0) } }, "\(note)")
      #expect(shape.srid == vector["srid"]?.int.map { UInt32($0) }, "\(note)")
      #expect(Self.isSame(shape.blob, blob), "\(note)")
      try checkWorld(of: shape, vector, note)
    }
  }

  private func checkWorld(of shape: StoredShape, _ vector: JSON, _ note: String) throws {
    guard let x = vector["falseX"]?.double, let y = vector["falseY"]?.double,
      let units = vector["xyUnits"]?.double, !shape.x.isEmpty
    else { return }
    let grid = CoordinateGrid(
      x: try #require(.init(origin: x, units: units)),
      y: try #require(.init(origin: y, units: units)))
    var geometry = Geometry(.point)
    shape.fill(&geometry, on: grid)
    let world = (vector["world"]?.array?.compactMap(\.array) ?? []).filter { $0.count >= 2 }
    let expected = world.compactMap { point in point[0].double.map { [$0, point[1].double ?? 0] } }
    let found = (0..<geometry.vertexCount).map { [geometry.x($0), geometry.y($0)] }
    let separators = Set(shape.x.indices.filter { shape.x[$0] == -1 && shape.y[$0] == 0 })
    let real =
      expected.count == shape.x.count
      ? expected.indices.filter { !separators.contains($0) }.map { expected[$0] } : expected
    #expect(found == real, "\(note)")
  }

  @Test(
    .needs(.realGeodatabases),
    arguments: RealGeodatabases.paths)
  func `every shape is written with its original bytes`(path: String) throws {
    let reader = try GeodatabaseReader(path: path)
    var count = 0
    for dataset in reader.datasets {
      guard let column = dataset.shape?.column else { continue }
      var decoder = RowDecoder(dataset.table, in: reader.database)
      // Every state of every row, current or not.
      try reader.database.forEachRow(of: dataset.table) { rowid, record in
        try decoder.decode(rowid: rowid, record: record)
        guard case .blob(let blob) = decoder.value(column, of: record) else { return }
        var shape = StoredShape()
        try shape.decode(blob.span)
        count += 1
        #expect(Self.isSame(shape.blob, blob), "\(dataset.name), row \(rowid)")
      }
    }
    #expect(count > 0)
  }

  @Test(
    .needs(.realGeodatabases, .python3),
    arguments: RealGeodatabases.paths)
  func `rows, values, shapes and boxes equal what Python reads`(path: String) async throws {
    let judge = Fixture.repository + "/Tests/Judges/geodatabase.py"
    let folder = (try #require(RealGeodatabases.decoder) as NSString).deletingLastPathComponent
    let answer = try await #require(Tool.python3).run([judge, folder, path])
    try #require(answer.status == 0, "\(answer.errorText)")
    let verdict = try JSONParser.parse(answer.output)
    #expect(verdict["different"]?.array?.isEmpty == true)
    let reader = try GeodatabaseReader(path: path)
    let tables = verdict["tables"]?.array ?? []
    #expect(reader.datasets.map(\.name) == tables.compactMap { $0["name"]?.string })
    for (dataset, table) in zip(reader.datasets, tables) {
      let content = try DatasetContent(reader, dataset)
      #expect(content.names == table["columns"]?.array?.compactMap(\.string), "\(dataset.name)")
      let rows = table["rows"]?.array ?? []
      #expect(content.rows.count == rows.count, "\(dataset.name)")
      for (index, row) in rows.enumerated() where index < content.rows.count {
        let location: Comment = "\(dataset.name), row \(index)"
        #expect(row.array?[0].int.map { Int64($0) } == content.objectIDs[index], location)
        #expect(row.array?[1].array?.map(Self.value) == content.rows[index], location)
        #expect(
          row.array?[2].array?.compactMap(\.double) == content.shapes[index]?.coordinates, location)
      }
      try checkBoxes(of: dataset, content: content, reader: reader, table: table)
    }
  }

  /// Checks that the box of all shapes is the catalog's, and each row's box the spatial index's.
  private func checkBoxes(
    of dataset: GeodatabaseDataset, content: DatasetContent, reader: GeodatabaseReader,
    table: JSON
  ) throws {
    guard let column = dataset.shape, !content.survey.envelope.isEmpty else { return }
    let box = table["box"]?.array?.compactMap(\.double) ?? []
    try #require(box.count == 4)
    #expect(
      content.survey.envelope
        == Envelope(minX: box[0], minY: box[1], maxX: box[2], maxY: box[3]), "\(dataset.name)")
    #expect(column.extent == content.survey.envelope, "\(dataset.name)")
    var rowids: [Int64] = []
    var rows = try reader.rows(of: dataset)
    while try rows.next() { rowids.append(rows.rowid) }
    let boxes = table["boxes"]?.object
    for (rowid, shape) in zip(rowids, content.shapes) {
      guard let sides = boxes?["\(rowid)"]?.array?.compactMap(\.double), let shape else { continue }
      let own = shape.envelope()
      for (side, found) in zip(sides, [own.minX, own.maxX, own.minY, own.maxY]) {
        // The index has 32-bit numbers, rounded away from the box.
        #expect((side - found).magnitude <= found.magnitude / 4_000_000, "\(dataset.name) \(rowid)")
      }
    }
  }

  private static func value(_ json: JSON) -> SQLValue {
    switch json {
    case .number(let number):
      number.text.contains(where: { $0 == "." || $0 == "e" || $0 == "E" })
        ? .real(number.double) : number.int64.map { .integer($0) } ?? .real(number.double)
    case .string(let text): .text(text)
    case .object: json["hex"]?.string.map { .blob(bytes($0)) } ?? .null
    default: .null
    }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// Whether two blobs are equal except for the padding.
  private static func isSame(_ ours: [UInt8], _ theirs: [UInt8]) -> Bool {
    guard ours.count == theirs.count else { return false }
    let different = ours.indices.filter { ours[$0] != theirs[$0] }
    guard let first = different.first, let last = different.last else { return true }
    return last - first < 3 && different.allSatisfy { ours[$0] == 0 }
  }
}
