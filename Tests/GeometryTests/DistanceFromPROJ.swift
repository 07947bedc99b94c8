import Foundation
import Geometry
import TestSupport
import Testing

/// How far our coordinates in a system are from PROJ's, in meters, at random positions in its area of
/// use.
///
/// Where a datum agrees with WGS 84, the transformation is from the geographic system of each
/// projected one, without a change of datum.
struct DistanceFromPROJ {
  var code: Int
  /// The number of positions.
  var count: Int
  var forward: Double
  /// Of the way back.
  var back: Double

  /// Measures systems at `positions` random positions each.
  static func of(
    _ codes: [Int], positions: Int, seed: UInt64
  ) async throws -> [DistanceFromPROJ] {
    let python = try #require(Tool.python(having: "pyproj"))
    var generator = SeededGenerator(seed: seed)
    var input = ""
    for code in codes { input += try lines(code, positions, &generator) }
    return try await python.output(["-c", script], stdin: Array(input.utf8))
      .split(separator: "\n").compactMap { line in
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        return DistanceFromPROJ(
          code: Int(numbers[0]), count: Int(numbers[1]), forward: numbers[2], back: numbers[3])
      }
  }

  private static func lines(
    _ code: Int, _ positions: Int, _ generator: inout SeededGenerator
  ) throws -> String {
    let reference = SpatialReference(epsg: code)
    let system = try #require(reference.system, "\(code)")
    let area = try #require(system.areaOfUse, "no area for \(code)")
    let way = try CoordinateTransform(from: .wgs84, to: reference)
    let back = try CoordinateTransform(from: reference, to: .wgs84)
    var lines =
      "\(reference.organization):\(code) \(system.geographic.shift == nil ? "agrees" : "shifts")\n"
    for _ in 0..<positions {
      let longitude = Double.random(in: area.minX...area.maxX, using: &generator)
      let latitude = Double.random(in: area.minY...area.maxY, using: &generator)
      guard let position = way.forward(x: longitude, y: latitude),
        let again = back.forward(x: position.x, y: position.y)
      else {
        Issue.record("no value of \(code) at \(longitude) \(latitude)")
        continue
      }
      lines += "\(longitude) \(latitude) \(position.x) \(position.y) \(again.x) \(again.y)\n"
    }
    return lines
  }

  private static let script = """
    import sys
    from pyproj import CRS, Transformer
    def measure(code, shifts, rows):
      crs = CRS.from_user_input(code)
      unit = crs.axis_info[0].unit_conversion_factor
      way = Transformer.from_crs(CRS(4326) if shifts else crs.geodetic_crs, crs, always_xy=True)
      area = crs.area_of_use
      east = area.east if area.east > area.west else 180
      # Outside the area of use, PROJ takes other shifts or none.
      if shifts:
        rows = [r for r in rows if area.west <= r[0] <= east and area.south <= r[1] <= area.north]
      if not rows: return
      lon, lat, x, y, lon2, lat2 = zip(*rows)
      there = way.transform(lon, lat)
      back = way.transform(x, y, direction='INVERSE')
      again = way.transform(*there, direction='INVERSE')
      count = forward = inverse = strip = 0
      for i in range(len(rows)):
        f = max(abs(there[0][i] - x[i]), abs(there[1][i] - y[i])) * unit
        b = max(abs(back[0][i] - lon2[i]), abs(back[1][i] - lat2[i])) * 111320
        if shifts and (f > 0.001 or b > 0.001):
          # At the borders of areas, PROJ takes another shift on the way back, and in a strip of some
          # meters, so do we: both shifts lead into their own areas.
          theirs = max(abs(again[0][i] - lon[i]), abs(again[1][i] - lat[i])) * 111320
          if theirs > 0.1 or f < 0.001 and b > 0.01 and theirs > 0.01: continue
          ours = max(abs(lon2[i] - lon[i]), abs(lat2[i] - lat[i])) * 111320
          if f < 0.001 and b > 0.01 and ours > 0.01:
            strip += 1
            continue
          way.transform(lon[i], lat[i])
          if way.get_last_used_operation().accuracy < 0: continue
        count, forward, inverse = count + 1, max(forward, f), max(inverse, b)
      # More than a few positions are no strip.
      if strip > 5 + len(rows) / 1000: inverse = strip
      print(code.split(':')[1], count, forward, inverse)
    code, rows = None, []
    for line in sys.stdin:
      words = line.split()
      if len(words) == 2:
        if code: measure(*code, rows)
        code, rows = (words[0], words[1] == 'shifts'), []
      else:
        rows.append(tuple(map(float, words)))
    if code: measure(*code, rows)
    """
}
