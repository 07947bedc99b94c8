import Foundation
import Geometry
import TestSupport
import Testing

/// Cuts give the parts that GEOS's polygons between all lines have, on the sides that ArcGIS gives.
@Suite struct ShapeCutTests {
  private static func polygon(_ rings: [[Double]]) -> Geometry {
    var shape = Geometry(.polygon)
    for ring in rings {
      shape.coordinates += ring
      shape.partEnds.append(shape.vertexCount)
    }
    shape.polygonEnds = [rings.count]
    return shape
  }

  private static func line(_ paths: [[Double]]) -> Geometry {
    var shape = Geometry(paths.count == 1 ? .lineString : .multiLineString)
    for path in paths {
      shape.coordinates += path
      shape.partEnds.append(shape.vertexCount)
    }
    return shape
  }

  private static let square = polygon([[0, 0, 4, 0, 4, 4, 0, 4, 0, 0]])
  private static let ring = polygon([
    [0, 0, 6, 0, 6, 6, 0, 6, 0, 0], [2, 2, 2, 4, 4, 4, 4, 2, 2, 2],
  ])
  private static let horseshoe = polygon([
    [0, 0, 6, 0, 6, 6, 4, 6, 4, 2, 2, 2, 2, 6, 0, 6, 0, 0]
  ])

  /// A shape, a line, and the area or length of each part: left, right, and the others.
  private static let cases: [(String, Geometry, [[Double]], [Double])] = [
    ("left is first", square, [[1, -1, 1, 5]], [4, 12]),
    ("the direction decides", square, [[1, 5, 1, -1]], [12, 4]),
    ("a dead end", square, [[1, -1, 1, 2]], []), ("a miss", square, [[5, -1, 5, 5]], []),
    ("along a side", square, [[0, -1, 0, 5]], [16]), ("corners", square, [[0, 0, 4, 4]], [8, 8]),
    ("between two lines", square, [[1, -1, 1, 5], [3, -1, 3, 5]], [4, 4, 8]),
    ("two lines in opposite directions", square, [[1, -1, 1, 5], [3, 5, 3, -1]], [8, 8]),
    ("a bend", square, [[2, -1, 2, 2, 5, 2]], [12, 4]),
    ("back and forth", square, [[1, -1, 1, 5, 1, -1]], [4, 12]),
    ("a loop inside", square, [[1, 1, 3, 1, 3, 3, 1, 3, 1, 1]], [4, 12]),
    ("through a hole", ring, [[3, -1, 3, 7]], [16, 16]), ("to a hole", ring, [[3, -1, 3, 3]], []),
    ("both arms", horseshoe, [[-1, 4, 7, 4]], [8, 20]),
    ("one arm", horseshoe, [[-1, 4, 3, 4]], [4, 24]),
    ("a line", line([[0, 0, 10, 0]]), [[3, -1, 3, 1]], [3, 7]),
    ("a line from the other side", line([[0, 0, 10, 0]]), [[3, 1, 3, -1]], [7, 3]),
    ("a line twice", line([[0, 0, 10, 0]]), [[3, -1, 3, 1], [6, -1, 6, 1]], [3, 4, 3]),
    ("a touch", line([[0, 0, 10, 0]]), [[3, -1, 3, 0]], [3, 7]),
    ("at a vertex", line([[0, 0, 5, 0, 10, 0]]), [[5, -1, 5, 1]], [5, 5]),
    ("in a corner", line([[0, 0, 10, 0]]), [[4, -2, 5, 0, 4, 2]], [5, 5]),
    ("one of two paths", line([[0, 0, 10, 0], [0, 5, 9, 5]]), [[3, -1, 3, 1]], [3, 7, 9]),
    ("a line apart", line([[0, 0, 10, 0]]), [[3, 1, 3, 2]], []),
  ]

  @Test(arguments: cases.indices)
  func `parts are on the sides that ArcGIS gives`(index: Int) throws {
    let (name, shape, paths, sizes) = Self.cases[index]
    let parts = try ShapeCut.parts(of: shape, along: Self.line(paths))
    let found = parts.map { part in
      part.partEnds.indices.reduce(0.0) { sum, ring in
        let vertices = Array(part.vertices(ofPart: ring))
        return sum
          + zip(vertices, vertices.dropFirst()).reduce(0.0) { sum, side in
            let (a, b) = side
            return shape.dimension == 2
              ? sum + (part.x(a) * part.y(b) - part.x(b) * part.y(a)) / 2
              : sum + hypot(part.x(b) - part.x(a), part.y(b) - part.y(a))
          }
      }
    }
    let first = min(2, sizes.count)
    #expect(Array(found.prefix(first)) == Array(sizes.prefix(first)), "\(name)")
    #expect(found.sorted() == sizes.sorted(), "\(name)")
  }

  @Test(.needs(.python("shapely")))
  func `the parts of polygons are those of GEOS`() async throws {
    // The areas between all lines, without dead ends, that are inside the polygon.
    let script = """
      if a.area > 0 and b.length > 0 and b.area == 0:
        whole = shapely.union_all([p for p in getattr(a, "geoms", [a])])
        lines = shapely.union_all([whole.boundary, b])
        faces = shapely.get_parts(shapely.polygonize([lines]))
        inside = [f.area for f in faces if whole.contains(f.representative_point())]
        print(*sorted(round(area, 6) for area in inside if area > 1e-7))
      else: print("-")
      """
    let python = try #require(Tool.python(having: "shapely"))
    var compared = 0
    for pair in try await GEOSJudge.pairs(
      4_000, seed: 23, asking: "import shapely\n" + script, of: python)
    where pair.answer != "-" {
      let parts = try ShapeCut.parts(of: pair.one, along: pair.other)
      guard !parts.isEmpty else {
        let whole = try Overlay.union(of: [pair.one])
        #expect(
          pair.answer.split(separator: " ").count == whole.polygonEnds.count, "\(pair.told)")
        continue
      }
      let areas = parts.flatMap(Self.areas).filter { $0 > 1e-7 }.sorted()
      let text = pair.answer.split(separator: " ").compactMap { Double($0) }
      #expect(
        areas.count == text.count && zip(areas, text).allSatisfy { abs($0 - $1) < 1e-5 },
        "\(areas), not \(pair.answer): \(pair.told)")
      compared += 1
    }
    #expect(compared > 100)
  }

  /// The area of each polygon, with its holes taken off.
  private static func areas(of shape: Geometry) -> [Double] {
    shape.polygonEnds.indices.map { polygon in
      shape.parts(ofPolygon: polygon).reduce(0.0) { sum, ring in
        let vertices = Array(shape.vertices(ofPart: ring))
        return sum
          + zip(vertices, vertices.dropFirst()).reduce(0.0) { sum, side in
            sum + (shape.x(side.0) * shape.y(side.1) - shape.x(side.1) * shape.y(side.0)) / 2
          }
      }
    }
  }
}
