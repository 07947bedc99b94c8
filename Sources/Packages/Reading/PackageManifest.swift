import Bytes
import Geometry
package import OrderedJSON

/// `fieldpack.json`: the package's content, its sources and its findings, as the build wrote them.
package struct PackageManifest: Sendable {
  /// The document as read.
  let json: JSON

  init(_ json: JSON) { self.json = json }

  /// A member of the document.
  package subscript(key: String) -> JSON? { json[key] }

  /// The entries of the package's files.
  package var members: [JSON] { json["members"]?.array ?? [] }

  /// The paths of the package's files.
  package var paths: Set<String> { Set(members.compactMap { $0["path"]?.string }) }

  /// The entries of the packed layers and tables.
  package var layers: [JSON] { json["layers"]?.array ?? [] }

  /// The entry of a table; nil if there is none.
  func layer(ofTable table: String) -> JSON? {
    layers.first { $0["table"]?.string == table }
  }

  /// The number of bytes of all files, or of those in a folder.
  func byteCount(in folder: String = "") -> Int {
    members.reduce(0) { sum, account in
      let isThere = account["path"]?.string?.hasPrefix(folder) == true
      return sum &+ (isThere ? max(0, account["size"]?.int ?? 0) : 0)
    }
  }

  /// The area of the package. Nil if it has none, or if its spatial reference is unknown.
  ///
  /// - Throws: `LocatedError` for an invalid shape.
  package func area() throws -> AreaOfInterest? {
    guard let area = json["area"], let geometry = area["geometry"], !geometry.isNull,
      let wkid = area["spatialReference"]?.int
    else { return nil }
    let text = area["text"]?.string ?? ""
    return try about("area \(text)") {
      let shape = try Geometry(geoJSON: geometry)
      guard let reference = try SpatialReference(esriJSON: ["wkid": .number(wkid)]) else {
        return nil
      }
      return try? AreaOfInterest(shape: shape, spatialReference: reference, text: text)
    }
  }
}
