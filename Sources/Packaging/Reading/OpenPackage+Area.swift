import Geometry
import OrderedJSON

extension OpenPackage {
  /// The area the package was made for; nil where it was not made for one, where nobody says what
  /// its coordinates are in, and for a store that came without its manifest.
  ///
  /// - Throws: `PackagingError.areaGeometry` for a shape that is none.
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
