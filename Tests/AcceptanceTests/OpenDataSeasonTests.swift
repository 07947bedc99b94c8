import Foundation
import TestSupport
import Testing

/// Open data without GlobalIDs goes through a season: built for two crews, edited in QGIS, merged,
/// and issued again.
@Suite(.needs(.python("qgis.core")), .needs(.fieldpack))
struct OpenDataSeasonTests {
  /// The answer of `qgis_crew.py`.
  private struct Crew: Decodable {
    var ids: [String: String]
    var added: [String]
    var errors: [String]
    var log: [String]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func build(
    _ inventory: OpenInventory, _ data: String, to name: String, _ options: [String] = []
  ) async throws {
    try await Acceptance.build(
      map: folder.path("map.json"), data: folder.path(data), to: folder.path(name),
      inventory.minting + ["--title", "Crew"] + options)
  }

  /// Builds a package, unpacks it, and edits it in QGIS.
  private func crew(
    _ inventory: OpenInventory, _ name: String, area: String, _ edits: String,
    data: String = "data"
  ) async throws -> Crew {
    try await build(inventory, data, to: name + ".mmpk", ["--area", area])
    try await OpenedProject.unpack(folder.path(name + ".mmpk"), to: folder.path(name))
    let crew: Crew = try await #require(Judge.qgisCrew).verdict([
      folder.path(name) + "/Crew.qgs", inventory.layer, inventory.key, edits,
    ])
    #expect(crew.errors.isEmpty && crew.log.isEmpty, "\(crew.errors) \(crew.log)")
    return crew
  }

  /// The records of the layer by GlobalID, each as its number, species and measure.
  private func records(
    _ inventory: OpenInventory, of store: String
  ) async throws -> [String: String] {
    let columns = [inventory.key, inventory.species, inventory.measure]
    let table = inventory.layer.replacingOccurrences(of: " ", with: "_")
    let text = try await #require(Tool.sqlite3).output([
      folder.path(store),
      "SELECT GlobalID, \(columns.map { "coalesce(\($0), '')" }.joined(separator: " || ' ' || ")) "
        + "FROM \(table)",
    ])
    let lines = text.split(separator: "\n").map { $0.split(separator: "|", maxSplits: 1) }
    #expect(Set(lines.map { $0[0] }).count == lines.count)
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
  }

  /// The edits of the two crews, whose areas overlap in the trees 18 to 21.
  private func edits(
    _ inventory: OpenInventory
  ) -> (west: String, east: String) {
    let number = OpenInventory.trees.map { String($0.number) }
    let (species, measure) = (inventory.species, inventory.measure)
    return (
      """
      {"changes": [["\(number[2])", "\(measure)", 99], ["\(number[20])", "\(measure)", 31]],
       "deletes": ["\(number[5])"],
       "adds": [{"x": 0.055, "y": 49.25, "values": {"\(species)": "GINKGO", "\(measure)": 3}}]}
      """,
      """
      {"changes": [["\(number[30])", "\(species)", "ULMUS"], ["\(number[20])", "\(measure)", 33]],
       "adds": [{"x": 0.355, "y": 49.25, "values": {"\(species)": "PINUS", "\(measure)": 4}}]}
      """
    )
  }

  /// What the merged layer has: for each GlobalID the number, species and measure.
  private func expected(
    _ inventory: OpenInventory, _ west: Crew, _ east: Crew, _ trees: [OpenInventory.Tree]
  ) async throws -> [String: String] {
    let first = OpenInventory.trees
    var expected: [String: String] = [west.added[0]: " GINKGO 3", east.added[0]: " PINUS 4"]
    for var tree in trees where tree.number != first[5].number {
      if tree.number == first[2].number { tree.measure = 99 }
      if tree.number == first[20].number { tree.measure = 33 }
      if tree.number == first[30].number { tree.species = "ULMUS" }
      let id = try await inventory.expectedID(String(tree.number))
      expected[id] = "\(tree.number) \(tree.species) \(tree.measure)"
    }
    return expected
  }

  @Test(arguments: [OpenInventory.vancouver, .graz])
  func `open data is edited by two crews, merged, issued again and edited again`(
    inventory: OpenInventory
  ) async throws {
    try inventory.write(OpenInventory.trees, to: "data", in: folder)
    let edits = edits(inventory)
    let west = try await crew(inventory, "west", area: "-1,49,0.215,50", edits.west)
    let east = try await crew(inventory, "east", area: "0.175,49,1,50", edits.east)
    let shared = west.ids.filter { east.ids[$0.key] != nil }
    #expect(shared.count == 4 && shared.allSatisfy { east.ids[$0.key] == $0.value })
    // A third crew returns a season later.
    let changed = String(OpenInventory.trees[8].number)
    let late = try await crew(
      inventory, "late", area: "-1,49,0.215,50",
      #"{"changes": [["\#(changed)", "\#(inventory.measure)", 77]]}"#)
    #expect(late.ids == west.ids)

    let merged = try await Acceptance.fieldpack([
      "merge", "--into", folder.path("data"), "--map", folder.path("map.json"),
      folder.path("west"), folder.path("east"), "-o", folder.path("next/"),
    ])
    #expect(merged.status == 1, "\(merged.errorText)\(merged.text)")
    let conflicts = merged.text.split(separator: "\n").filter { $0.hasPrefix("CONFLICT") }
    #expect(conflicts.count == 1, "\(merged.text)")
    #expect(conflicts.first?.contains("33") == true && conflicts.first?.contains("31") == true)
    try await build(inventory, "next", to: "next.gpkg")
    let all = try await records(inventory, of: "next.gpkg")
    #expect(all == (try await expected(inventory, west, east, OpenInventory.trees)))

    // The next season: new numbers are not needed, and a package of the last season still merges.
    let again = try await crew(
      inventory, "again", area: "-1,49,1,50",
      #"{"changes": [["\#(changed)", "\#(inventory.species)", "SORBUS"]]}"#, data: "next")
    #expect(again.ids[changed] == west.ids[changed])
    let second = try await Acceptance.fieldpack([
      "merge", "--into", folder.path("next"), "--map", folder.path("map.json"),
      folder.path("again"), folder.path("late"), "-o", folder.path("third/"),
    ])
    #expect(second.status == 0, "\(second.errorText)\(second.text)")
    try await build(inventory, "third", to: "third.gpkg")
    var third = all
    third[try await inventory.expectedID(changed)] = "\(changed) SORBUS 77"
    #expect(try await records(inventory, of: "third.gpkg") == third)
  }

  @Test(arguments: [OpenInventory.vancouver, .graz])
  func `packages merge into open data that was downloaded again`(
    inventory: OpenInventory
  ) async throws {
    try inventory.write(OpenInventory.trees, to: "data", in: folder)
    let edits = edits(inventory)
    let west = try await crew(inventory, "west", area: "-1,49,0.215,50", edits.west)
    let east = try await crew(inventory, "east", area: "0.175,49,1,50", edits.east)
    // The city measured a tree, cut one down, planted one, and sorts by another column.
    var trees = OpenInventory.trees
    trees[10].measure = 55
    trees.remove(at: 35)
    trees.append(.init(number: 7, species: "ACER", measure: 1, x: 0.4, y: 49.25))
    try inventory.write(trees.reversed(), to: "fresh", in: folder)
    let merged = try await Acceptance.fieldpack([
      "merge", "--into", folder.path("fresh"), "--map", folder.path("map.json"),
      folder.path("west"), folder.path("east"), "-o", folder.path("merged.gpkg"),
    ])
    #expect(merged.status == 1, "\(merged.errorText)\(merged.text)")
    #expect(merged.text.split(separator: "\n").count { $0.hasPrefix("CONFLICT") } == 1)
    #expect(
      try await records(inventory, of: "merged.gpkg")
        == (try await expected(inventory, west, east, trees)))
  }
}

extension Judge {
  /// Edits a layer as a crew would.
  fileprivate static let qgisCrew = Judge("qgis_crew", needing: "qgis.core")
}
