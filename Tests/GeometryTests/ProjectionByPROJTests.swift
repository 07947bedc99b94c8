import Geometry
import TestSupport
import Testing

/// Compares projections and shifts of datums with PROJ. Where a datum agrees with WGS 84, the
/// transformation is from the geographic system of each projected one, without a change of datum.
@Suite(.needs(.python("pyproj")))
struct ProjectionByPROJTests {
  static let script = """
    import sys, pyproj
    from pyproj import CRS, Transformer
    ways, worst = {}, {}
    for line in sys.stdin:
        code, shifts, lon, lat, x, y, lon2, lat2 = line.split()
        if code not in ways:
            crs = CRS.from_user_input(code)
            unit = crs.axis_info[0].unit_conversion_factor if crs.is_projected else 111320
            base = CRS(4326) if shifts == 'shifts' else crs.geodetic_crs
            ways[code] = (Transformer.from_crs(base, crs, always_xy=True), unit, crs.area_of_use)
        way, unit, area = ways[code]
        lon, lat, x, y, lon2, lat2 = map(float, (lon, lat, x, y, lon2, lat2))
        px, py = way.transform(lon, lat)
        # Outside the area of use, PROJ takes other shifts or none.
        if shifts == 'shifts':
            east = area.east if area.east > area.west else 180
            if not (area.west <= lon <= east and area.south <= lat <= area.north): continue
            if way.get_last_used_operation().accuracy < 0: continue
        forward = max(abs(px - x), abs(py - y)) * unit
        plon, plat = way.transform(x, y, direction='INVERSE')
        ways_back = way.transform(px, py, direction='INVERSE')
        # At the borders of areas, PROJ takes another shift on the way back.
        if max(abs(ways_back[0] - lon), abs(ways_back[1] - lat)) * 111320 > 0.1: continue
        back = max(abs(plon - lon2), abs(plat - lat2)) * 111320
        was = worst.get(code, (0, 0, 0))
        worst[code] = (was[0] + 1, max(was[1], forward), max(was[2], back))
    for code, (count, forward, back) in worst.items(): print(code.split(':')[1], count, forward, back)
    """

  /// How far ours is from PROJ's, in meters.
  private struct Distance {
    var code: Int
    var count: Int
    var forward: Double
    /// Of the way back.
    var back: Double
  }

  /// Transforms random positions in the area of use there and back.
  private func distances(
    _ codes: [Int], positionsEach: Int, seed: UInt64
  ) async throws -> [Distance] {
    var generator = SeededGenerator(seed: seed)
    var input = ""
    for code in codes {
      let reference = SpatialReference(epsg: code)
      let system = try #require(reference.system, "\(code)")
      let area = try #require(system.areaOfUse, "no area for \(code)")
      let way = try CoordinateTransform(from: .wgs84, to: reference)
      let back = try CoordinateTransform(from: reference, to: .wgs84)
      let start =
        "\(reference.organization):\(code) \(system.geographic.shift == nil ? "agrees" : "shifts")"
      for _ in 0..<positionsEach {
        let longitude = Double.random(in: area.minX...area.maxX, using: &generator)
        let latitude = Double.random(in: area.minY...area.maxY, using: &generator)
        guard let position = way.forward(x: longitude, y: latitude),
          let again = back.forward(x: position.x, y: position.y)
        else {
          Issue.record("no value of \(code) at \(longitude) \(latitude)")
          continue
        }
        input += "\(start) \(longitude) \(latitude) \(position.x) \(position.y) "
        input += "\(again.x) \(again.y)\n"
      }
    }
    let python = try #require(Tool.python(having: "pyproj"))
    let lines = try await python.output(["-c", Self.script], stdin: Array(input.utf8))
      .split(separator: "\n")
    return lines.compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 4 else { return nil }
      return Distance(
        code: Int(numbers[0]), count: Int(numbers[1]), forward: numbers[2], back: numbers[3])
    }
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
    let distances = try await distances(codes, positionsEach: 40, seed: 5)
    #expect(distances.count == codes.count)
    for distance in distances {
      #expect(distance.forward < 0.001, "\(distance)")
      #expect(distance.back < 0.001, "\(distance)")
    }
  }

  @Test func `every known code agrees with PROJ`() async throws {
    // West of Ireland, PROJ sometimes prefers a shift that is meant for ships.
    let codes = SpatialReference.projectedCodes.filter { $0 != 23029 }
    let distances = try await distances(codes, positionsEach: 5, seed: 9)
    #expect(distances.count > 3_400)
    for distance in distances {
      #expect(distance.forward < 0.01, "\(distance)")
      #expect(distance.back < 0.01, "\(distance)")
    }
  }
}
