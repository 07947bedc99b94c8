/// Function reference: functions that Fieldpack knows but does not run, each with its reason.
enum UnsupportedFunctions {
  static let all: [ArcadeFunction] =
    unsupported("Fieldpack does not offset or densify geometries this way", overlaying)
    + unsupported("Fieldpack does not test or repair the structure of geometries", building)
    + unsupported("Fieldpack does not use measures along lines", along)
    + unsupported("Fieldpack does not convert surveyors' directions", [("ConvertDirection", 3...3)])
    + unsupported("it describes a layer on a server", [("GetFeatureSetInfo", 1...1)])
    + unsupported("it needs a portal", portal)
    + unsupported("its value would differ from one run to the next", chance)
    + unsupported("it needs a geodatabase", geodatabase)
    + unsupported("it needs a stream of observations", tracks)
    + unsupported("its result is not documented well enough to reproduce", undocumented)

  private static func unsupported(
    _ reason: String, _ list: [(String, ClosedRange<Int>)]
  ) -> [ArcadeFunction] {
    list.map { ArcadeFunction($0.0, $0.1, .unsupported(reason: reason)) }
  }

  private static let overlaying: [(String, ClosedRange<Int>)] = [
    ("DensifyGeodetic", 2...4), ("Offset", 2...6),
  ]

  private static let building: [(String, ClosedRange<Int>)] = [
    ("IsSelfIntersecting", 1...1), ("IsSimple", 1...1), ("Relate", 3...3), ("Simplify", 1...1),
  ]

  private static let along: [(String, ClosedRange<Int>)] = [
    ("DistanceToCoordinate", 2...2), ("MeasureToCoordinate", 2...2), ("PointToCoordinate", 2...2),
  ]

  private static let portal: [(String, ClosedRange<Int>)] = [
    ("FeatureSetByPortalItem", 3...5),
    ("KnowledgeGraphByPortalItem", 2...2), ("QueryGraph", 2...3),
    ("TranslateText", 2...ArcadeFunction.many),
  ]

  private static let chance: [(String, ClosedRange<Int>)] = [
    ("Guid", 0...1), ("Random", 0...0),
  ]

  private static let geodatabase: [(String, ClosedRange<Int>)] = [
    ("FeatureSetByAssociation", 2...3), ("FeatureSetByRelationshipClass", 2...4),
    ("NextSequenceValue", 1...1),
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
