import FeatureData
import MapModel
import OrderedJSON

/// The edits of one layer, bound to the layer of the service.
struct PushedLayer: Sendable {
  let layer: ServedLayer
  let idField: Field
  let number: Int
  /// Whether the service finds records by GlobalID, and takes the GlobalIDs of new ones.
  let takesGlobalIDs: Bool
  let records: [RecordEdit]
  let attachments: [FiledAttachment]
  /// The coordinate system of the shapes; nil for that of the layer.
  let wkid: Int?
  let comparison: EditComparison

  /// Binds edits to a layer.
  ///
  /// - Throws: `PushError` if the layer can't take such edits.
  init(_ filed: FiledLayer, to layer: ServedLayer) throws(PushError) {
    let definition = layer.definition
    guard let name = definition.globalIDField, let field = definition.fields.named(name),
      definition.objectIDField != nil
    else { throw .noGlobalIDs(layer: layer.name, address: layer.url) }
    self.layer = layer
    idField = field
    number = layer.address.layerID ?? 0
    takesGlobalIDs = definition.source["supportsApplyEditsWithGlobalIds"]?.bool ?? false
    let actions = Set(filed.records.map(\.action))
    for action in EditAction.allCases where actions.contains(action) {
      guard definition.allows(action) else {
        throw .notEditable(layer: layer.name, address: layer.url, operation: action.rawValue)
      }
    }
    guard takesGlobalIDs || !actions.contains(.add) else {
      throw .noGlobalIDs(layer: layer.name, address: layer.url)
    }
    let moved = LayerShapes(from: Self.reference(of: filed.records), to: definition)
      .flatMap { shapes in filed.records.allChanged { $0.moved(by: shapes) } }
    records = try (moved ?? filed.records).map { record throws(PushError) in
      try RecordEdit(record, of: layer, idField: field)
    }
    attachments = filed.attachments
    wkid = moved == nil ? Self.reference(of: filed.records)?["wkid"]?.int : nil
    comparison = EditComparison(tolerance: Self.tolerance(layer, wkid: wkid))
  }

  /// The coordinate system that the shapes name.
  private static func reference(of records: [FiledRecord]) -> JSON? {
    records.lazy.flatMap { [$0.feature, $0.before] }
      .compactMap { $0?["geometry"]?["spatialReference"] }.first { $0["wkid"]?.int != nil }
  }

  /// The grid of the layer, or a millimeter if the service doesn't tell it. If the service has to
  /// convert coordinates, a centimeter.
  private static func tolerance(_ layer: ServedLayer, wkid: Int?) -> Double {
    let reference = layer.definition.spatialReference ?? .null
    let ids = [reference["wkid"]?.int, reference["latestWkid"]?.int]
    let isOwn = wkid == nil || ids.contains(wkid)
    if isOwn, let units = reference["xyUnits"]?.double, units > 0 { return 1 / units }
    // Geographic systems have such numbers, and their unit is the degree.
    let isDegrees = (4_000..<5_000).contains(wkid ?? ids[0] ?? 0)
    return (isDegrees ? 1e-8 : 1e-3) * (isOwn ? 1 : 10)
  }

  /// The feature to send.
  func feature(_ open: OpenEdit) -> JSON {
    var attributes = JSONObject()
    attributes.append(idField.name, .string(open.edit.id.text))
    if !takesGlobalIDs, let objectID = open.objectID, let name = layer.definition.objectIDField {
      attributes.append(name, .number(Int(objectID)))
    }
    for value in open.values {
      if let sent = ServedValue(field: value.field).sent(value.ours) {
        attributes.append(value.field.name, sent)
      }
    }
    var feature: JSONObject = ["attributes": .object(attributes)]
    if open.hasShape { feature.append("geometry", open.edit.shape?.ours ?? .null) }
    return .object(feature)
  }

  /// Reads records of the layer.
  func records(_ client: ServiceClient, isBrief: Bool = false) -> ServedRecords {
    ServedRecords(client: client, layer: layer, idField: idField, wkid: wkid, isBrief: isBrief)
  }

  /// The layers with parents before children.
  static func parentsFirst(_ layers: [PushedLayer]) -> [PushedLayer] {
    var sorted: [PushedLayer] = []
    var open = layers
    while !open.isEmpty {
      let numbers = open.map(\.number)
      // If tables are parents of each other, the first one is as good as any.
      let index = open.firstIndex { layer in !numbers.contains { layer.isChild(of: $0) } } ?? 0
      sorted.append(open.remove(at: index))
    }
    return sorted
  }

  /// Whether its records refer to those of another layer.
  private func isChild(of other: Int) -> Bool {
    other != number
      && layer.definition.relationships.contains {
        $0.role == .destination && $0.relatedTableID == other
      }
  }
}

extension LayerDefinition {
  fileprivate func allows(_ action: EditAction) -> Bool {
    guard let capabilities else { return true }
    return switch action {
    case .add: capabilities.allowsCreate
    case .update: capabilities.allowsUpdate
    case .delete: capabilities.allowsDelete
    }
  }
}

extension Array {
  /// All elements after a change; nil if one can't be changed.
  fileprivate func allChanged<Changed>(_ change: (Element) -> Changed?) -> [Changed]? {
    let changed = compactMap(change)
    return changed.count == count ? changed : nil
  }
}
