import Bytes
package import FeatureData
package import MapModel
package import OrderedJSON
package import Records

// A field in a label uses the first format that exists: the label's, the layer's
// (`fieldConfigurations`), the pop-up's. Coded values use their names unless the label wants codes.
// These are the texts from before Arcade. Labels by Arcade are programs.

/// Writes the labels of one class for the records of one table.
package struct LabelWriter: Sendable {
  private enum Part: Sendable {
    case text([UInt8])
    case value(FieldValue)
  }

  /// The maximum length of a label in bytes. Real labels are shorter.
  package static let maximumLength = 1_000

  private let parts: [Part]
  private let hasFields: Bool
  private let types: RowTypes?

  /// Compiles a label class.
  ///
  /// - Parameters:
  ///   - label: The class. Its fields that are missing in the table count as empty.
  ///   - definition: The effective definition: fields, domains, types, formats.
  ///   - popupInfo: The effective pop-up, if any.
  ///   - schema: The schema of the records.
  ///   - timeZone: The time zone for dates.
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
        let info = Self.info(of: name, label: label, table: table, popup: popup)
        let value = table.value(named: name, info: info)?.inLabels
        return value.map { .value(label.usesCodedNames ? $0 : $0.withoutNames) }
      case .expression: return nil
      }
    }
  }

  private static func info(
    of name: String, label: LabelClass, table: FieldTable, popup: PopupDefinition?
  ) -> PopupFieldInfo? {
    if let format = label.formats.first(where: { $0.field.isSameName(as: name) }) {
      return PopupFieldInfo(name: name, format: format.format)
    }
    if table.hasFormat(ofField: name) { return nil }
    return popup?.fields.first { $0.name.isSameName(as: name) }
  }

  /// Appends a row's label. Appends nothing if all fields in it are empty.
  ///
  /// - Parameters:
  ///   - layout: The parsed layout of `record`.
  ///   - record: The row's record.
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
    // Literal text alone, such as brackets around a name, is useless without the name.
    if hasFields, !hasValue { output.removeLast(output.count - start) }
    Self.finish(&output, from: start)
  }

  /// Trims the label that begins at `start` and cuts it to the maximum length.
  package static func finish(_ output: inout [UInt8], from start: Int) {
    output.trim(from: start)
    output.cut(at: start + maximumLength)
  }
}

extension [UInt8] {
  /// Cuts the array to a length without splitting a UTF-8 character.
  fileprivate mutating func cut(at length: Int) {
    guard count > length else { return }
    var end = length
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    removeLast(count - end)
  }
}
