import DemoMap
import Foundation
import TestSupport
import Testing

@Suite struct DemoMapTests {
  @Test func `the binary has every file of the demo map, byte for byte`() throws {
    let embedded = DemoMap.files()
    let names = try FileManager.default.subpathsOfDirectory(atPath: Fixture.treesOfPortland)
      .filter { try isRegular(Fixture.treesOfPortland + "/" + $0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(embedded.map(\.path) == names)
    for file in embedded {
      #expect(try Fixture.bytes("TreesOfPortland/" + file.path) == file.content, "\(file.path)")
    }
  }

  @Test func `the demo map is small enough for the binary`() {
    #expect(DemoMap.files().map(\.content.count).reduce(0, +) < 400_000)
  }

  @Test(arguments: ["Trees", "Inspections"])
  func `every photo is in a folder with the GlobalID of a record`(layer: String) throws {
    let data = layer == "Trees" ? "trees.geojson" : "inspections.csv"
    let text = String(decoding: try Fixture.bytes("TreesOfPortland/" + data), as: UTF8.self)
    let parents = DemoMap.files().map { $0.path.split(separator: "/") }
      .filter { $0.first == "attachments" && $0[1] == layer }
    #expect(!parents.isEmpty)
    for path in parents {
      #expect(path.count == 4)
      #expect(text.contains("{\(path[2])}"), "\(path[2])")
    }
  }

  @Test func `both ends of a relationship refer to each other`() throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(try Fixture.bytes("TreesOfPortland/service.json")))
    let service = try #require(json as? [String: Any])
    let layers = try ["layers", "tables"].flatMap {
      try #require(service[$0] as? [[String: Any]])
    }
    var ends: [String: Int] = [:]
    for layer in layers {
      let own = try #require(layer["id"] as? Int)
      for relation in layer["relationships"] as? [[String: Any]] ?? [] {
        let id = try #require(relation["id"] as? Int)
        let other = try #require(relation["relatedTableId"] as? Int)
        ends["\(id): \(min(own, other))-\(max(own, other))", default: 0] += 1
      }
    }
    #expect(ends == ["0: 0-2": 2, "1: 0-3": 2])
  }

  private func isRegular(_ path: String) throws -> Bool {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.type] as? FileAttributeType == .typeRegular
  }
}
