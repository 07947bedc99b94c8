package import OrderedJSON

extension EffectiveLayer {
  /// The fields in the service's order, with the map's aliases.
  package var fields: [Field] { definition.fields }

  /// The layer's filter, a where clause, or nil for all rows.
  package var definitionExpression: String? { definition.definitionExpression }

  /// The field that identifies rows without GlobalIDs: `uniqueIdField` of the layer's definition.
  /// Nil if there is none. Also nil if it is the object id, because every store assigns new ones.
  package var keyField: String? {
    let name = definition.source["uniqueIdField"]?["name"]?.string
    guard let name, definition.globalIDField == nil, fields.named(name)?.type != .objectID,
      definition.objectIDField?.isSameName(as: name) != true
    else { return nil }
    return name
  }

  /// Whether rows can have attachments.
  package var hasAttachments: Bool { definition.hasAttachments }

  /// Whether rows may be added, or nil if the service's definition is not known.
  package var allowsCreate: Bool? { allows(\.allowsCreate) }
  /// Whether rows may be changed.
  package var allowsUpdate: Bool? { allows(\.allowsUpdate) }
  /// Whether rows may be deleted.
  package var allowsDelete: Bool? { allows(\.allowsDelete) }

  private func allows(_ operation: (Capabilities) -> Bool) -> Bool? {
    guard let isEditable else { return nil }
    return isEditable && definition.capabilities.map(operation) ?? false
  }

  /// Returns whether a form lets people edit a field of an editable layer. The author's form
  /// decides, or else the pop-up. Fields that the form calculates count too.
  ///
  /// - Parameter keys: the fields that relate a record to its parents. They can always be entered,
  ///   whatever the pop-up says.
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

  /// Returns whether people may edit a field of an editable layer. False for fields that the
  /// service maintains.
  package func allowsEditing(of field: Field) -> Bool {
    guard field.isEditable, definition.editFieldsInfo?.contains(field.name) != true else {
      return false
    }
    return field.type.isForPeople && !field.name.hasPrefix("Shape__")
  }
}

extension LayerDefinition {
  /// Returns the type of a row by the value of its type field, or nil. A number matches a string
  /// with the same digits, because files differ in how they store codes.
  package func featureType(for value: JSON) -> FeatureType? {
    types.first { $0.id.isSameScalar(as: value) }
      ?? types.first { !value.scalarText.isEmpty && $0.id.scalarText == value.scalarText }
  }

  /// Returns the domain of a field in a row. It is the type's domain unless that is inherited, and
  /// otherwise the field's own. Nil if any value is allowed.
  ///
  /// - Parameter typeValue: the value of the row's type field, or nil or null.
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
