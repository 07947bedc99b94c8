import Bytes
import Foundation
import Geometry
import TestSupport
import Testing

/// `Tests/Judges/coordinates.md`: our coordinates beside PROJ's, by code.
enum SystemsPage {
  /// Systems over seas and continents with many shifts. PROJ sometimes takes one that is meant for
  /// ships, or for the land beside.
  static let chosenOtherwise: Set<Int> = [23029, 102_013, 102_033]

  /// Up to three systems of each datum and method.
  static let systems: [SpatialReference] = {
    var seen: [String: Int] = [:]
    return SpatialReference.projectedCodes.map { SpatialReference(epsg: $0) }.filter { reference in
      guard let system = reference.system, let method = system.projection?.method,
        !chosenOtherwise.contains(reference.wkid ?? 0)
      else { return false }
      let kind = "\(system.geographic.name) \(method)"
      seen[kind, default: 0] += 1
      return seen[kind, default: 0] <= 3
    }
  }()

  private static let path = Fixture.repository + "/Tests/Judges/coordinates.md"

  /// Compares the page's rows apart from the distances, which depend on PROJ's version. With
  /// `RECORD=1`, writes the page.
  static func check(_ distances: [DistanceFromPROJ], positions: Int) throws {
    let worst = Dictionary(
      distances.map { ($0.code, max($0.forward, $0.back)) }, uniquingKeysWith: max)
    let rows = systems.map { row($0, worst: worst[$0.wkid ?? 0]) }
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try (introduction(positions) + rows.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
      return
    }
    let page = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let recorded = page.filter { $0.first == "|" }.dropFirst(2).map(withoutDistance)
    #expect(recorded == rows.map { withoutDistance(Substring($0)) })
  }

  private static func withoutDistance(_ row: Substring) -> Substring {
    row.dropLast().lastIndex(of: "|").map { row[..<$0] } ?? row
  }

  private static func row(_ reference: SpatialReference, worst: Double?) -> String {
    let system = reference.system
    let shift = system?.geographic.shift
    let accuracy = shift.map { $0.accuracy(in: system?.areaOfUse ?? .empty) } ?? nil
    let meters = shift == nil ? "" : accuracy.map { "\($0) m" } ?? "unknown"
    let method = system?.projection.map { "\($0.method)" } ?? ""
    return "| \(reference.organization):\(reference.wkid ?? 0) | \(reference.name) | \(method) | "
      + "\(meters) | \(worst.map(text) ?? "not in PROJ's area") |"
  }

  /// Rounded up, because the last digits differ from machine to machine.
  private static func text(_ meters: Double) -> String {
    let limits = [(0.000_01, "0.01 mm"), (0.000_1, "0.1 mm"), (0.001, "1 mm"), (0.01, "10 mm")]
    return "< " + (limits.first { meters < $0.0 }?.1 ?? "\(meters) m")
  }

  private static func introduction(_ positions: Int) -> String {
    """
    # Coordinates beside PROJ's

    For up to three systems of each datum and projection, this page has the largest
    distance between our coordinates and those of PROJ 9.5.1, there and back, at
    \(NumberText.grouped(positions)) random positions in the area of use. A test measures them again
    (`ProjectionByPROJTests`). Another one does so for all known codes.

    The accuracy is that of the EPSG registry's transformation to WGS 84, of the
    least accurate one in the area. Systems without one are taken as WGS 84. The
    distance is measured from their own degrees.

    | code | system | method | accuracy | distance |
    | --- | --- | --- | ---: | ---: |

    """
  }
}
