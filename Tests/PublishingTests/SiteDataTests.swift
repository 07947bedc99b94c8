import Bytes
import Foundation
import OrderedJSON
import Publishing
import TestSupport
import Testing

/// The numbers in the data files, decoded like in a browser.
@Suite struct SiteDataTests {
  private static func file(_ path: String) async throws -> JSON {
    let (folder, _) = try await DemoSiteTests.made.value
    return try DemoSiteTests.object(DemoSiteTests.files(folder, "site")[path])
  }

  private static func numbers(_ json: JSON?, bits: Int) throws -> [Int] {
    let text = try #require(json?.string)
    let data = try #require(Data(base64Encoded: text))
    let bytes = [UInt8](data)
    return stride(from: 0, to: bytes.count, by: bits / 8).map { start in
      (0..<bits / 8).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    }
  }

  /// Returns the value of a slot in a record of a shard.
  private static func value(_ shard: JSON, slot: Int, row: Int) -> JSON? {
    var column = shard["slots"]?[slot]
    if let same = column?.int { column = shard["slots"]?[same] }
    let values = column?[0]?.array ?? []
    if let codes = column?[1]?.string {
      let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
      let width = values.count > 64 ? 2 : 1
      let code = codes.dropFirst(row * width).prefix(width).reduce(0) { code, digit in
        let place = digits.firstIndex(of: digit).map {
          digits.distance(from: digits.startIndex, to: $0)
        }
        return code * 64 + (place ?? 0)
      }
      return values[code]
    }
    return values.count == 1 ? values[0] : values[row]
  }

  @Test func `points are at their records' locations, within one step of their frame`() async throws
  {
    let points = try await Self.file("data/trees/points.js")
    let shard = try await Self.file("data/trees/0000.js")
    let bits = try #require(points["bits"]?.int)
    let box = (points["box"]?.array ?? []).compactMap(\.double)
    let x = try Self.numbers(points["x"], bits: bits)
    let y = try Self.numbers(points["y"], bits: bits)
    let ids = try Self.numbers(points["id"], bits: 32)
    let none = Set(points["none"]?.array?.compactMap(\.int) ?? [])
    #expect(points["n"]?.int == 303 && x.count == 303 && y.count == 303)
    #expect(ids == shard["ids"]?.array?.compactMap(\.int))
    #expect(none.count == 1)
    let step = (box[2] - box[0]) / Double((1 << bits) - 1)
    for row in 0..<303 where !none.contains(row) {
      let longitude = try #require(shard["lon"]?[row]?.double)
      let latitude = try #require(shard["lat"]?[row]?.double)
      let east = 6_378_137 * longitude * .pi / 180
      let north = 6_378_137 * log(tan(.pi / 4 + latitude * .pi / 360))
      #expect(abs(box[0] + Double(x[row]) * step - east) <= step)
      let rise = (box[3] - box[1]) / Double((1 << bits) - 1)
      #expect(abs(box[1] + Double(y[row]) * rise - north) <= rise)
    }
  }

  @Test func `a facet has the same value as the record`() async throws {
    let columns = try await Self.file("data/trees/columns.js")
    let shard = try await Self.file("data/trees/0000.js")
    let meta = try await Self.file("data/meta.js")
    let raw = meta["layers"]?[1]?["rawFields"]?.array ?? []
    func slot(_ name: String) throws -> Int {
      try #require(raw.first { $0[0]?.string == name }?[1]?.int)
    }
    let values = columns["Condition"]?["values"]?.array ?? []
    let codes = try Self.numbers(columns["Condition"]?["codes"], bits: 8)
    let sizes = try Self.numbers(columns["DBH"]?["data"], bits: 16)
    let scale = try #require(columns["DBH"]?["scale"]?.int)
    for row in codes.indices {
      let condition = Self.value(shard, slot: try slot("Condition"), row: row)?.string ?? ""
      #expect(condition == values[codes[row]].string ?? "")
      guard let size = Self.value(shard, slot: try slot("DBH"), row: row)?.double else {
        #expect(sizes[row] == 65_535)
        continue
      }
      #expect(abs(Double(sizes[row]) / Double(scale) - size) < 1e-9)
    }
    #expect(columns["Species"]?["values"]?.array?.count ?? 0 > 3)
  }

