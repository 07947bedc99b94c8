import Bytes
import Geometry
import MapModel
package import OrderedJSON

extension JSONFeatureSource {
  package func declaration(documents: [JSON]) throws -> SourceDeclaration {
    switch dialect {
    case .geoJSON: return try geoJSONDeclaration(documents)
    case .esri: return try esriDeclaration(documents)
    }
  }

  /// GeoJSON is WGS 84 (RFC 7946 §4), unless an older `crs` member states otherwise (GeoJSON 2008
  /// §3).
  private func geoJSONDeclaration(
    _ documents: [JSON]
  ) throws -> SourceDeclaration {
    var declaration = SourceDeclaration()
    declaration.hasZ = true
    declaration.spatialReference = SpatialReference(epsg: 4326)
    for document in documents {
      declaration.exceededTransferLimit = exceededTransferLimit(document)
      try checkAgreement(on: ["crs"], first: documents[0], page: document)
    }
    guard let crs = documents.first?["crs"], !crs.isNull else { return declaration }
    guard let named = namedReference(crs) else {
      let text = String(decoding: JSONWriter.write(crs), as: UTF8.self)
      throw FeatureDataError.spatialReferenceUnreadable(path: path, text: text)
    }
    declaration.spatialReference = named
    return declaration
  }

  private func esriDeclaration(
    _ documents: [JSON]
  ) throws -> SourceDeclaration {
    var declaration = SourceDeclaration()
    // Pages without rows omit what they can't know.
    let first = documents.first { $0["geometryType"] != nil } ?? documents.first
    guard let first else { return declaration }
    declaration.fields = try fields(first)
    declaration.objectIDField = first["objectIdFieldName"]?.string
    declaration.globalIDField = first["globalIdFieldName"]?.string
    declaration.hasZ = first["hasZ"]?.bool ?? false
    declaration.hasM = first["hasM"]?.bool ?? false
    for document in documents {
      declaration.exceededTransferLimit = exceededTransferLimit(document)
      try checkAgreement(
        on: ["spatialReference", "geometryType", "hasZ", "hasM"], first: first, page: document)
      declaration.quantizations.append(try quantization(document))
    }
    guard let reference = first["spatialReference"], !reference.isNull else { return declaration }
    declaration.spatialReference = try about(path) { try SpatialReference(esriJSON: reference) }
    return declaration
  }

  /// Reads the fields of a feature set, which are in the form of a layer definition.
  private func fields(_ document: JSON) throws -> [Field] {
    var notices = MapNotices()
    return try about(path) { try LayerDefinition(json: document, notices: &notices).fields }
  }

  private func quantization(_ page: JSON) throws -> EsriQuantization? {
    guard let transform = page["transform"], !transform.isNull else { return nil }
    return try about(path) { try EsriQuantization(json: transform) }
  }

  /// Reads the top-level member, or the member of `properties` in GeoJSON responses.
  private func exceededTransferLimit(_ document: JSON) -> Bool {
    document["exceededTransferLimit"]?.bool
      ?? document["properties"]?["exceededTransferLimit"]?.bool ?? false
  }

  /// Checks that pages agree on members that they both have.
  private func checkAgreement(
    on members: [String], first: JSON, page: JSON
  ) throws {
    for member in members {
      guard let one = first[member], let other = page[member], one != other else { continue }
      throw FeatureDataError.pagesDisagree(path: path, member: member)
    }
  }
}

/// Parses `urn:ogc:def:crs:EPSG::3857`, `urn:ogc:def:crs:OGC:1.3:CRS84` or `EPSG:3857`.
private func namedReference(_ crs: JSON) -> SpatialReference? {
  guard let name = crs["properties"]?["name"]?.string else { return nil }
  if name.hasSuffix("CRS84") { return SpatialReference(epsg: 4326) }
  guard let code = name.split(separator: ":").last.flatMap({ Int($0) }) else { return nil }
  return SpatialReference(epsg: code)
}
