import Bytes
import MapModel
import Records

/// Describes who changed a record last, and when: "Edited by … on … at …". If nobody changed it,
/// describes who created it. The date is absolute and in the layer's time zone.
struct LastEditPlan: Sendable {
  private let edited: (who: FieldValue?, when: FieldValue?)
  private let created: (who: FieldValue?, when: FieldValue?)

  /// Returns nil if the table has none of the editor tracking fields.
  init?(_ tracking: EditorTracking, _ table: FieldTable) {
    func value(_ name: String?, _ format: DateFormat?) -> FieldValue? {
      guard let name, let value = table.value(named: name, info: nil) else { return nil }
      return format.map { value.shown(as: $0) } ?? value
    }
    let format = DateFormat(day: .shortDate, time: nil)
    edited = (value(tracking.editorField, nil), value(tracking.editDateField, format))
    created = (value(tracking.creatorField, nil), value(tracking.creationDateField, format))
    let all = [edited.who, edited.when, created.who, created.when]
    if all.allSatisfy({ $0 == nil }) { return nil }
  }

  /// Returns the line for a record; nil if it has neither a person nor a date.
  func line(of record: Span<UInt8>, in workspace: inout PopupWorkspace) -> String? {
    sentence("Edited", by: edited.who, on: edited.when, of: record, in: &workspace)
      ?? sentence("Created", by: created.who, on: created.when, of: record, in: &workspace)
  }

  private func sentence(
    _ verb: StaticString, by who: FieldValue?, on when: FieldValue?, of record: Span<UInt8>,
    in workspace: inout PopupWorkspace
  ) -> String? {
    workspace.bytes.removeAll(keepingCapacity: true)
    workspace.bytes.append(literal: verb)
    let empty = workspace.bytes.count
    append(who, after: " by ", of: record, in: &workspace)
    append(when, after: " on ", of: record, in: &workspace)
    append(
      when?.shown(as: DateFormat(day: nil, time: .short)), after: " at ", of: record, in: &workspace
    )
    return workspace.bytes.count > empty ? workspace.bytes.span.repairedString() : nil
  }

  private func append(
    _ field: FieldValue?, after word: StaticString, of record: Span<UInt8>,
    in workspace: inout PopupWorkspace
  ) {
    guard let field else { return }
    let value = workspace.layout.value(field.column, in: record)
    if case .null = value { return }
    let start = workspace.bytes.count
    workspace.bytes.append(literal: word)
    let named = workspace.bytes.count
    field.append(value, in: record, type: workspace.type, to: &workspace.bytes)
    if workspace.bytes.count == named { workspace.bytes.removeLast(named - start) }
  }
}

extension FieldValue {
  /// Returns the same field with another date format.
  fileprivate func shown(as format: DateFormat) -> FieldValue {
    FieldValue(
      column: column, nature: nature, names: names, namesByType: namesByType,
      typeNames: typeNames, number: number, date: format, hasDateFormat: hasDateFormat,
      zone: zone)
  }
}
