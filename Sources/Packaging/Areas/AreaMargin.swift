import Packages

/// `within:DISTANCE:` before an area: what is nearer to it than a distance.
///
/// So a line or a point makes an area, too: the corridor along a route, the surroundings of a school.
struct AreaMargin: Sendable, Equatable {
  let distance: GroundDistance
  /// The text, with both colons.
  let text: String

  /// Farther away, a transverse Mercator plane is not exact enough.
  private static let longest = 100_000.0
  /// How the form is written.
  static let form = "within:DISTANCE:AREA, such as within:200m:Routes:NAME='7'"

  /// Divides a text into a margin and the rest; nil if it does not begin with `within:`.
  ///
  /// - Throws: `PackagingError.area` if the distance is not one.
  static func split(_ text: String) throws -> (margin: AreaMargin, rest: String)? {
    guard text.hasPrefix("within:") else { return nil }
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let distance = GroundDistance(parts[1]), distance.meters <= longest
    else {
      throw PackagingError.area(
        text: text,
        expected: "\(form), with at most \(Int(longest / 1_000)) km: 200m, 2km, 300ft or 1.5mi")
    }
    return (
      AreaMargin(distance: distance, text: "within:\(parts[1]):"), String(parts[2])
    )
  }
}
