import Geometry
import OrderedJSON
import Packages

extension AreaOfInterest {
  /// A finding if a ring crosses itself, so that what is inside is unclear.
  func crossing(subject: String) -> Finding? {
    guard let crossing = RingCrossing.position(in: shape) else { return nil }
    return Finding(
      .areaShapeInvalid, subject: subject, "A ring of the area crosses itself.",
      samples: ["at \(JSONNumber(crossing.x)?.text ?? ""), \(JSONNumber(crossing.y)?.text ?? "")"])
  }
}
