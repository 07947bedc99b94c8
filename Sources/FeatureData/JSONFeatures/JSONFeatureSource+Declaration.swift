import Geometry
import MapModel
package import OrderedJSON

extension JSONFeatureSource {
  package func declaration(documents: [JSON]) throws(FeatureDataError) -> SourceDeclaration {
    for document in documents {
      if let error = document["error"], let code = error["code"]?.int {
        throw .serviceError(path: path, code: code, message: error["message"]?.string ?? "")
      }
    }
    switch dialect {
    case .geoJSON: return geoJSONDeclaration(documents)
    case .esri: return try esriDeclaration(documents)
    }
  }

  /// GeoJSON is WGS 84 (RFC 7946 §4) unless an older `crs` member says otherwise (GeoJSON 2008 §3).
  private func geoJSONDeclaration(_ documents: [JSON]) -> SourceDeclaration {
    var declaration = SourceDeclaration()
    declaration.hasZ = true
    declaration.spatialReference =
      documents.first?["crs"].flatMap(namedReference) ?? SpatialReference(epsg: 4326)
    return declaration
  }

  private func esriDeclaration(
    _ documents: [JSON]
  ) throws(FeatureDataError) -> SourceDeclaration {
    var declaration = SourceDeclaration()
    guard let first = documents.first else { return declaration }
    declaration.fields = try fields(first)
    declaration.objectIDField = first["objectIdFieldName"]?.string
    declaration.globalIDField = first["globalIdFieldName"]?.string
    declaration.hasZ = first["hasZ"]?.bool ?? false
    declaration.hasM = first["hasM"]?.bool ?? false
    for document in documents {
      declaration.exceededTransferLimit =
        document["exceededTransferLimit"]?.bool
        ?? document["properties"]?["exceededTransferLimit"]?.bool ?? false
      try checkAgreement(first, document)
      declaration.quantizations.append(try quantization(document))
    }
    guard let reference = first["spatialReference"], !reference.isNull else { return declaration }
    do throws(GeometryError) {
      declaration.spatialReference = try SpatialReference(esriJSON: reference)
    } catch { throw .spatialReference(path: path, error) }
    return declaration
  }

  /// A feature set lists its fields as a layer definition does.
  private func fields(_ document: JSON) throws(FeatureDataError) -> [Field] {
    var notices = MapNotices()
    do throws(MapModelError) {
      return try LayerDefinition(json: document, notices: &notices).fields
    } catch { throw .definition(path: path, error) }
  }

  private func quantization(_ page: JSON) throws(FeatureDataError) -> EsriQuantization? {
    guard let transform = page["transform"], !transform.isNull else { return nil }
    do throws(GeometryError) {
      return try EsriQuantization(json: transform)
    } catch { throw .geometry(path: path, row: 0, offset: 0, error) }
  }

  private func checkAgreement(_ first: JSON, _ page: JSON) throws(FeatureDataError) {
    for member in ["spatialReference", "geometryType", "hasZ", "hasM"] {
      guard first[member] == page[member] else {
        throw .pagesDisagree(path: path, member: member)
      }
    }
  }
}

/// `urn:ogc:def:crs:EPSG::3857`, `urn:ogc:def:crs:OGC:1.3:CRS84` or `EPSG:3857`.
private func namedReference(_ crs: JSON) -> SpatialReference? {
  guard let name = crs["properties"]?["name"]?.string else { return nil }
  if name.hasSuffix("CRS84") { return SpatialReference(epsg: 4326) }
  guard let code = name.split(separator: ":").last.flatMap({ Int($0) }) else { return nil }
  return SpatialReference(epsg: code)
}
