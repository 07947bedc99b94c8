package import OrderedJSON

/// A layer as the map shows it. The portal item overrides the service's definition, and the web map
/// overrides both.
package struct EffectiveLayer: Sendable, Equatable {
  /// The web map's layer id.
  package let id: String
  /// The title in the web map.
  package let title: String
  /// The service and layer number, or nil if the layer's URL has none.
  package let address: ServiceAddress?
  /// The merged definition. Its `capabilities` are the service's.
  package var definition: LayerDefinition
  /// The whole pop-up definition from the web map, or else from the item.
  package let popupInfo: JSON?
  /// The form from the web map, or else from the item.
  package let form: FormDefinition?
  /// Whether the layer has a pop-up that is not switched off.
  package let isPopupEnabled: Bool
  /// Whether people may edit rows, or nil if the service's definition is not known.
  package let isEditable: Bool?
  /// The scales at which it is drawn, limited by the groups it is in.
  package let scaleRange: ScaleRange
  /// What was ignored, or read differently than written.
  package let notices: [MapNotice]

  /// Merges the definitions of a layer.
  ///
  /// - Parameters:
  ///   - service: the definition of the service's layer.
  /// - item: the layer's part of the portal item, `{popupInfo, layerDefinition, …}`.
  ///   - map: the layer in the web map.
  package init(service: LayerDefinition?, item: JSON?, map: OperationalLayer) {
    var notes = MapNotices()
    var merged = service?.source ?? JSONObject()
    merged.overlay(item?["layerDefinition"]?.object)
    merged.overlay(map.layerDefinition?.object)
    merged["capabilities"] = nil
    if map.kind == .annotation { merged["type"] = .string(LayerDefinition.annotationType) }
    var definition = LayerDefinition(Members(merged, path: map.title), &notes)
    definition.capabilities = service?.capabilities
    if let service {
      definition.kind = service.kind
      definition.id = service.id
      definition.name = service.name
      definition.relationships = service.relationships
      definition.hasAttachments = service.hasAttachments
    } else {
      definition.id = map.address?.layerID ?? definition.id
      if definition.name.isEmpty { definition.name = map.title }
    }
    if map.isTable { definition.kind = .table }
    if definition.isAnnotation, definition.drawingInfo == nil {
      definition.drawAnnotation(&notes)
    }
    self.definition = definition
    id = map.id
    title = map.title
    address = map.address
    popupInfo = map.popupInfo ?? item?["popupInfo"]?.object.map { .object($0) }
    let formInfo = map.source["formInfo"]?.object ?? item?["formInfo"]?.object
    form = formInfo.map { FormDefinition(Members($0, path: "\(map.title).formInfo"), &notes) }
    let isDisabled = map.disablesPopup || item?["disablePopup"]?.bool == true
    isPopupEnabled = popupInfo != nil && !isDisabled
    isEditable = Self.isEditable(service: service?.capabilities, map: map.capabilities)
    scaleRange = map.scaleRange.intersection(definition.scaleRange)
    notices = notes.list
  }

  /// Editing must be allowed by the service, and by the map if the map states anything.
  private static func isEditable(service: Capabilities?, map: Capabilities?) -> Bool? {
    if let map, !map.contains("Editing") { return false }
    return service?.allowsEditing
  }
}

extension JSONObject {
  /// Overrides members by those of another definition. Null and empty lists are ignored.
  fileprivate mutating func overlay(_ other: JSONObject?) {
    guard let other else { return }
    for member in other.members {
      switch (member.key, member.value) {
      case (_, .null): continue
      case ("fields", .array(let fields)): overlay(fields: fields)
      case ("fieldConfigurations", .array(let configurations)):
        self[member.key] = member.value
        overlay(aliases: configurations)
      case (_, .array(let elements)) where elements.isEmpty: continue
      default: self[member.key] = member.value
      }
    }
  }

  /// Overrides fields member by member. Fields that the service lacks are added only if there is no
  /// service, because maps keep deleted fields.
  private mutating func overlay(fields: [JSON]) {
    guard case .array(var own)? = self["fields"], !own.isEmpty else {
      self["fields"] = .array(fields)
      return
    }
    for field in fields {
      guard let name = field["name"]?.string, let changes = field.object,
        let index = own.firstIndex(where: { $0["name"]?.string?.isSameName(as: name) == true }),
        var members = own[index].object
      else { continue }
      for change in changes.members where !change.value.isNull && change.key != "name" {
        members[change.key] = change.value
      }
      own[index] = .object(members)
    }
    self["fields"] = .array(own)
  }

  /// Applies `fieldConfigurations[] {name, alias}`, which renames fields for people.
  private mutating func overlay(aliases: [JSON]) {
    let fields: [JSON] = aliases.compactMap { configuration in
      guard let name = configuration["name"], let alias = configuration["alias"] else {
        return nil
      }
      return ["name": name, "alias": alias]
    }
    if self["fields"]?.array?.isEmpty == false { overlay(fields: fields) }
  }
}
