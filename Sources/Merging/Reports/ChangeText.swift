import MapModel

/// The rows of a table as text for people.
package struct ChangeText: Sendable {
  private let table: MergeTable
  private let titleField: Int?
  private let typeField: Int?

  /// The texts for a table.
  package init(_ table: MergeTable) {
    self.table = table
    let definition = table.layer?.definition
    typeField = definition?.typeIDField.flatMap(table.fieldIndex(named:))
    let names = [table.isAttachments ? nil : definition?.displayField, "name", "title"]
    titleField = names.lazy.compactMap { $0.flatMap(table.fieldIndex(named:)) }.first
  }

  /// The title of a row in lists: the value of its display field, name or title; nil if empty.
  package func title(of row: MergeRow) -> String? {
    guard let titleField, !row.values[titleField].isNull else { return nil }
    let text = text(row.values[titleField], field: titleField, of: row)
    return text.isEmpty ? nil : text
  }

  /// The text of a value: the name of a code, the number of bytes of a blob, or empty for null.
  package func text(_ value: FieldValue, field: Int, of row: MergeRow) -> String {
    if let name = domain(of: field, row)?.name(ofCode: value.json(table.fields[field].meaning)) {
      return name
    }
    switch value {
    case .null: return ""
    case .integer(let number): return String(number)
    case .real(let number): return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text: return value.text ?? ""
    case .blob(let bytes): return "\(bytes.count) bytes"
    }
  }

  private func domain(of field: Int, _ row: MergeRow) -> Domain? {
    guard let layer = table.layer else { return nil }
    let type = typeField.map { row.values[$0].json(table.fields[$0].meaning) }
    return layer.definition.domain(ofField: table.fields[field].name, typeValue: type)
  }
}

extension RowChange {
  /// The fields that changed, without the geometry. For an added or deleted row these are the
  /// fields that have a value, without the GlobalID. The object id is always left out.
  package func fields(of table: MergeTable) -> [Int] {
    let empty = MergeRow(rowid: 0, values: [])
    let (old, new) = (before ?? empty, after ?? empty)
    let isWhole = before != nil && after != nil
    return table.fields.indices.filter { field in
      switch table.fields[field].role {
      case .geometry, .objectID: return false
      case .globalID: return isWhole && old[field] != new[field]
      case .attribute, .key, .creator, .creationDate, .editor, .editDate, .content:
        return old[field] != new[field]
      }
    }
  }
}
