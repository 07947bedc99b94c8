import Foundation
import OrderedJSON
import Packaging
import Publishing
import TestSupport

/// The demo map with so many trees and inspections that they fill several shards, and with edits.
struct GrownDemo {
  let folder: TemporaryFolder
  private var trees: [JSON]
  private var inspections: [String]
  private var species: [String]
  private let collection: JSONObject
  private var map: String
  private var random: SeededGenerator
  /// When the package is built.
  var now = DemoSiteTests.now

  /// The number of copies of each tree.
  private static let copies = 5

  /// - Parameter removed: The names of expressions of trees that the map shall not have.
  init(seed: UInt64, without removed: Set<String> = ["visits"]) throws {
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Fixture.treesOfPortland, toPath: folder.path("data"))
    map = try Self.map(folder.path("data/map.json"), without: removed)
    let text = try String(contentsOfFile: folder.path("data/trees.geojson"), encoding: .utf8)
    guard case .object(let collection) = try JSONParser.parse(Array(text.utf8)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.collection = collection
    let demo = collection["features"]?.array ?? []
    trees = (0..<Self.copies).flatMap { copy in demo.map { Self.tree($0, copy: copy) } }
    let rows = Self.records(
      of: try String(contentsOfFile: folder.path("data/inspections.csv"), encoding: .utf8))
    let short = rows.dropFirst().filter { $0.utf8.count < 2_000 }
    inspections =
      Array(rows) + (1..<Self.copies).flatMap { copy in short.map { Self.row($0, copy: copy) } }
    species = Self.records(
      of: try String(contentsOfFile: folder.path("data/species.csv"), encoding: .utf8))
  }

  private static func map(_ path: String, without removed: Set<String>) throws -> String {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    guard case .object(var map) = try JSONParser.parse(Array(text.utf8)),
      var layers = map["operationalLayers"]?.array, case .object(var trees) = layers[1],
      case .object(var popup)? = trees["popupInfo"]
    else { throw CocoaError(.fileReadCorruptFile) }
    popup["expressionInfos"] = .array(
      (popup["expressionInfos"]?.array ?? []).filter { !removed.contains($0["name"]?.string ?? "") }
    )
    trees["popupInfo"] = .object(popup)
    layers[1] = .object(trees)
    map["operationalLayers"] = .array(layers)
    return String(decoding: JSONWriter.write(.object(map)), as: UTF8.self)
  }

  /// Returns a copy of a tree elsewhere, with identities of its own.
  private static func tree(_ tree: JSON, copy: Int) -> JSON {
    guard copy > 0, case .object(var feature) = tree,
      case .object(var properties)? = feature["properties"]
    else { return tree }
    properties["OBJECTID"] = .number((properties["OBJECTID"]?.int ?? 0) + copy * 1_000)
    properties["GlobalID"] = properties["GlobalID"]?.string.map { .string(row($0, copy: copy)) }
    feature["properties"] = .object(properties)
    feature["id"] = nil
    if let place = feature["geometry"]?["coordinates"]?.array?.compactMap(\.double) {
      feature["geometry"] = point(place[0] + 0.01 * Double(copy), place[1])
    }
    return .object(feature)
  }

  private static func point(_ longitude: Double, _ latitude: Double) -> JSON {
    ["type": "Point", "coordinates": [.number(longitude), .number(latitude)]]
  }

  /// Returns a row with other GlobalIDs and, if it begins with one, another object id.
  private static func row(_ row: String, copy: Int) -> String {
    let digits = String(copy, radix: 16, uppercase: true)
    let mark = "{" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    let ids = row.replacing(/\{[0-9A-Fa-f]{4}/) { _ in mark }
    guard let comma = ids.firstIndex(of: ","), let id = Int(ids[..<comma]) else { return ids }
    return "\(id + copy * 1_000)" + ids[comma...]
  }

  /// The records of a CSV text, without their ends.
  private static func records(of text: String) -> [String] {
    var records: [String] = []
    let lines = text.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      let isOpen = records.last.map { !$0.count { $0 == "\"" }.isMultiple(of: 2) } ?? false
      if isOpen { records[records.count - 1] += "\n" + line } else { records.append(String(line)) }
    }
    return records.filter { !$0.isEmpty }
  }

