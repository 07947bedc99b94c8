import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Geometry of a package that was edited in its geodatabase. Coordinates are on a grid there, rings
/// are reversed, and missing heights are added. These are not changes.
@Suite(.needs(.python3))
struct GridRoundTripTests {
  /// A layer of GeoJSON geometries of one type.
  struct Shapes: Sendable, CustomTestStringConvertible {
    var kind: String
    var hasZ = false
    var geometries: [String]
    var testDescription: String { kind + (hasZ ? " with heights" : "") }
  }

  /// A coordinate that is not on the grid, different for every number.
  private static func position(_ number: Int) -> String {
    let (x, y) = (-122.6 - Double(number) * 0.001_234_567_890_1, 45.5 + Double(number) / 777)
    return "\(x),\(y)"
  }

  private static func ring(_ number: Int, size: Double, isLeft: Bool) -> String {
    let (x, y) = (-122.6 - Double(number) / 333, 45.5 + Double(number) / 777)
    let corners = [(0.0, 0.0), (size, 0.0), (size / 3, size / 7), (0.0, size)]
    let turned = isLeft ? corners : corners.reversed()
    return "[" + (turned + [turned[0]]).map { "[\(x + $0.0),\(y + $0.1)]" }.joined(separator: ",")
      + "]"
  }

  static let all = [
    Shapes(
      kind: "Point",
      geometries: (1...5).map { #"{"type": "Point", "coordinates": [\#(position($0))]}"# }),
    Shapes(
      kind: "Point", hasZ: true,
      geometries: (1...5).map {
        #"{"type": "Point", "coordinates": [\#(position($0))\#($0 == 2 ? "" : ",12.345678")]}"#
      }),
    Shapes(
      kind: "Polyline",
      geometries: (1...5).map { n in
        let line = (0...4).map { "[\(position(n * 10 + $0))]" }.joined(separator: ",")
        return n == 3
          ? #"{"type": "MultiLineString", "coordinates": [[\#(line)],[\#(line)]]}"#
          : #"{"type": "LineString", "coordinates": [\#(line)]}"#
      }),
    Shapes(
      kind: "Polygon",
      geometries: (1...5).map { n in
        let isLeft = n.isMultiple(of: 2)
        let rings = [
          ring(n, size: 0.01, isLeft: isLeft), ring(n, size: 0.000_9, isLeft: n != 3),
        ].joined(separator: ",")
        return n == 4
          ? #"{"type": "MultiPolygon", "coordinates": [[\#(rings)],[\#(ring(n + 20, size: 0.002, isLeft: false))]]}"#
          : #"{"type": "Polygon", "coordinates": [\#(rings)]}"#
      }),
  ]

  private static let service = SmallCity.service

  /// Builds the layer's package. The name of every row is its number.
  private func build(_ shapes: Shapes, in folder: TemporaryFolder) async throws -> String {
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [
        {"id": "things", "title": "Things", "layerType": "ArcGISFeatureLayer",
         "url": "\(Self.service)/0"}]}
      """, to: "map.json")
    try folder.write(
      """
      {"layers": [
        {"id": 0, "name": "Things", "type": "Feature Layer",
         "geometryType": "esriGeometry\(shapes.kind)", "hasZ": \(shapes.hasZ),
         "capabilities": "Query,Editing,Create,Update,Delete,Sync", "globalIdField": "GlobalID",
         "fields": [
          {"name": "GlobalID", "type": "esriFieldTypeGlobalID", "nullable": false},
          {"name": "Name", "type": "esriFieldTypeString", "length": 40}]}]}
      """, to: "data/service.json")
    let features = shapes.geometries.enumerated().map { index, geometry in
      """
      {"type": "Feature", "geometry": \(geometry),
       "properties": {"GlobalID": "\(SmallCity.id(index + 1))", "Name": "\(index + 1)"}}
      """
    }
    try folder.write(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
      to: "data/Things.geojson")
    let package = folder.path("issued.mmpk")
    try await Session.done([
      "build", folder.path("map.json"), "--data", folder.path("data"), "-o", package,
    ])
    return package
  }

  /// Unpacks the geodatabase of a package.
  private func geodatabase(of package: String, in folder: TemporaryFolder) async throws -> String {
    let script = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      name = next(n for n in archive.namelist() if n.endswith(".geodatabase"))
      open(sys.argv[2], "wb").write(archive.read(name))
      """
    let path = folder.path("crew.geodatabase")
    let made = try await #require(Tool.python3).run(["-c", script, package, path])
    try #require(made.status == 0, "\(made.errorText)")
    return path
  }

  private func row(_ number: Int) -> String { "WHERE GlobalID = '\(SmallCity.id(number))'" }

  @Test(arguments: all)
  func `every kind of edit in a geodatabase merges without conflicts if the office changed nothing`(
    shapes: Shapes
  ) async throws {
    let folder = try TemporaryFolder()
    let package = try await build(shapes, in: folder)
    let crew = try await geodatabase(of: package, in: folder)
    try await ReplicaClient.edit(
      crew,
      [
        "UPDATE Things_evw SET Name = 'renamed' \(row(1))",
        "UPDATE Things_evw SET Shape = (SELECT Shape FROM Things_evw \(row(5))) \(row(2))",
        "DELETE FROM Things_evw \(row(3))",
        "UPDATE Things_evw SET Name = 'both', "
          + "Shape = (SELECT Shape FROM Things_evw \(row(1))) \(row(4))",
        "INSERT INTO Things_evw (Name, GlobalID, Shape) SELECT 'new', '\(SmallCity.id(9))', Shape "
          + "FROM Things_evw \(row(2))",
      ])
    for base in [[], ["--base", package]] {
      let diff = try await Session.done(["diff", crew, "--json"] + base).document()
      #expect(
        DiffAnswer(diff).changes.sorted() == [
          "Things delete \(SmallCity.id(3))", "Things insert \(SmallCity.id(9))",
          "Things update \(SmallCity.id(1)) Name", "Things update \(SmallCity.id(2)) geometry",
          "Things update \(SmallCity.id(4)) Name,geometry",
        ], "\(base)")
      let merged = try await Session.done(
        ["merge", "--into", package, crew, "-o", folder.path("merged.gpkg"), "-f", "--json"] + base)
      let answer = try merged.document()
      #expect(answer["conflicts"]?.array?.count == 0, "\(merged.output)")
      // Geometry that was only moved to the grid stays as in the office data.
      let rest = try await Session.done([
        "diff", folder.path("merged.gpkg"), "--base", package, "--json", "-f",
      ])
      #expect(DiffAnswer(try rest.document()).changes.count == 5, "\(rest.output)")
    }
  }
}
