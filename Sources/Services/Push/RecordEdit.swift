import FeatureData
import MapModel
import OrderedJSON

/// An edit of a record, with the fields of its layer.
struct RecordEdit: Sendable {
  /// A value that the edit sets or, if it deletes the record, one that the record had.
  struct Value: Sendable {
    let field: Field
    /// In the form of `edits.json`.
    let ours: JSON?
    /// What the merge found; nil for additions.
    let before: JSON?
  }

  /// A shape that the edit sets, or that a deleted record had.
  struct Shape: Sendable {
    let ours: JSON?
    let before: JSON?
  }

  let action: EditAction
  let id: GlobalID
  let values: [Value]
  /// Nil if the edit leaves the shape alone.
  let shape: Shape?
  /// The fields that the service doesn't let anybody set, with the reason.
  let leftOut: [(field: String, reason: String)]

  /// Binds an edit to its layer.
  ///
  /// - Throws: `PushError.fieldMissing` if the layer lacks a field or the shape that the edit sets.
  init(_ filed: FiledRecord, of layer: ServedLayer, idField: Field) throws(PushError) {
    (action, id) = (filed.action, filed.id)
    let ours = filed.feature?["attributes"]?.object ?? JSONObject()
    let before = filed.before?["attributes"]?.object ?? JSONObject()
    var values: [Value] = []
    var leftOut: [(field: String, reason: String)] = []
    for member in (action == .delete ? before : ours).members {
      guard let field = layer.definition.fields.named(member.key) else {
        guard action == .delete || member.value.isNull else {
          throw .fieldMissing(layer: layer.name, field: member.key)
        }
        continue
      }
      guard !field.type.isAssigned, field.name != idField.name else { continue }
      let value = Value(
        field: field, ours: action == .delete ? nil : member.value,
        before: action == .add ? nil : before.value(of: field))
      guard let reason = Self.obstacle(to: value, action) else {
        values.append(value)
        continue
      }
      // A new record has no value in most fields that the service fills in.
      if action == .update || !member.value.isNull { leftOut.append((field.name, reason)) }
    }
    self.values = values
    self.leftOut = leftOut
    shape = try Self.shape(filed, of: layer)
  }

  private static func obstacle(to value: Value, _ action: EditAction) -> String? {
    guard action != .delete else { return nil }
    if !value.field.isEditable { return "the service lets nobody edit the field" }
    return ServedValue(field: value.field).sent(value.ours) == nil
      ? "Fieldpack can't send such a value" : nil
  }

  private static func shape(
    _ filed: FiledRecord, of layer: ServedLayer
  ) throws(PushError) -> Shape? {
    let (ours, before) = (filed.feature?["geometry"], filed.before?["geometry"])
    guard layer.definition.kind != .table else {
      // A record without its shape would look complete.
      guard ours?.isNull ?? true else {
        throw .fieldMissing(layer: layer.name, field: "geometry")
      }
      return nil
    }
    return ours == nil && before == nil ? nil : Shape(ours: ours, before: before)
  }
}

/// How an edit compares with the record that the service has now.
enum EditStanding: Sendable {
  /// The edit is to be sent, in these parts.
  case open(OpenEdit)
  /// The service has it.
  case present
  /// Somebody else edited the record.
  case conflict([Difference])

  /// Where a record differs.
  struct Difference: Sendable {
    let kind: PushReport.Conflict.Kind
    var field: String?
    var base: JSON = .null
    var ours: JSON = .null
    var theirs: JSON = .null
  }
}

/// An edit to send.
struct OpenEdit: Sendable {
  let edit: RecordEdit
  /// The values to send; of an update only those that the service lacks.
  let values: [RecordEdit.Value]
  let hasShape: Bool
  /// The number of the record in the service; nil for additions.
  let objectID: Int64?
}

/// Compares edits with the records of a layer.
struct EditComparison: Sendable {
  /// How far coordinates can be apart without being different, in the unit of the layer.
  let tolerance: Double

