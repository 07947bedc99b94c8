import Geometry
import OrderedJSON

extension OpenPackage {
  /// The area of the package. Nil if it has none, if the spatial reference of the area is unknown,
  /// or for a store without its manifest.
  ///
  /// - Throws: `PackagingError.areaGeometry` for an invalid shape.
  package func area() throws(PackagingError) -> AreaOfInterest? {
    guard let area = manifest?["area"], let json = area["geometry"], !json.isNull,
      let wkid = area["spatialReference"]?.int
    else { return nil }
    let text = area["text"]?.string ?? ""
    do throws(GeometryError) {
      let shape = try Geometry(geoJSON: json)
      guard let reference = try SpatialReference(esriJSON: ["wkid": .number(wkid)]) else {
        return nil
      }
      return try? AreaOfInterest(shape: shape, spatialReference: reference, text: text)
    } catch { throw .areaGeometry(text: text, error) }
  }
}
