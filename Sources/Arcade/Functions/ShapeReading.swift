import FeatureData
import Geometry

/// Geometries that dictionaries describe, in Esri JSON form.
enum ShapeReading {
  /// The geometry that a dictionary describes.
  static func shape(
    ofMember value: ArcadeValue, _ arguments: ArcadeArguments, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeGeometry? {
    switch value {
    case .null: return nil
    case .geometry(let shape): return shape
    case .dictionary(let dictionary):
      let entries = run.entries(of: dictionary)
      let types: [(String, EsriGeometryType)] = [
        ("x", .point), ("points", .multipoint), ("paths", .polyline), ("rings", .polygon),
        ("xmin", .envelope),
      ]
      guard let type = types.first(where: { entries[$0.0] != nil })?.1 else {
        throw run.badArgument(arguments, 0, message: "its geometry has no coordinates")
      }
      return try run.store(try shape(of: dictionary, as: type, arguments, in: &run))
    default: throw run.badArgument(arguments, 0, message: "its geometry is not a geometry")
    }
  }

  /// Reads the geometry of a dictionary in Esri JSON form.
  static func shape(
    of dictionary: ArcadeDictionary, as type: EsriGeometryType, _ arguments: ArcadeArguments,
    in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> HeldGeometry {
    let reference = reference(of: run.entries(of: dictionary), in: run)
    let json = try ArcadeJSON.json(of: .dictionary(dictionary), in: &run)
    return try run.reading(arguments, 0) { () throws(GeometryError) in
      HeldGeometry(try Geometry(esriJSON: json, type: type), reference: reference)
    }
  }

  /// The spatial reference of a dictionary in Esri JSON form; the map's if it names none.
  static func reference(of entries: ArcadeEntries, in run: ArcadeRun) -> ShapeReference {
    guard case .dictionary(let reference)? = entries["spatialReference"] else {
      return run.context.spatialReference ?? .none
    }
    let codes = run.entries(of: reference)
    func code(_ name: String) -> Int? { codes[name].flatMap { Int(exactly: $0.asNumber) } }
    let latest = code("latestWkid")
    return ShapeReference(wkid: code("wkid") ?? latest ?? 0, latestWkid: latest)
  }
}