  /// Compares an edit with the record in the service; nil if there is none.
  func standing(of edit: RecordEdit, _ record: ServedRecord?) -> EditStanding {
    switch edit.action {
    case .add: added(edit, record)
    case .update: updated(edit, record)
    case .delete: deleted(edit, record)
    }
  }

  private func added(_ edit: RecordEdit, _ record: ServedRecord?) -> EditStanding {
    guard let record else {
      return .open(
        OpenEdit(edit: edit, values: edit.values, hasShape: edit.shape != nil, objectID: nil))
    }
    var differences: [EditStanding.Difference] = []
    for value in edit.values {
      let theirs = record.value(of: value.field)
      let comparison = ServedValue(field: value.field)
      // The service may fill in what the crew left empty.
      let isDefault =
        comparison.isSame(value.ours, .null) && comparison.isSame(theirs, value.field.defaultValue)
      if !isDefault, !comparison.isSame(value.ours, theirs) {
        differences.append(difference(.taken, value, theirs))
      }
    }
    if let shape = edit.shape, !isSame(shape.ours, record.geometry) {
      differences.append(difference(.taken, shape, record.geometry))
    }
    return differences.isEmpty ? .present : .conflict(differences)
  }

  private func updated(_ edit: RecordEdit, _ record: ServedRecord?) -> EditStanding {
    guard let record else { return .conflict([EditStanding.Difference(kind: .gone)]) }
    var open: [RecordEdit.Value] = []
    var differences: [EditStanding.Difference] = []
    for value in edit.values {
      let theirs = record.value(of: value.field)
      let comparison = ServedValue(field: value.field)
      if comparison.isSame(value.ours, theirs) { continue }
      if comparison.isSame(value.before, theirs) {
        open.append(value)
      } else {
        differences.append(difference(.changed, value, theirs))
      }
    }
    var hasShape = false
    if let shape = edit.shape, !isSame(shape.ours, record.geometry) {
      if isSame(shape.before, record.geometry) {
        hasShape = true
      } else {
        differences.append(difference(.changed, shape, record.geometry))
      }
    }
    guard differences.isEmpty else { return .conflict(differences) }
    guard !open.isEmpty || hasShape else { return .present }
    return .open(
      OpenEdit(edit: edit, values: open, hasShape: hasShape, objectID: record.objectID))
  }

  private func deleted(_ edit: RecordEdit, _ record: ServedRecord?) -> EditStanding {
    guard let record else { return .present }
    var differences = edit.values.compactMap { value -> EditStanding.Difference? in
      let theirs = record.value(of: value.field)
      return ServedValue(field: value.field).isSame(value.before, theirs)
        ? nil : difference(.changed, value, theirs)
    }
    if let shape = edit.shape, !isSame(shape.before, record.geometry) {
      differences.append(difference(.changed, shape, record.geometry))
    }
    guard differences.isEmpty else { return .conflict(differences) }
    return .open(OpenEdit(edit: edit, values: [], hasShape: false, objectID: record.objectID))
  }

  private func isSame(_ one: JSON?, _ other: JSON?) -> Bool {
    guard let shape = EsriShape(one), let otherShape = EsriShape(other) else { return false }
    return shape.isSame(as: otherShape, tolerance: tolerance)
  }

  private func difference(
    _ kind: PushReport.Conflict.Kind, _ value: RecordEdit.Value, _ theirs: JSON?
  ) -> EditStanding.Difference {
    EditStanding.Difference(
      kind: kind, field: value.field.name, base: value.before ?? .null, ours: value.ours ?? .null,
      theirs: theirs ?? .null)
  }

  private func difference(
    _ kind: PushReport.Conflict.Kind, _ shape: RecordEdit.Shape, _ theirs: JSON?
  ) -> EditStanding.Difference {
    EditStanding.Difference(
      kind: kind, field: "geometry", base: shape.before ?? .null, ours: shape.ours ?? .null,
      theirs: theirs ?? .null)
  }
}
