import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Records

// The steps of adding and updating a record.
extension EditSession {
  /// Why an operation is not allowed on a layer; nil if it is allowed.
  func refusal(of right: Bool?, in table: EditableTable, operation what: String) -> EditError? {
    guard table.map.isEditable else {
      return EditError(1_000, "\(table.map.layer.title) is read-only in the package.")
    }
    return right == false
      ? EditError(1_000, "\(what) is not allowed in \(table.map.layer.title).") : nil
  }

  func find(
    _ attributes: JSONObject, in table: EditableTable
  ) -> (EditableTable.Handle?, EditResult) {
    let names = [
      table.definition.globalIDField, table.definition.objectIDField ?? table.table.idColumn,
    ]
    let values = names.map { name in name.flatMap { attributes.value(named: $0) } }
    if let text = values[0]?.string {
      guard let id = GlobalID(text) else {
        return (nil, EditResult(errors: [EditError(1_021, "Empty GlobalID.")]))
      }
      return (table.find(id), EditResult(globalID: id, errors: [.missing]))
    }
    if let field = table.map.layer.keyField, let value = attributes.value(named: field),
      let key = JoinKey(
        AttributeValue.stored(value, as: table.fields.named(field)?.type ?? .string))
    {
      return (table.find(key: key), EditResult(errors: [.missing]))
    }
    guard let number = values[1]?.int else {
      return (nil, EditResult(errors: [EditError(1_020, "Missing GlobalID.")]))
    }
    return (
      table.find(objectID: Int64(number)),
      EditResult(objectID: Int64(number), errors: [.missing])
    )
  }

  /// Sets a new record to the values of its template, then to the defaults of the fields.
  func setDefaults(
    of row: inout EditedRow, _ attributes: JSONObject, in table: EditableTable
  ) {
    let definition = table.definition
    let type = definition.typeIDField.flatMap { attributes.value(named: $0) }
      .flatMap { definition.featureType(for: $0) }
    let template = type?.templates.first ?? definition.templates.first
    for field in table.fields where !field.type.isAssigned {
      guard let column = table.column(of: field.name) else { continue }
      let value = template?.attributes.value(named: field.name) ?? field.defaultValue
      guard let value, !value.isNull else { continue }
      row[column] = AttributeValue.stored(value, as: field.type)
    }
  }

  /// Sets attributes, and returns an error for each unknown or read-only one.
  func set(
    _ attributes: JSONObject, of row: inout EditedRow, in table: EditableTable, isNew: Bool
  ) -> [EditError] {
    var errors: [EditError] = []
    for member in attributes.members {
      if table.definition.objectIDField == nil, member.key.isSameName(as: table.table.idColumn) {
        continue
      }
      guard let fieldIndex = table.fields.index(named: member.key),
        let column = table.column(of: member.key)
      else {
        errors.append(EditError(1_000, "There is no field \(member.key)."))
        continue
      }
      let field = table.fields[fieldIndex]
      if [table.definition.globalIDField, table.definition.objectIDField].contains(field.name) {
        continue
      }
      let value = AttributeValue.stored(member.value, as: field.type)
      if AttributeValue.isSame(value, row[column], as: field.type) { continue }
      guard table.editable.contains(fieldIndex) else {
        errors.append(EditError(1_023, "Field: \(field.name) is not editable."))
        continue
      }
      row[column] = value
    }
    return errors
  }

  func identity(
    of attributes: JSONObject, in table: EditableTable, location: String, _ result: inout EditResult
  ) -> GlobalID? {
    guard let field = table.definition.globalIDField else { return nil }
    if let given = attributes.value(named: field), !given.isNull {
      guard let id = given.string.flatMap({ GlobalID($0) }), !id.isNone else {
        result.errors.append(EditError(1_021, "Empty GlobalID."))
        return nil
      }
      if table.isTaken(id) {
        result.errors.append(
          EditError(1_022, "Unique constraint violation error on inserting the value."))
      }
      return id
    }
    var id = GlobalID(namespace: seed, name: location)
    var number = 2
    while table.isTaken(id) {
      id = GlobalID(namespace: seed, name: "\(location)/\(number)")
      number += 1
    }
    return id
  }

  func track(_ row: inout EditedRow, in table: EditableTable, isNew: Bool) {
    guard let tracking = table.definition.editFieldsInfo else { return }
    let dates = [tracking.editDateField] + (isNew ? [tracking.creationDateField] : [])
    for field in dates.compactMap(\.self) {
      guard let column = table.column(of: field), let type = table.fields.named(field)?.type else {
        continue
      }
      row[column] = AttributeValue.stored(.number(Int(now)), as: type)
    }
    guard let user else { return }
    for field in [tracking.editorField] + (isNew ? [tracking.creatorField] : []) {
      if let column = field.flatMap(table.column) { row[column] = .text(user) }
    }
  }

  func setGeometry(
    _ json: JSON?, of row: inout EditedRow, in table: EditableTable, isNew: Bool,
    _ result: inout EditResult
  ) {
    if let json, !json.isNull {
      if !isNew, table.definition.source["allowGeometryUpdates"]?.bool == false {
        result.errors.append(EditError(1_004, "Geometry update not allowed."))
        return
      }
      do throws(EditError) {
        row.setGeometry(try table.blob(of: json))
      } catch {
        result.errors.append(error)
      }
    } else if table.table.geometry != nil, isNew || json != nil {
      result.errors.append(.invalid("Feature isn't valid. A feature of a layer needs a geometry."))
    }
  }

  func violations(of row: EditedRow, in table: EditableTable) -> [EditError] {
    table.rules.violations(table.values(of: row)) { table.editable.contains($0) }
      .map { EditError($0) }
  }
}

extension JSONObject {
  /// The value of a member, by its exact name or by its name in another case.
  func value(named name: String) -> JSON? {
    self[name] ?? members.first { $0.key.isSameName(as: name) }?.value
  }
}
