import Bytes
package import FeatureData
package import MapModel
package import OrderedJSON
package import SQLiteFile

// A field in a label is written by the first format there is: the label's own, the layer's
// (`fieldConfigurations`), the pop-up's; coded values by their names unless the label wants codes.

/// Writes the labels of one class for the records of one table.
package struct LabelWriter: Sendable {
  private enum Part: Sendable {
    case text([UInt8])
    case value(FieldValue)
  }

  /// The longest label kept, in bytes; none that people read on a map is as long.
  package static let longest = 1_000

  private let parts: [Part]
  private let hasFields: Bool
  private let types: RowTypes?

  /// Compiles a class of labels.
  ///
  /// - Parameters:
  ///   - label: the class; its fields that the table lacks count as empty.
  ///   - definition: the effective definition: fields, domains, types, formats.
  ///   - popupInfo: the effective pop-up; nil for none.
  ///   - schema: the form of the records that will come.
  ///   - timeZone: whose clocks dates are shown by.
  package init(
    _ label: LabelClass, definition: LayerDefinition, popupInfo: JSON?, schema: TableSchema,
    timeZone: TimeZoneRules
  ) {
    let table = FieldTable(definition: definition, schema: schema, zone: timeZone)
    var notices: [PopupNotice] = []
    let popup = popupInfo.map { PopupDefinition(json: $0, notices: &notices) }
    types = table.types
    hasFields = !label.text.fields.isEmpty
    parts = label.text.parts.compactMap { part in
      switch part {
      case .text(let text): return .text(Array(text.utf8))
      case .field(let name):
        let info = Self.info(of: name, label, table, popup)
        let value = table.value(named: name, info: info)
        return value.map { .value(label.usesCodedNames ? $0 : $0.withoutNames) }
      case .expression: return nil
      }
    }
  }

  private static func info(
    of name: String, _ label: LabelClass, _ table: FieldTable, _ popup: PopupDefinition?
  ) -> PopupFieldInfo? {
    if let own = label.formats.first(where: { $0.field.isSameName(as: name) }) {
      return PopupFieldInfo(name: name, format: own.format)
    }
    if table.hasFormat(ofField: name) { return nil }
    return popup?.fields.first { $0.name.isSameName(as: name) }
  }

  /// Appends a row's label; nothing where the row's fields say nothing.
  ///
  /// - Parameters:
  ///   - layout: `record` as parsed.
  ///   - record: a row's record.
  package func append(layout: RecordLayout, record: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    let type = types?.type(of: record, layout)
    var hasValue = false
    for part in parts {
      switch part {
      case .text(let text): output.append(text.span)
      case .value(let field):
        let before = output.count
        field.append(layout.value(field.column, in: record), in: record, type: type, to: &output)
        hasValue = hasValue || output.count > before
      }
    }
    // Texts alone, such as the brackets round a name, tell nothing of a row without the name.
    if hasFields, !hasValue { output.removeLast(output.count - start) }
    Self.finish(&output, from: start)
  }

  /// Takes blanks at the ends away, and what is too long.
  package static func finish(_ output: inout [UInt8], from start: Int) {
    output.trim(from: start)
    output.cut(at: start + longest)
  }
}

extension [UInt8] {
  /// Takes away what stands beyond a length, whole characters of UTF-8 at a time.
  fileprivate mutating func cut(at length: Int) {
    guard count > length else { return }
    var end = length
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    removeLast(count - end)
  }
}
