import Arcade
import Testing

/// The public function reference: the names of each family, with the numbers of arguments of all
/// signatures. Fieldpack runs each function, or explains why it does not.
struct FunctionReferenceTests {
  static let families: [(family: String, functions: String)] = [
    (
      "text",
      """
      Concatenate 1+, Find 2-3, FromCharCode 1+, FromCodePoint 1+, Guid 0-1, Left 2, Lower 1, Mid 2-3,
      Proper 1-2, Replace 3-4, Right 2, Split 2-4, StandardizeFilename 1, StandardizeGuid 2, Text 1-2,
      ToCharCode 1-2, ToCodePoint 1-2, ToHex 1, Trim 1, Upper 1, UrlEncode 1
      """
    ),
    (
      "math",
      """
      Abs 1, Acos 1, Asin 1, Atan 1, Atan2 2, Average 0+, Ceil 1-2, Constrain 3, Cos 1, Exp 1,
      Floor 1-2, Hash 1, Log 1, Max 0+, Mean 0+, Min 0+, Number 1-2, Pow 2, Random 0, Round 1-2,
      Sin 1, Sqrt 1, Stdev 0+, Sum 0+, Tan 1, Variance 0+
      """
    ),
    (
      "date",
      """
      ChangeTimeZone 2, Date 0-8, DateAdd 2-3, DateDiff 2-3, DateOnly 0-3, Day 1, Hour 1, ISOMonth 1,
      ISOWeek 1, ISOWeekday 1, ISOYear 1, Millisecond 1, Minute 1, Month 1, Now 0, Second 1, Time 0-4,
      Timestamp 0, TimeZone 1, TimeZoneOffset 1, ToLocal 1, ToUTC 1, Today 0, Week 1-2, Weekday 1,
      Year 1
      """
    ),
    (
      "logic",
      """
      Boolean 1, Decode 2+, DefaultValue 2-3, Equals 2, IIf 3, IsEmpty 1, IsNan 1, TypeOf 1, When 3+
      """
    ),
    (
      "array",
      """
      All 2, Any 2, Array 0-2, Back 1, Count 1, Distinct 1+, Erase 2, Filter 2, First 1, Front 1,
      Includes 2, IndexOf 2, Insert 3, Map 2, None 2, Pop 1, Push 2, Reduce 2-3, Resize 2-3, Reverse 1,
      Slice 1-3, Sort 1-2, Splice 0+, Top 2
      """
    ),
    (
      "dictionary",
      "Dictionary 0+, FromJSON 1, GetKeys 1, GetValues 1, HasKey 2, HasValue 2"
    ),
    (
      "feature",
      """
      Domain 2-3, DomainCode 2-4, DomainName 2-4, Expects 2+, Feature 1+, FeatureInFilter 2,
      GdbVersion 1, Schema 1, SubtypeCode 1, SubtypeName 1, Subtypes 1, TimeReceived 1
      """
    ),
    (
      "feature set",
      """
      Attachments 1-2, FeatureSet 1-2, FeatureSetByAssociation 2-3, FeatureSetById 2-4,
      FeatureSetByName 2-4, FeatureSetByRelationshipClass 2-4, FeatureSetByRelationshipName 2-4,
      FilterBySubtypeCode 2, GetFeatureSet 1-2, GetFeatureSetInfo 1, GetUser 0-2, GroupBy 3, OrderBy 2
      """
    ),
    (
      "geometry",
      """
      Angle 2-3, Area 1-2, AreaGeodetic 1-3, Bearing 2-3, Buffer 2-3, BufferGeodetic 2-4,
      Centroid 1-2, Clip 2, Contains 2, ConvertDirection 3, ConvexHull 1, Crosses 2, Cut 2,
      Densify 2-3, DensifyGeodetic 2-4, Difference 2, Disjoint 2, Distance 2-3, DistanceGeodetic 2-4,
      DistanceToCoordinate 2, EnvelopeIntersects 2, Extent 1, Generalize 2-4, Geometry 1,
      Intersection 2, Intersects 2, IsSelfIntersecting 1, IsSimple 1, Length 1-2, Length3D 1-2,
      LengthGeodetic 1-3, MeasureToCoordinate 2, MultiPartToSinglePart 1, Multipoint 1,
      NearestCoordinate 2, NearestVertex 2, Offset 2-6, Overlaps 2, Point 1-4, PointToCoordinate 2,
      Polygon 1, Polyline 1, Relate 3, RingIsClockwise 1, Rotate 2-3, SetGeometry 2, Simplify 1,
      SymmetricDifference 2, Touches 2, Union 1+, Within 2
      """
    ),
    ("debug", "Console 1+, GetEnvironment 0"),
    ("enterprise", "NextSequenceValue 1"),
    ("knowledge graph", "KnowledgeGraphByPortalItem 2, QueryGraph 2-3"),
    ("portal", "FeatureSetByPortalItem 3-5, Portal 1"),
    ("language", "TranslateText 2+"),
    (
      "track",
      """
      TrackAccelerationAt 1, TrackAccelerationWindow 2, TrackCurrentAcceleration 0,
      TrackCurrentDistance 0, TrackCurrentSpeed 0, TrackCurrentTime 0, TrackDistanceAt 1,
      TrackDistanceWindow 2, TrackDuration 0, TrackFieldWindow 3, TrackGeometryWindow 2,
      TrackIndex 0, TrackSpeedAt 1, TrackSpeedWindow 2, TrackStartTime 0, TrackWindow 2
      """
    ),
  ]

