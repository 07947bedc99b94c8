import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packaging
import Popups

/// Which fields go out: all of them, or for the public those that the map's author shows, or
/// those on the user's list.
struct FieldDisclosure: Sendable {
  /// By layer: the schema's columns that go out.
  private let columns: [[Int]]

  init(_ plan: SitePlan, _ request: SiteRequest) throws(PublishingError) {
    var columns: [[Int]] = []
    for layer in plan.layers { columns.append(try Self.columns(layer, request)) }
    for allowed in request.allowedFields
    where !plan.layers.contains(where: { Self.isNamed($0, allowed.layer) }) {
      throw .noSuchLayer(name: allowed.layer, layers: plan.layers.map(\.title))
    }
    self.columns = columns
  }

  private static func isNamed(_ layer: SiteLayer, _ name: String) -> Bool {
    layer.title.isSameName(as: name) || layer.store.name.isSameName(as: name)
  }

  private static func columns(
    _ layer: SiteLayer, _ request: SiteRequest
  ) throws(PublishingError) -> [Int] {
    let all = Array(layer.schema.columns.indices)
    if let allowed = request.allowedFields.first(where: { isNamed(layer, $0.layer) }) {
      var columns: [Int] = []
      for name in allowed.fields {
        guard let column = layer.schema.column(named: name) else {
          throw .noSuchField(
            layer: layer.title, name: name, fields: layer.schema.columns.map(\.field.name))
        }
        columns.append(column)
      }
      return all.filter { columns.contains($0) }
    }
    return request.isPublic ? all.filter { isShown($0, layer) } : all
  }

  /// Whether the public may see a field that nobody listed: one that the pop-up shows, and that
  /// tells of the thing, not of who kept its record.
  private static func isShown(_ column: Int, _ layer: SiteLayer) -> Bool {
    let field = layer.schema.columns[column].field
    if column == layer.schema.globalIDColumn || field.type.isIdentity { return false }
    if layer.definition.editFieldsInfo?.contains(field.name) == true { return false }
    guard let infos = layer.table.layer.popupInfo?["fieldInfos"]?.array else { return true }
    return infos.contains { info in
      info["fieldName"]?.string?.isSameName(as: field.name) == true
        && info["visible"]?.bool != false
    }
  }

  /// The schema's columns of a layer that go out.
  func fields(of layer: Int) -> [Int] { columns[layer] }

  func isOut(_ column: Int, of layer: Int) -> Bool { columns[layer].contains(column) }
}
