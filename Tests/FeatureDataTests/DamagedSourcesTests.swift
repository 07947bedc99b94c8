import Bytes
import FeatureData
import TestSupport
import Testing

/// Damaged sources give an error or rows, never a trap. Both passes give the same result.
@Suite struct DamagedSourcesTests {
  private static let sample: RandomTable = {
    var generator = SeededGenerator(seed: 7)
    return RandomTable(&generator, count: 9)
  }()

  private static let odd = [
    Array(
      ("{\"features\":[{\"id\":\"a\\u00e9\",\"properties\":{\"k\\n\":{\"a\":[1e5,-0.5]},\"b\":true},"
        + "\"geometry\":{\"type\":\"GeometryCollection\",\"geometries\":[]}},{\"properties\":null,"
        + "\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[1,0],[1,1],[0,0]]]]}}],"
        + "\"crs\":{\"properties\":{\"name\":\"EPSG:3857\"}}}").utf8),
    Array(
      ("{\"hasZ\":true,\"hasM\":true,\"transform\":{\"originPosition\":\"upperLeft\",\"scale\":[1,1],"
        + "\"translate\":[0,0]},\"features\":[{\"geometry\":{\"rings\":[[[0,0,1,2],[0,5,1,2],"
        + "[5,5,1,2],[0,0,1,2]]]},\"attributes\":{\"a\":\"x\"}}],\"exceededTransferLimit\":true}")
        .utf8),
  ]

  private enum Format: CaseIterable { case csv, geoJSON, lines, esri }

  private static func bytes(_ format: Format) -> [UInt8] {
    switch format {
    case .csv: sample.csv()
    case .geoJSON: sample.geoJSON()
    case .lines: sample.lines()
    case .esri: sample.esri(pageSize: 100)[0]
    }
  }

  /// Reads bytes in a format. Returns `nil` if they are rejected.
  private static func read(_ bytes: [UInt8], as format: Format) throws -> ReadTable? {
    do {
      switch format {
      case .csv: return try ReadTable(csv: bytes, stripeSize: 64, as: RandomTable.declared)
      case .geoJSON: return try ReadTable(.json([bytes]), as: RandomTable.declared)
      case .lines:
        return try ReadTable(.json([bytes], .geoJSON, .lines), as: RandomTable.declared)
      case .esri: return try ReadTable(.json([bytes], .esri), as: RandomTable.declared)
      }
    } catch let error where error is FeatureDataError || error is LocatedError {
      #expect(!"\(error)".isEmpty)
      return nil
    }
  }

  @Test func `a source cut short at any byte gives an error or fewer rows`() throws {
    for format in Format.allCases {
      let whole = Self.bytes(format)
      let rows = try #require(try Self.read(whole, as: format)).rows
      for count in 0..<whole.count {
        guard let table = try Self.read(Array(whole[..<count]), as: format) else { continue }
        #expect(table.rows.count <= rows.count)
        #expect(format == .csv || format == .lines || count > whole.count - 3, "cut at \(count)")
        // All rows are unchanged except one that may be cut off.
        #expect(Array(table.rows.dropLast()) == Array(rows.prefix(max(0, table.rows.count - 1))))
      }
    }
  }

  @Test func `damaged sources are read or rejected`() throws {
    let others = Format.allCases.map(Self.bytes) + Self.odd
    try Fuzz.run(iterations: 400) { seed in
      var mutator = Mutator(seed: seed)
      let format = Format.allCases[Int(seed % 4)]
      let isOdd = seed % 5 == 4 && (format == .geoJSON || format == .esri)
      let original = isOdd ? Self.odd[format == .geoJSON ? 0 : 1] : Self.bytes(format)
      let damaged = mutator.mutated(original, others: others)
      guard let table = try Self.read(damaged, as: format) else { return }
      #expect(table.rows.count == table.survey.rowCount, "seed \(seed)")
      #expect(table.rows.allSatisfy { $0.count == table.schema.columns.count }, "seed \(seed)")
    }
  }

  @Test func `damaged sources without a declaration are read or rejected too`() {
    Fuzz.run(iterations: 200) { seed in
      var mutator = Mutator(seed: seed &+ 1_000_000)
      let damaged = mutator.mutated(Self.odd[Int(seed % 2)], others: Self.odd)
      let dialect: JSONDialect = seed % 2 == 0 ? .geoJSON : .esri
      guard let table = try? ReadTable(.json([damaged], dialect)) else { return }
      #expect(table.rows.count == table.survey.rowCount, "seed \(seed)")
    }
  }
}
