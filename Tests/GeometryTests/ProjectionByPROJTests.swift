import Geometry
import TestSupport
import Testing

/// Compares projections with PROJ. The transformation is from the geographic system of each
/// projected one, without a change of datum.
@Suite(.needs(.python("pyproj")))
struct ProjectionByPROJTests {
  static let script = """
    import sys, pyproj
    from pyproj import CRS, Transformer
    ways, worst_f, worst_i, count = {}, (0, ''), (0, ''), 0
    for line in sys.stdin:
        code, lon, lat, x, y, lon2, lat2 = line.split()
        if code not in ways:
            crs = CRS.from_user_input(code)
            axis = crs.axis_info[0].unit_conversion_factor
            base = crs.geodetic_crs
            ways[code] = (Transformer.from_crs(base, crs, always_xy=True), axis)
        way, unit = ways[code]
        px, py = way.transform(float(lon), float(lat))
        d = max(abs(px - float(x)), abs(py - float(y))) * unit
        if not d <= worst_f[0]: worst_f = (d, line)
        d = max(abs(float(lon) - float(lon2)), abs(float(lat) - float(lat2))) * 111320
        if not d <= worst_i[0]: worst_i = (d, line)
        count += 1
    print(count, worst_f[0], worst_i[0])
    print(worst_f[1]); print(worst_i[1])
    """

  /// Transforms random positions in the area of use there and back. Returns the distance from
  /// PROJ's results in meters.
  private func worst(
    _ codes: [Int], positionsEach: Int, seed: UInt64
  ) async throws -> (count: Int, forward: Double, inverse: Double) {
    var generator = SeededGenerator(seed: seed)
    var input = ""
    for code in codes {
      let reference = SpatialReference(epsg: code)
      let area = try #require(reference.system?.areaOfUse, "no area for \(code)")
      let way = try CoordinateTransform(from: .wgs84, to: reference)
      let back = try CoordinateTransform(from: reference, to: .wgs84)
      for _ in 0..<positionsEach {
        let longitude = Double.random(in: area.minX...area.maxX, using: &generator)
        let latitude = Double.random(in: area.minY...area.maxY, using: &generator)
        guard let position = way.forward(x: longitude, y: latitude),
          let again = back.forward(x: position.x, y: position.y)
        else {
          Issue.record("no value of \(code) at \(longitude) \(latitude)")
          continue
        }
        input +=
          "\(reference.organization):\(code) \(longitude) \(latitude) \(position.x) \(position.y) "
        input += "\(again.x) \(again.y)\n"
      }
    }
    let python = try #require(Tool.python(having: "pyproj"))
    let lines = try await python.output(["-c", Self.script], stdin: Array(input.utf8))
      .split(separator: "\n")
    let numbers = (lines.first ?? "").split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 3)
    return (Int(numbers[0]), numbers[1], numbers[2])
  }

  @Test(arguments: [
    ("UTM", [32601, 32610, 32633, 32660, 32701, 32734, 32756, 26901, 26910, 26919, 25828, 25833]),
    ("State Plane, transverse Mercator", [26929, 2224, 2236, 2257, 2759, 3435, 6355, 102629]),
    ("State Plane, Lambert", [2269, 2229, 2263, 2285, 6559, 32126, 2277, 102726, 2253, 2280]),
    ("State Plane, oblique", [26931, 6394, 3078]),
    ("Europe", [2154, 3812, 3067, 2180, 2157, 3006, 3034, 3763, 3765, 3794, 3943, 5110]),
    ("elsewhere", [28355, 7855, 2193, 3347, 3414, 2443, 31983, 3825, 3111, 3799]),
    ("Web Mercator", [3857]),
  ])
  func `projections agree with PROJ within a millimeter`(
    family: String, codes: [Int]
  ) async throws {
    for code in codes { #expect(SpatialReference(epsg: code).system != nil, "\(code)") }
    let result = try await worst(codes, positionsEach: 40, seed: 5)
    #expect(result.count > 0)
    #expect(result.forward < 0.001, "\(family)")
    #expect(result.inverse < 0.001, "\(family)")
  }

  @Test func `every twentieth known code agrees with PROJ`() async throws {
    let codes = SpatialReference.projectedCodes
    let some = codes.indices.filter { $0.isMultiple(of: 20) }.map { codes[$0] }
    let result = try await worst(some, positionsEach: 5, seed: 9)
    #expect(result.count == some.count * 5)
    #expect(result.forward < 0.001)
    #expect(result.inverse < 0.001)
  }
}
