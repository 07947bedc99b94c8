import MapModel
import OrderedJSON

/// What people read of the rows of a table.
package struct ChangeText: Sendable {
  private let table: MergeTable
  private let titlePlace: Int?
  private let typePlace: Int?

  /// The words of a table.
  package init(_ table: MergeTable) {
    self.table = table
    let definition = table.layer?.definition
    typePlace = definition?.typeIDField.flatMap(table.place(named:))
    let names = [table.isAttachments ? nil : definition?.displayField, "name", "title"]
    titlePlace = names.lazy.compactMap { $0.flatMap(table.place(named:)) }.first
  }

  /// What stands for a row in lists: its display field, else its name; nil where that is empty.
  package func title(of row: MergeRow) -> String? {
    guard let titlePlace, !row.values[titlePlace].isNull else { return nil }
    let text = text(row.values[titlePlace], field: titlePlace, of: row)
    return text.isEmpty ? nil : text
  }

  /// A value: a code by its name, bytes by their number, NULL as nothing.
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
    let type = typePlace.map { row.values[$0].json(table.fields[$0].meaning) }
    return layer.definition.domain(ofField: table.fields[field].name, typeValue: type)
  }
}

extension RowChange {
  /// The fields whose value changed, besides the geometry: of a row that was added or deleted,
  /// those that hold one. The identity, and numbers that stores give, are left out.
  package func fields(of table: MergeTable) -> [Int] {
    let nothing = MergeRow(rowid: 0, values: [])
    let (old, new) = (before ?? nothing, after ?? nothing)
    let isWhole = before != nil && after != nil
    return table.fields.indices.filter { field in
      switch table.fields[field].role {
      case .geometry, .objectID: return false
      case .globalID where !isWhole: return false
      default: return old[field] != new[field]
      }
    }
  }
}
