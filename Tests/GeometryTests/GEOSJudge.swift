import Geometry
import TestSupport
import Testing

/// Random pairs of shapes on a small grid, with GEOS's result for each.
struct GEOSJudge {
  let one: Geometry
  let other: Geometry
  /// Both shapes as GeoJSON, for messages.
  let told: String
  /// The script's output for them.
  let answer: String

  /// - Parameters:
  /// - seed: the seed of the random shapes.
  ///   - script: lines of Python that print one line about the shapes `a` and `b`.
  static func pairs(
    _ count: Int, seed: UInt64, asking script: String, of python: Tool
  ) async throws -> [GEOSJudge] {
    var generator = SeededGenerator(seed: seed)
    let pairs = (0..<count).map { _ in
      (GeometryRelationsTests.random(&generator), GeometryRelationsTests.random(&generator))
    }
    let lines = pairs.flatMap { [line($0.0), line($0.1)] }
    let loop = """
      import sys, json, shapely.geometry as g
      lines = open(sys.argv[1]).read().split("\\n")
      for one, other in zip(lines[::2], lines[1::2]):
        a, b = g.shape(json.loads(one)), g.shape(json.loads(other))

      """
    let body = script.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let folder = try TemporaryFolder()
    let path = try folder.write(lines.joined(separator: "\n"), to: "shapes.txt")
    let answers = try await python.run(["-c", loop + body, path]).lines
    try #require(answers.count == count)
    return pairs.indices.map { index in
      GEOSJudge(
        one: pairs[index].0, other: pairs[index].1,
        told: "\(lines[2 * index]) \(lines[2 * index + 1])", answer: answers[index])
    }
  }

  private static func line(_ shape: Geometry) -> String {
    var bytes: [UInt8] = []
    shape.appendGeoJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
