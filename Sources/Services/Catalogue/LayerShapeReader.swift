package import Geometry
import MapModel
import OrderedJSON

/// Reads shapes of features of a map's layers.
package struct LayerShapeReader: Sendable {
  let client: ServiceClient
  let catalogue: Catalogue

  /// The shapes of the features that pass a filter, in the SQL of the service, and their coordinate
  /// system.
  ///
  /// - Parameter layer: the title or the ID of a layer.
  /// - Throws: `ServicesError`, and errors of the shapes.
  package func shapes(
    of layer: String, where filter: String
  ) async throws -> ([Geometry], SpatialReference) {
    let address = catalogue.map.shown.first { $0.isNamed(layer) }?.address
    guard let served = catalogue.layers.first(where: { $0.address == address }) else {
      throw ServicesError.noSuchLayer(name: layer, layers: catalogue.map.shown.map(\.title))
    }
    let question = Question.json(
      served.url + "/query",
      [
        ("where", filter), ("outFields", served.definition.objectIDField ?? ""),
        ("returnGeometry", "true"),
      ])
    let json: JSON
    do {
      json = try await client.document(question)
    } catch ServicesError.refused(_, let code, let message) {
      throw ServicesError.filterRefused(
        layer: served.name, filter: filter, code: code, message: message)
    }
    guard let features = json["features"]?.array else {
      throw ServicesError.answerUnusable(address: question.address, expected: "features")
    }
    guard json["exceededTransferLimit"]?.bool != true else {
      throw ServicesError.answerUnusable(
        address: question.address, expected: "no more features than the service sends at once")
    }
    let own = json["spatialReference"] ?? served.definition.spatialReference ?? .null
    let reference = try SpatialReference(esriJSON: own) ?? SpatialReference(epsg: 4326)
    let shapes = try features.compactMap { $0["geometry"] }.filter { !$0.isNull }
      .map { try Geometry(esriJSON: $0) }
    return (shapes, reference)
  }
}
