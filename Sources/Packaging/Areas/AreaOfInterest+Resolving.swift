import Bytes
import FeatureData
import Filters
import Geometry
import MapModel
import OrderedJSON
import Packages
import Records

extension AreaOfInterest {
  /// Finds the area that a request names; `nil` if it asks for everything.
  ///
  /// - Parameter text: the request without its margin.
  static func resolve(
    _ request: AreaRequest, within margin: AreaMargin?, text: String, map: WebMap,
    tables: [PlannedTable], now: Int64
  ) async throws -> AreaOfInterest? {
    switch request {
    case .everything: return nil
    case .box(let box):
      let isDegrees =
        abs(box.minX) <= 180 && abs(box.maxX) <= 180 && abs(box.minY) <= 90 && abs(box.maxY) <= 90
      return try AreaShapes(
        box, isDegrees ? SpatialReference(epsg: 4326) : mapReference(map, text)
      ).area(within: margin, text: text)
    case .boxOverAntimeridian(let west, let east):
      return try AreaShapes(
        shapes: [Geometry(west), Geometry(east)], spatialReference: SpatialReference(epsg: 4326)
      ).area(within: margin, text: text)
    case .polygonFile(let path):
      let file = try AreaFile(path: path)
      return try file.area(of: file.features, within: margin, text: LocalPath.lastPart(path))
    case .filePolygons(let path, let field, let value):
      let file = try AreaFile(path: path)
      let text = LocalPath.lastPart(path) + text.dropFirst(path.count)
      return try file.area(
        of: file.features(where: field, is: value, text: text), within: margin, text: text)
    case .bookmark(let name):
      return try viewpoint(map.bookmark(named: name)?.viewpoint, of: "the bookmark", in: map, text)
        .area(within: margin, text: text)
    case .view:
      return try viewpoint(map.initialViewpoint, of: "the map", in: map, text)
        .area(within: margin, text: text)
    case .feature(let layer, let expression):
      return try await features(
        of: AreaLayer(layer, in: tables, needsPolygons: margin == nil, text: text),
        where: expression, text: text, now: now
      ).area(within: margin, text: text)
    }
  }

  static func mapReference(
    _ map: WebMap, _ text: String
  ) throws -> SpatialReference {
    guard let json = map.spatialReference else { return SpatialReference(epsg: 3857) }
    return try about("area \(text)") {
      try SpatialReference(esriJSON: json) ?? SpatialReference(epsg: 3857)
    }
  }

  /// The extent of a viewpoint.
  static func viewpoint(
    _ viewpoint: Viewpoint?, of owner: String, in map: WebMap, _ text: String
  ) throws -> AreaShapes {
    guard let viewpoint, viewpoint.extent.width > 0, viewpoint.extent.height > 0 else {
      throw PackagingError.area(text: text, expected: "\(owner) to have an extent")
    }
    var reference = try mapReference(map, text)
    if let json = viewpoint.spatialReference {
      reference = try about("area \(text)") {
        try SpatialReference(esriJSON: json) ?? reference
      }
    }
    return AreaShapes(viewpoint.extent, reference)
  }

  /// The shapes of the features that a where clause selects from a layer.
  private static func features(
    of layer: AreaLayer, where expression: String, text: String, now: Int64
  ) async throws -> AreaShapes {
    let title = layer.table.title
    let clause: WhereClause
    do throws(WhereError) {
      clause = try layer.clause(expression, now: now)
    } catch {
      throw PackagingError.area(text: text, expected: "a valid filter of \(title): \(error)")
    }
    var shapes = AreaShapes(spatialReference: layer.geometry.spatialReference)
    try await layer.read(where: clause) { shape, _, _, _ in shapes.shapes.append(shape) }
    guard shapes.shapes.contains(where: { !$0.isEmpty }) else {
      throw PackagingError.area(
        text: text, expected: "a feature of \(title) with \(expression), but there is none")
    }
    return shapes
  }
}

extension SurveyedMap {
  /// Finds the polygon that a request names; `nil` if it asks for everything.
  func area(_ text: String, now: Int64) async throws -> AreaOfInterest? {
    let margin = try AreaMargin.split(text)
    let rest = margin?.rest ?? text
    let wanted = try AreaRequest(parsing: rest, map: map) {
      try PathKind(of: $0) != nil
    }
    return try await AreaOfInterest.resolve(
      wanted, within: margin?.margin, text: rest, map: map, tables: areaTables, now: now)
  }
}