  @Test func `rings end where shapes.js says`() async throws {
    let shapes = try await Self.file("data/neighborhoods/shapes.js")
    let x = try Self.numbers(shapes["x"], bits: 32)
    let parts = try Self.numbers(shapes["parts"], bits: 32)
    let features = try Self.numbers(shapes["features"], bits: 32)
    #expect(features.count == 3 && features.last == parts.count && parts.last == x.count)
    #expect(try Self.numbers(shapes["labelX"], bits: 32).count == 3)
    var start = 0
    for end in parts {
      #expect(x[start] == x[end - 1])
      start = end
    }
  }

  @Test func `the search text has one lower-case line per record`() async throws {
    let search = try await Self.file("data/trees/search.js")
    let text = try #require(search["text"]?.string)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 304)
    #expect(text == text.lowercased())
    #expect(text.contains("douglas-fir"))
    // What expressions write around the values of all records is left out, as are numbers.
    #expect(!text.contains("diameter") && !text.contains("inches") && !text.contains(" 5.6"))
  }

  @Test func `what only the title, subtitle and text of a pop-up say is found`() async throws {
    let search = try await Self.file("data/neighborhoods/search.js")
    let lines = try #require(search["text"]?.string).split(separator: "\n")
    let words = try #require(lines.first { $0.contains("irvington") }).split(separator: " ")
    #expect(words.starts(with: ["2", "irvington", "northeast", "coalition"]))
    // The author's title is the same for all records.
    #expect(!words.contains("neighborhood"))
  }

  @Test func `another day changes no page, because pages tell when the package was built`()
    async throws
  {
    let (folder, _) = try await DemoSiteTests.made.value
    _ = try await DemoSiteTests.render(folder, "tomorrow") {
      $0.now += 86_400_000
      $0.lists = .upTo(SiteRequest.listsByDefault)
    }
    let before = try DemoSiteTests.files(folder, "site")
    #expect(before.count > 80)
    #expect(try DemoSiteTests.files(folder, "tomorrow") == before)
  }

  @Test func `computed values are in the downloads, by title`() async throws {
    let (folder, _) = try await DemoSiteTests.made.value
    let files = try DemoSiteTests.files(folder, "site")
    let document = try JSONParser.parse([UInt8](try #require(files["data/trees.geojson"])))
    let trees = document["features"]?.array?.compactMap { $0["properties"] } ?? []
    let names = [
      "subtitle", "What to expect", "Girth", "Years since planting", "Inspections so far",
    ]
    for tree in trees {
      #expect(tree.object?.members.map(\.key).filter(names.contains) == names)
      #expect(tree["Color of what to expect"] == nil)
      let age = tree["Years since planting"]
      #expect((age?.int == nil) == tree["PlantedDate"]?.isNull)
    }
    let dead = try #require(trees.first { $0["Condition"]?.string == "Dead" })
    #expect(dead["What to expect"]?.string == "Dead: to be removed")
    let rows = String(decoding: try #require(files["data/trees.csv"]), as: UTF8.self)
      .split(separator: "\r\n")
    #expect(rows[0].hasSuffix(",\(names.joined(separator: ",")),Longitude,Latitude"))
    #expect(rows.dropFirst().count { $0.contains(" Diameter: ") } == trees.count)
    // They are also in the field list, and in the filtered downloads of the browser.
    let layer = try DemoSiteTests.object(files["data/meta.js"])["layers"]?[1]
    let fields = layer?["fields"]?.array?.filter { $0["isComputed"]?.bool == true } ?? []
    #expect(fields.map { $0["name"]?.string } == names)
    #expect(fields.map { $0["type"]?.string } == ["text", "text", "text", "number", "text"])
    #expect(layer?["rawFields"]?.array?.suffix(5).map { $0[0]?.string } == names)
  }

  @Test func `downloads have the colors of the map`() async throws {
    let (folder, _) = try await DemoSiteTests.made.value
    let files = try DemoSiteTests.files(folder, "site")
    let data = try #require(files["data/trees.geojson"])
    let document = try JSONParser.parse([UInt8](data))
    let feature = try #require(
      document["features"]?.array?.first { $0["properties"]?["Condition"]?.string == "Good" })
    #expect(feature["properties"]?["marker-color"]?.string == "#1a7837")
  }
}
