package import OrderedJSON

extension EffectiveLayer {
  /// The fields in the service's order, with the map's aliases.
  package var fields: [Field] { definition.fields }

  /// The filter on the layer's rows, a where-clause; nil for all rows.
  package var definitionExpression: String? { definition.definitionExpression }

  /// The field that tells rows apart where they have no GlobalIDs, as `uniqueIdField` of the layer's
  /// definition names it; nil for none, and for the object id, which every store gives anew.
  package var keyField: String? {
    let name = definition.source["uniqueIdField"]?["name"]?.string
    guard let name, definition.globalIDField == nil, fields.named(name)?.type != .objectID,
      definition.objectIDField?.isSameName(as: name) != true
    else { return nil }
    return name
  }

  /// Whether rows have photos or files.
  package var hasAttachments: Bool { definition.hasAttachments }

  /// Whether a row may be added to; nil when the service's definition is not known.
  package var allowsCreate: Bool? { allows(\.allowsCreate) }
  /// Whether rows may be changed.
  package var allowsUpdate: Bool? { allows(\.allowsUpdate) }
  /// Whether rows may be deleted.
  package var allowsDelete: Bool? { allows(\.allowsDelete) }

  private func allows(_ operation: (Capabilities) -> Bool) -> Bool? {
    guard let isEditable else { return nil }
    return isEditable && definition.capabilities.map(operation) ?? false
  }

  /// Whether a form lets people change a field of an editable layer, as the author's form has it,
  /// else the pop-up. What the form works out itself may change, too.
  ///
  /// - Parameter keys: the fields that relate a record to its parents: records are related by these,
  ///   whatever the pop-up says of them.
  package func allowsEntering(_ field: Field, keys: [String]) -> Bool {
    guard allowsEditing(of: field) else { return false }
    if keys.contains(where: { field.isNamed($0) }) { return true }
    if let form {
      return !form.fields.contains { element, own in
        field.isNamed(own.name) && own.value == nil
          && element.editability?.source.hasSameUTF8(as: "false") == true
      }
    }
    return !(popupInfo?["fieldInfos"]?.array ?? []).contains { info in
      guard let name = info["fieldName"]?.string, field.isNamed(name) else { return false }
      return info["isEditable"]?.bool == false
    }
  }

  /// Whether people may change a field of an editable layer: not what the service keeps itself.
  package func allowsEditing(of field: Field) -> Bool {
    guard field.isEditable, definition.editFieldsInfo?.contains(field.name) != true else {
      return false
    }
    switch field.type {
    case .objectID, .globalID, .blob, .raster, .geometry, .xml: return false
    default: return !field.name.hasPrefix("Shape__")
    }
  }
}

extension LayerDefinition {
  /// The type a row is of, by the value of its type field; nil when there is none such. A number
  /// matches a string that spells it, since files disagree about codes.
  package func featureType(for value: JSON) -> FeatureType? {
    types.first { $0.id.isSameScalar(as: value) }
      ?? types.first { !value.scalarText.isEmpty && $0.id.scalarText == value.scalarText }
  }

  /// The domain that holds for a field of a row: the type's own, unless it says inherited, else the
  /// field's; nil when any value will do.
  ///
  /// - Parameter typeValue: the value of the row's type field; nil or null for none.
  package func domain(ofField name: String, typeValue: JSON? = nil) -> Domain? {
    if let typeValue, let type = featureType(for: typeValue),
      let own = type.domains.first(where: { $0.field.isSameName(as: name) })?.domain,
      own != .inherited
    {
      return own
    }
    let domain = fields.named(name)?.domain
    return domain == .inherited ? nil : domain
  }
}
