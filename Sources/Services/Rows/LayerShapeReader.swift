package import Geometry
import MapModel
import OrderedJSON

/// Reads shapes of features of a map's layers, one by one: all of them or an error.
package struct LayerShapeReader: Sendable {
  let client: ServiceClient
  let catalogue: Catalogue

  /// The most features of an area.
  private static let most = 2_000
  /// How many features are asked for at once.
  private static let batch = 16

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
    let ids = try await IDReader(
      client: client, layer: served, part: RowPart(filter: filter)
    ).read()
    guard ids.count <= Self.most else {
      throw ServicesError.answerUnusable(
        address: served.url, expected: "at most \(Self.most) features for an area")
    }
    let questions = try RowQuestions(served)
    var reference = try served.definition.spatialReference.flatMap(SpatialReference.init(esriJSON:))
    var shapes: [Geometry] = []
    for start in stride(from: 0, to: ids.count, by: Self.batch) {
      let batch = ids[start..<min(ids.count, start + Self.batch)]
      let answers = try await client.documents(batch.map { questions.row($0) })
      for (id, answer) in zip(batch, answers) {
        // A service may cut an answer with several features and not say so. The area would be smaller.
        guard let features = answer["features"]?.array, features.count == 1 else {
          throw ServicesError.rowsMissing(layer: served.name, address: served.url, ids: [id])
        }
        if let own = answer["spatialReference"] {
          reference = try SpatialReference(esriJSON: own) ?? reference
        }
        guard let shape = features[0]["geometry"], !shape.isNull else { continue }
        shapes.append(try Geometry(esriJSON: shape))
      }
    }
    return (shapes, reference ?? SpatialReference(epsg: 4326))
  }
}