  // MARK: Edits

  /// Changes a value of a tree.
  mutating func setTree(_ number: Int, _ field: String, _ value: JSON) {
    guard case .object(var feature) = trees[number],
      case .object(var properties)? = feature["properties"]
    else { return }
    properties[field] = value
    feature["properties"] = .object(properties)
    trees[number] = .object(feature)
  }

  /// Changes the text of an inspection.
  mutating func setInspection(_ number: Int, _ text: String, to other: String) {
    inspections[number] = inspections[number].replacing(",\(text),", with: ",\(other),")
  }

  /// Makes one edit of any kind, and says which.
  mutating func edit() throws -> String {
    let tree = random.integer(in: 0...trees.count - 1)
    let inspection = random.integer(in: 1...inspections.count - 1)
    switch random.integer(in: 0...11) {
    case 0:
      setTree(tree, "Notes", .string("=seen \(random.integer(in: 0...99)) é </script>"))
      return "notes of a tree"
    case 1:
      setTree(tree, "DBH", .number(Double(random.integer(in: 1...900)) / 10))
      return "diameter of a tree"
    case 2:
      setTree(tree, "Condition", random.integer(in: 0...1) == 0 ? "Poor" : "Dead")
      return "condition of a tree"
    case 3:
      setTree(tree, "SpeciesCode", "ABGR")
      return "species of a tree"
    case 4:
      guard case .object(var feature) = trees[tree] else { return "no tree" }
      feature["geometry"] = Self.point(
        -122.8 + Double(random.integer(in: 0...20_000)) / 1e5,
        45.5 + Double(random.integer(in: 0...9_000)) / 1e5)
      trees[tree] = .object(feature)
      return "place of a tree"
    case 5:
      trees.remove(at: tree)
      return "no tree"
    case 6:
      trees.append(Self.tree(trees[tree], copy: 20 + random.integer(in: 0...999)))
      return "a new tree"
    case 7:
      setInspection(inspection, "Good", to: "Fair")
      return "condition of an inspection"
    case 8:
      inspections.remove(at: inspection)
      return "no inspection"
    case 9:
      inspections.append(Self.row(inspections[inspection], copy: 20 + random.integer(in: 0...999)))
      return "a new inspection"
    case 10:
      species[1] = species[1].replacing("grand", with: "grand \(random.integer(in: 0...99))")
      return "name of a species"
    default:
      let id = trees[tree]["properties"]?["GlobalID"]?.string ?? ""
      let path = "data/attachments/Trees/" + id.filter { $0 != "{" && $0 != "}" }
      try folder.write(Array(random.bytes(40)), to: path + "/bark \(random.integer(in: 0...9)).jpg")
      return "a photo of a tree"
    }
  }

  /// Changes the map's text.
  mutating func editMap(_ text: String, to other: String) { map = map.replacing(text, with: other) }

  // MARK: Sites

  /// Packs the records.
  func pack() async throws {
    var collection = collection
    collection["features"] = .array(trees)
    try folder.write(JSONWriter.write(.object(collection)), to: "data/trees.geojson")
    try folder.write(
      Array((inspections.joined(separator: "\n") + "\n").utf8), to: "data/inspections.csv")
    try folder.write(Array((species.joined(separator: "\n") + "\n").utf8), to: "data/species.csv")
    try folder.write(Array(map.utf8), to: "data/map.json")
    var request = BuildRequest(
      map: folder.path("data/map.json"), data: folder.path("data"), now: now)
    request.baseMap = nil
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: true)
  }

  /// Publishes the package into a folder that may have an earlier site.
  func publish(
    _ name: String, _ change: (inout SiteRequest) -> Void = { _ in }
  ) async throws -> SiteReport {
    try await DemoSiteTests.render(folder, name) {
      $0.now = now
      $0.overwrite = true
      $0.lists = .none
      change(&$0)
    }
  }

  /// Publishes the package into a new folder and returns its files.
  func freshFiles(_ change: (inout SiteRequest) -> Void = { _ in }) async throws -> [String: Data] {
    let name = "fresh"
    try? FileManager.default.removeItem(atPath: folder.path(name))
    _ = try await publish(name, change)
    return try DemoSiteTests.files(folder, name)
  }
}