  /// Pixels and voxels have no functions of their own. Count, DefaultValue, GetKeys, GetValues,
  /// HasKey and HasValue accept them, but Fieldpack has no such data.
  static let names: [String: ClosedRange<Int>] = {
    var names: [String: ClosedRange<Int>] = [:]
    for family in families {
      for entry in family.functions.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
        let words = entry.split(separator: " ")
        guard words.count == 2 else { continue }
        let least = Int(words[1].prefix { $0.isNumber }) ?? -1
        let most = words[1].last == "+" ? 1_000 : Int(words[1].split(separator: "-").last ?? "")
        names[String(words[0])] = least...(most ?? least)
      }
    }
    return names
  }()

  @Test func `every public function is known, with its numbers of arguments`() {
    let known = Dictionary(
      uniqueKeysWithValues: ArcadeFunctions.all.map { ($0.name, $0.arity) })
    #expect(Self.names.count == 212)
    for (name, arity) in Self.names {
      #expect(known[name] == arity, "\(name)")
    }
    #expect(
      Set(known.keys).subtracting(Self.names.keys).isEmpty, "names that are not in the reference")
  }

  static let unsupported = """
    ConvertDirection, DensifyGeodetic, DistanceToCoordinate, FeatureSetByAssociation,
    FeatureSetByPortalItem, FeatureSetByRelationshipClass, GetFeatureSetInfo, Guid, Hash,
    IsSelfIntersecting, IsSimple, KnowledgeGraphByPortalItem, MeasureToCoordinate,
    NextSequenceValue, Offset, PointToCoordinate, QueryGraph, Random, Relate, Simplify,
    TimeReceived, TrackAccelerationAt, TrackAccelerationWindow, TrackCurrentAcceleration,
    TrackCurrentDistance, TrackCurrentSpeed, TrackCurrentTime, TrackDistanceAt,
    TrackDistanceWindow, TrackDuration, TrackFieldWindow, TrackGeometryWindow, TrackIndex,
    TrackSpeedAt, TrackSpeedWindow, TrackStartTime, TrackWindow, TranslateText
    """

  @Test func `an unsupported function has a reason`() {
    var names: [String] = []
    for function in ArcadeFunctions.all {
      guard case .unsupported(let reason) = function.support else { continue }
      names.append(function.name)
      #expect(reason.split(separator: " ").count > 2, "\(function.name)")
    }
    let listed = Self.unsupported.split(whereSeparator: { $0 == "," || $0 == "\n" })
      .map { $0.trimmingPrefix(" ") }
    #expect(names.sorted() == listed.map(String.init))
  }
}
