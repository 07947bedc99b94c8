import Foundation
import Geometry
import TestSupport
import Testing

/// Projections and shifts of datums are those of PROJ.
@Suite(.needs(.python("pyproj")))
struct ProjectionByPROJTests {
  private static let isExhaustive =
    ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  @Test(arguments: [
    ("UTM", [32601, 32610, 32633, 32660, 32701, 32734, 32756, 26901, 26910, 26919, 25828, 25833]),
    ("State Plane, transverse Mercator", [26929, 2224, 2236, 2257, 2759, 3435, 6355, 102629]),
    ("State Plane, Lambert", [2269, 2229, 2263, 2285, 6559, 32126, 2277, 102726, 2253, 2280]),
    ("State Plane, oblique", [26931, 6394, 3078]),
    ("Europe", [2154, 3812, 3067, 2180, 2157, 3006, 3034, 3763, 3765, 3794, 3943, 5110]),
    ("elsewhere", [28355, 7855, 2193, 3347, 3414, 2443, 31983, 3825, 3111, 3799]),
    ("equal areas", [3310, 3005, 5070, 3035, 102003, 102008]),
    ("stereographic, polyconic, Cassini, to the south", [2953, 5880, 3377, 2048]),
    ("Web Mercator", [3857]),
  ])
  func `projections agree with PROJ within a millimeter`(
    family: String, codes: [Int]
  ) async throws {
    for code in codes { #expect(SpatialReference(epsg: code).system != nil, "\(code)") }
    let distances = try await DistanceFromPROJ.of(codes, positions: 40, seed: 5)
    #expect(distances.count == codes.count)
    for distance in distances {
      #expect(distance.forward < 0.001, "\(distance)")
      // PROJ's way back from equal areas is a series, which is a millimeter off far from the center.
      #expect(distance.back < (family == "equal areas" ? 0.002 : 0.001), "\(distance)")
    }
  }

  @Test func `every known code agrees with PROJ within a centimeter`() async throws {
    let codes = SpatialReference.projectedCodes.filter { !SystemsPage.chosenOtherwise.contains($0) }
    let distances = try await DistanceFromPROJ.of(codes, positions: 5, seed: 9)
    #expect(distances.count > 3_400)
    for distance in distances {
      let system = SpatialReference(epsg: distance.code).system
      // Without a shift, a millimeter. PROJ's way back from equal areas is a series.
      let isShifted = system?.geographic.shift != nil
      let isSeries = system?.projection?.method == .lambertAzimuthalEqualArea
      #expect(distance.forward < (isShifted ? 0.01 : 0.001), "\(distance)")
      #expect(distance.back < (isShifted ? 0.01 : isSeries ? 0.002 : 0.001), "\(distance)")
    }
  }

  /// With `FIELDPACK_EXHAUSTIVE=1`, at 100,000 positions each.
  @Test func `the page of coordinate systems has what is measured`() async throws {
    let systems = SystemsPage.systems
    #expect(systems.count >= 300)
    let positions = Self.isExhaustive ? 100_000 : 30
    var distances: [DistanceFromPROJ] = []
    for start in stride(from: 0, to: systems.count, by: 10) {
      let codes = systems[start..<min(start + 10, systems.count)].compactMap(\.wkid)
      distances += try await DistanceFromPROJ.of(codes, positions: positions, seed: UInt64(start))
    }
    for distance in distances {
      #expect(distance.forward < 0.01, "\(distance)")
      #expect(distance.back < 0.01, "\(distance)")
    }
    try SystemsPage.check(distances, positions: positions)
  }
}
