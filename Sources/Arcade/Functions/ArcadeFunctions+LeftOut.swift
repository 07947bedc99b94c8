// Function reference: functions that Fieldpack knows and does not run, with the reason. What
// another family runs stands there.

extension ArcadeFunctions {
  static let leftOut: [ArcadeFunction] =
    leftOut("it measures, and Fieldpack measures no shapes yet", measuring)
    + leftOut("it makes a shape of others", shaping)
    + leftOut("it compares shapes in a way that Fieldpack does not", comparing)
    + leftOut("feature sets are asked of the map only", otherSets)
    + leftOut("it needs a portal", portal)
    + leftOut("its value would differ from one run to the next", chance)
    + leftOut("it needs a geodatabase", geodatabase)
    + leftOut("it needs a stream of observations", tracks)
    + leftOut("its result is not documented well enough to give the same", undocumented)

  private static func leftOut(
    _ reason: String, _ list: [(String, ClosedRange<Int>)]
  ) -> [ArcadeFunction] {
    list.map { ArcadeFunction($0.0, $0.1, .leftOut(reason: reason)) }
  }

  private static let measuring: [(String, ClosedRange<Int>)] = [
    ("Angle", 2...3), ("Area", 1...2), ("AreaGeodetic", 1...2), ("Bearing", 2...3),
    ("Distance", 2...3), ("DistanceGeodetic", 2...3), ("DistanceToCoordinate", 2...2),
    ("Length", 1...2), ("Length3D", 1...2), ("LengthGeodetic", 1...2),
    ("MeasureToCoordinate", 2...2), ("PointToCoordinate", 2...2), ("NearestCoordinate", 2...2),
    ("NearestVertex", 2...2), ("ConvertDirection", 3...3),
  ]

  private static let shaping: [(String, ClosedRange<Int>)] = [
    ("Buffer", 2...3), ("BufferGeodetic", 2...3), ("Clip", 2...2),
    ("ConvexHull", 1...1), ("Cut", 2...2), ("Densify", 2...3), ("DensifyGeodetic", 2...3),
    ("Difference", 2...2), ("Generalize", 2...4), ("Intersection", 2...2),
    ("MultiPartToSinglePart", 1...1), ("Offset", 2...6),
    ("Rotate", 2...3), ("SetGeometry", 2...2),
    ("Simplify", 1...1), ("SymmetricDifference", 2...2), ("Union", 1...ArcadeFunction.many),
  ]

  private static let comparing: [(String, ClosedRange<Int>)] = [
    ("Crosses", 2...2),
    ("IsSelfIntersecting", 1...1), ("IsSimple", 1...1),
    ("Overlaps", 2...2), ("Relate", 3...3), ("RingIsClockwise", 1...1), ("Touches", 2...2),
  ]

  private static let otherSets: [(String, ClosedRange<Int>)] = [
    ("Feature", 1...ArcadeFunction.many), ("FeatureInFilter", 2...2), ("FeatureSet", 1...2),
    ("FeatureSetByRelationshipClass", 2...4),
    ("GetFeatureSet", 1...2), ("GetFeatureSetInfo", 1...1),
  ]

  private static let portal: [(String, ClosedRange<Int>)] = [
    ("FeatureSetByPortalItem", 3...5), ("GetEnvironment", 0...0), ("GetUser", 0...2),
    ("KnowledgeGraphByPortalItem", 2...2), ("Portal", 1...1), ("QueryGraph", 2...3),
    ("TranslateText", 2...ArcadeFunction.many),
  ]

  private static let chance: [(String, ClosedRange<Int>)] = [
    ("Guid", 0...1), ("Random", 0...0),
  ]

  private static let geodatabase: [(String, ClosedRange<Int>)] = [
    ("FeatureSetByAssociation", 2...3), ("NextSequenceValue", 1...1),
  ]

  private static let tracks: [(String, ClosedRange<Int>)] = [
    ("TimeReceived", 1...1), ("TrackAccelerationAt", 1...1), ("TrackAccelerationWindow", 2...2),
    ("TrackCurrentAcceleration", 0...0), ("TrackCurrentDistance", 0...0),
    ("TrackCurrentSpeed", 0...0), ("TrackCurrentTime", 0...0), ("TrackDistanceAt", 1...1),
    ("TrackDistanceWindow", 2...2), ("TrackDuration", 0...0), ("TrackFieldWindow", 3...3),
    ("TrackGeometryWindow", 2...2), ("TrackIndex", 0...0), ("TrackSpeedAt", 1...1),
    ("TrackSpeedWindow", 2...2), ("TrackStartTime", 0...0), ("TrackWindow", 2...2),
  ]

  private static let undocumented: [(String, ClosedRange<Int>)] = [
    ("Hash", 1...1)
  ]
}
