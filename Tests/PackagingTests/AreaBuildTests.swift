import Bytes
import Packages
import Packaging
import TestPackages
import TestSupport
import Testing

/// The packages of a plan: the same bytes as if each was built alone.
@Suite struct AreaBuildTests {
  /// A random town: trees that follow each other, inspections of trees, owners that trees refer to,
  /// two layers of districts, and photos. Some records have no shape, no key, or are filtered out.
  private static func town(_ random: inout SeededGenerator) throws -> MapFolder {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let count = number(1...60)
    var trees = "Code,Parent,Owner,Kind,GlobalID,lon,lat\n"
    var files: [String: String] = [:]
    for tree in 1...count {
      let place =
        number(0...20) == 0
        ? "," : "\(Double(number(0...400)) / 100),\(Double(number(4400...4600)) / 100)"
      trees +=
        "\(tree),\(number(0...2) == 0 ? "\(number(1...count))" : ""),\(number(1...9)),"
        + "\(["a", "b", "x"][number(0...2)]),\(MapFolder.id(tree)),\(place)\n"
      guard number(0...6) == 0 else { continue }
      let id = MapFolder.id(tree).filter { $0 != "{" && $0 != "}" }
      files["attachments/Trees/\(id)/note.txt"] = "note \(tree)"
    }
    var inspections = "Tree,Note,GlobalID\n"
    for index in 0..<number(0...80) {
      inspections += "\(number(1...(count + 5))),n\(index),\(MapFolder.id(1_000 + index))\n"
    }
    var owners = "Id,Name,GlobalID\n"
    for owner in 1...9 { owners += "\(owner),o\(owner),\(MapFolder.id(5_000 + owner))\n" }
    let districts = (0..<number(1...6)).map { index in
      let (x, y) = (Double(number(0...40)) / 10, 44 + Double(number(0...20)) / 10)
      let (width, height) = (Double(number(1...20)) / 10, Double(number(1...20)) / 10)
      return
        "{\"type\":\"Feature\",\"properties\":{\"NAME\":\"d\(index)\"},\"geometry\":{\"type\":"
        + "\"Polygon\",\"coordinates\":[[[\(x),\(y)],[\(x + width),\(y)],[\(x + width / 3),"
        + "\(y + height)],[\(x),\(y)]]]}}"
    }
    files["trees.csv"] = trees
    files["inspections.csv"] = inspections
    files["owners.csv"] = owners
    files["districts.geojson"] =
      "{\"type\":\"FeatureCollection\",\"features\":[\(districts.joined(separator: ","))]}"
    files["bindings.json"] = """
      {"relationships":[
       {"origin":"Trees","originKey":"Code","destination":"Trees","destinationKey":"Parent"},
       {"origin":"Trees","originKey":"Code","destination":"Inspections","destinationKey":"Tree"},
       {"origin":"Owners","originKey":"Id","destination":"Trees","destinationKey":"Owner"}]}
      """
    return try MapFolder(
      layers: [
        #""title":"Trees","layerDefinition":{"definitionExpression":"Kind <> 'x'"}"#,
        #""title":"Districts""#,
      ], tables: [#""title":"Inspections""#, #""title":"Owners""#],
      map: #"""
        ,"spatialReference":{"wkid":102100},"bookmarks":[
         {"name":"Mitte","extent":{"xmin":100000,"ymin":5500000,"xmax":340000,"ymax":5650000,
          "spatialReference":{"wkid":102100}}}]
        """#, files: files)
  }

  /// Builds a plan into a folder.
  @discardableResult
  private static func build(
    _ plan: AreaPlan, into folder: String, memory: Int = .max, indexes: [Int]? = nil,
    replacesOthers: Bool = false
  ) async throws -> [AreaResult] {
    try await AreaBuildJob(
      plan, into: folder, memory: memory, replacesOthers: replacesOthers, report: { _ in }
    ).run(indexes ?? Array(plan.entries.indices), planPath: "plan.jsonl")
  }

  /// Plans areas.
  private static func plan(
    _ areas: String, of town: MapFolder, isExclusive: Bool = false,
    _ change: (inout BuildRequest) -> Void = { _ in }
  ) async throws -> AreaPlan {
    var request = town.request
    change(&request)
    var options = AreasOptions(text: areas)
    options.isExclusive = isExclusive
    return try await AreaPlanJob(
      request, areas: options, pages: nil, memory: .max,
      scratchIn: town.folder.path(""), report: { _ in }
    ).run()
  }

  @Test(arguments: 0..<12)
  func `every package has the bytes of its single build`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let town = try Self.town(&random)
    let table = try town.folder.write(
      "name,area,Trees,Inspections\n1,,Kind='a',\n2,Mitte,Owner<6,Note<>'n1'\n3,,\"Owner IN (1,2)\",\n",
      to: "crews.csv")
    for areas in ["Districts", "Districts:NAME<>'d0'", "grid:3x2", "bookmarks", table] {
      let plan: AreaPlan
      do {
        plan = try await Self.plan(areas, of: town)
      } catch PackagingError.areas, PackagingError.stopped { continue }
      let folder = town.folder.path("out")
      let results = try await Self.build(
        plan, into: folder, memory: seed.isMultiple(of: 2) ? 0 : .max, replacesOthers: true)
      #expect(results.count == plan.entries.count)
      for (entry, result) in zip(plan.entries, results) where result.outcome == .built {
        var request = town.request
        request.area = entry.area.text.isEmpty ? nil : entry.area.text
        request.filters = entry.area.filters
        let single = town.folder.path("single.mmpk")
        let report = try await OfflineMapJob(request) { _ in }.build(to: single, overwrite: true)
        #expect(
          try InputFile(path: single).bytes() == InputFile(path: folder + "/" + entry.file).bytes(),
          "\(areas) \(entry.area.name)")
        #expect(report.tables.map(\.rowCount) == entry.estimate.layers.map(\.rows))
        #expect(result.size == (try InputFile(path: single).size))
        #expect(Self.isNear(entry.estimate.bytes, result.size))
        #expect(entry.estimate.parts.geoPackage == result.parts.geoPackage)
        #expect(entry.estimate.parts.geodatabase == result.parts.geodatabase)
      }
    }
  }

  private static func isNear(_ estimate: Int, _ size: Int) -> Bool {
    abs(estimate - size) * 100 <= size
  }

  @Test func `a plan reads back as it was written`() async throws {
    let town = try Self.pairOfSquares("a")
    let plan = try await Self.plan("Squares", of: town) { $0.title = "Squares of trees" }
    let path = town.folder.path("plan.jsonl")
    try town.folder.write(String(decoding: plan.encoded(), as: UTF8.self), to: "plan.jsonl")
    let again = try AreaPlan(path: path)
    #expect(
      again.encoded().split(separator: 10).dropFirst()
        == plan.encoded().split(separator: 10).dropFirst())
    #expect(again.request.title == "Squares of trees")
    #expect(again.request.now == plan.request.now)
  }

  @Test func `packages that are up to date stay, and one edited tree rebuilds its packages`()
    async throws
  {
    let city = try Self.pairOfSquares("a")
    let folder = city.folder.path("out")
    let plan = try await Self.plan("Squares", of: city)
    #expect(try await Self.build(plan, into: folder).map(\.outcome) == [.built, .built])
    let first = try Self.bytes(folder)
    #expect(try await Self.build(plan, into: folder).map(\.outcome) == [.kept, .kept])
    // Longer, so that everything after it moves in the file.
    try city.folder.write(Self.trees("a much longer note"), to: "data/Trees.geojson")
    let next = try await Self.plan("Squares", of: city) { $0.now += 86_400_000 }
    #expect(try await Self.build(next, into: folder).map(\.outcome) == [.built, .kept])
    let second = try Self.bytes(folder)
    #expect(first["West.mmpk"] != second["West.mmpk"])
    #expect(first["East.mmpk"] == second["East.mmpk"])
  }

  @Test func `a file that was changed since, or is another's, is not replaced`() async throws {
    let city = try Self.pairOfSquares("a")
    let folder = city.folder.path("out")
    let plan = try await Self.plan("Squares", of: city)
    try city.folder.write("someone's", to: "out/East.mmpk")
    await #expect(throws: BytesError.self) { try await Self.build(plan, into: folder) }
    #expect(try Self.bytes(folder)["East.mmpk"] == Array("someone's".utf8))
    try await Self.build(plan, into: folder, replacesOthers: true)
    try city.folder.write("edited", to: "out/West.mmpk")
    await #expect(throws: BytesError.self) { try await Self.build(plan, into: folder) }
  }

  @Test func `a plan of other inputs is refused`() async throws {
    let city = try Self.pairOfSquares("a")
    let plan = try await Self.plan("Squares", of: city)
    try city.folder.write(Self.trees("b"), to: "data/Trees.geojson")
    await #expect {
      try await Self.build(plan, into: city.folder.path("out"))
    } throws: { error in
      if case PackagingError.planOutdated(_, "Trees.geojson") = error { true } else { false }
    }
  }

  @Test func `with --exclusive each editable record goes to one area`() async throws {
    let city = try Self.pairOfSquares("a")
    // The tree on the common side is in both.
    let shared = try await Self.plan("Squares", of: city)
    #expect(shared.entries.map { $0.estimate.layers[0].rows } == [2, 2])
    #expect(shared.findings.map(\.id).contains(.areaOverlap))
    let exclusive = try await Self.plan("Squares", of: city, isExclusive: true)
    // East comes first by name.
    #expect(exclusive.entries.map { $0.estimate.layers[0].rows } == [1, 2])
    #expect(!exclusive.findings.map(\.id).contains(.areaOverlap))
    let folder = city.folder.path("out")
    let west = try await Self.build(exclusive, into: folder, indexes: [0])
    #expect(west.map { $0.layers[0].rows } == [1])
  }

  @Test func `shards take about the same time and every package once`() {
    let seconds = (0..<100).map { Double($0 * $0 % 37) / 10 }
    let shards = AreaShards.assign(seconds, count: 7)
    let loads = (0..<7).map { shard in
      zip(shards, seconds).filter { $0.0 == shard }.reduce(0) { $0 + $1.1 }
    }
    #expect((loads.max() ?? 0) - (loads.min() ?? 0) < 0.5)
    #expect(AreaShards.assign(seconds, count: 7) == shards)
  }

  /// Trees at x = 10, 11.5 and 13; the second is on the common side of two squares.
  private static func pairOfSquares(_ note: String) throws -> MapFolder {
    try MapFolder(
      layers: [#""title":"Trees""#, #""title":"Squares""#],
      files: [
        "Trees.geojson": trees(note),
        "Squares.geojson": """
        {"type":"FeatureCollection","features":[
         {"type":"Feature","properties":{"NAME":"West"},"geometry":{"type":"Polygon",
          "coordinates":[[[9.5,44],[11.5,44],[11.5,46],[9.5,46],[9.5,44]]]}},
         {"type":"Feature","properties":{"NAME":"East"},"geometry":{"type":"Polygon",
          "coordinates":[[[11.5,44],[13.5,44],[13.5,46],[11.5,46],[11.5,44]]]}}]}
        """,
      ])
  }

  private static func trees(_ note: String) -> String {
    MapFolder.points([
      (10, 45, "\"Note\":\"\(note)\""), (11.5, 45, #""Note":"""#), (13, 45, #""Note":"""#),
    ])
  }

  private static func bytes(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in ["West.mmpk", "East.mmpk"] {
      files[name] = try? InputFile(path: folder + "/" + name).bytes()
    }
    return files
  }
}

extension InputFile {
  fileprivate func bytes() throws -> [UInt8] { try FileRegion(self).readAll(limit: 1 << 28) }
}
