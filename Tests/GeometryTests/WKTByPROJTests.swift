import Geometry
import TestSupport
import Testing

/// We read PROJ's well-known text, and PROJ reads ours.
@Suite(.needs(.python("pyproj")))
struct WKTByPROJTests {
  private static var codes: [Int] {
    let all = SpatialReference.projectedCodes
    return all.indices.filter { $0.isMultiple(of: 40) }.map { all[$0] } + [3857, 4326, 4269, 4258]
  }

  private func python(_ script: String, _ input: [String]) async throws -> [Substring] {
    let python = try #require(Tool.python(having: "pyproj"))
    return try await python.output(
      ["-c", script], stdin: Array(input.joined(separator: "\n").utf8)
    )
    .split(separator: "\n")
  }

  @Test(arguments: ["WKT1_GDAL", "WKT1_ESRI", "WKT2_2019", "WKT2_2015"])
  func `PROJ's text is read as the system of its code`(version: String) async throws {
    let script = """
      import sys
      from pyproj import CRS
      for line in sys.stdin:
          print(CRS.from_user_input(line.strip()).to_wkt('\(version)').replace('\\n', ' '))
      """
    let references = Self.codes.map { SpatialReference(epsg: $0) }
    let names = references.map { "\($0.organization):\($0.wkid ?? 0)" }
    let texts = try await python(script, names)
    try #require(texts.count == references.count)
    for (reference, text) in zip(references, texts) {
      let read = try SpatialReference(wkt: String(text))
      try expectSamePlane(read, reference, String(text))
      // The numbers alone give the same result as the code.
      let bare = try SpatialReference(wkt: Self.withoutCodes(text))
      try expectSamePlane(bare, reference, String(text))
    }
  }

  private static func withoutCodes(_ text: Substring) -> String {
    String(text).replacing(",AUTHORITY[", with: ",NOTE[").replacing(",ID[", with: ",NOTE[")
  }

  /// The way from the geographic system below a projected one, without a shift.
  private static func projection(of reference: SpatialReference) throws -> CoordinateTransform {
    let base = try #require(reference.system?.geographic.code)
    return try CoordinateTransform(from: SpatialReference(epsg: base), to: reference)
  }

  private func expectSamePlane(
    _ read: SpatialReference, _ reference: SpatialReference, _ text: String
  ) throws {
    #expect(read.isGeographic == reference.isGeographic)
    guard !reference.isGeographic, let area = reference.system?.areaOfUse else { return }
    let longitude = (area.minX * 2 + area.maxX) / 3
    let latitude = (area.minY * 2 + area.maxY) / 3
    let wanted = try Self.projection(of: reference).forward(x: longitude, y: latitude)
    let found = try Self.projection(of: read).forward(x: longitude, y: latitude)
    let a = try #require(wanted)
    let b = try #require(found)
    #expect(max((a.x - b.x).magnitude, (a.y - b.y).magnitude) < 0.002, "\(text)")
  }

  @Test func `PROJ reads our text like we do`() async throws {
    let script = """
      import sys
      from pyproj import CRS, Transformer
      for line in sys.stdin:
          x, y, text = line.rstrip('\\n').split(' ', 2)
          crs = CRS.from_wkt(text)
          way = Transformer.from_crs(crs.geodetic_crs, crs, always_xy=True)
          print(*way.transform(float(x), float(y)))
      """
    var input: [String] = []
    var wanted: [(SpatialReference, x: Double, y: Double)] = []
    for reference in Self.codes.map({ SpatialReference(epsg: $0) }) where !reference.isGeographic {
      let area = try #require(reference.system?.areaOfUse)
      let (longitude, latitude) = (
        area.minX * 0.4 + area.maxX * 0.6, area.minY * 0.4 + area.maxY * 0.6
      )
      let way = try Self.projection(of: reference)
      let position = try #require(way.forward(x: longitude, y: latitude))
      wanted.append((reference, position.x, position.y))
      input.append("\(longitude) \(latitude) \(reference.wkt1())")
    }
    let answers = try await python(script, input)
    try #require(answers.count == wanted.count)
    for (want, answer) in zip(wanted, answers) {
      let numbers = answer.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 2)
      #expect((numbers[0] - want.x).magnitude < 0.002, "\(want.0.name)")
      #expect((numbers[1] - want.y).magnitude < 0.002, "\(want.0.name)")
    }
  }
}
