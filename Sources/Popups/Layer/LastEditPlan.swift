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
    workspace.sentence("Edited", by: edited.who, on: edited.when, in: record)
      ?? workspace.sentence("Created", by: created.who, on: created.when, in: record)
  }
}

extension PopupWorkspace {
  fileprivate mutating func sentence(
    _ verb: StaticString, by who: FieldValue?, on when: FieldValue?, in record: Span<UInt8>
  ) -> String? {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(literal: verb)
    let empty = bytes.count
    append(who, after: " by ", in: record)
    append(when, after: " on ", in: record)
    append(when?.shown(as: DateFormat(day: nil, time: .short)), after: " at ", in: record)
    return bytes.count > empty ? bytes.span.repairedString() : nil
  }

  private mutating func append(
    _ field: FieldValue?, after word: StaticString, in record: Span<UInt8>
  ) {
    guard let field else { return }
    let value = layout.value(field.column, in: record)
    if case .null = value { return }
    let start = bytes.count
    bytes.append(literal: word)
    let named = bytes.count
    field.append(value, in: record, type: type, to: &bytes)
    if bytes.count == named { bytes.removeLast(named - start) }
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
