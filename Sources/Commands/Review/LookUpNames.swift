import FeatureData
import MapModel
import Merging

/// The names that a look-up table has for the keys in a field, such as "oak, Oregon white" for the
/// species code "QUGA".
struct LookUpNames {
  private let rows: StoreRows
  private let table: Int
  private let key: Int
  /// The fields that may have the name, the best first.
  private let candidates: [Int]

  /// Returns the names for the fields of a table, by field.
  static func all(for table: Int, in schema: MergeSchema, rows: StoreRows) -> [Int: LookUpNames] {
    var all: [Int: LookUpNames] = [:]
    for link in schema.links where link.destination == table && link.kind == .lookUp {
      guard case .field(let key) = link.originKey, all[link.destinationField] == nil
      else { continue }
      let origin = schema.tables[link.origin]
      let display = origin.layer?.definition.displayField.flatMap { origin.fieldIndex(named: $0) }
      let texts = origin.fields.indices.filter {
        origin.fields[$0].role == .attribute && origin.fields[$0].meaning == .text
      }
      all[link.destinationField] = LookUpNames(
        rows: rows, table: link.origin, key: key,
        candidates: ([display].compactMap(\.self) + texts).filter { $0 != key })
    }
    return all
  }

  /// Returns the name of a key; nil if the table has none.
  func name(of value: FieldValue) throws -> String? {
    guard let key = JoinKey(value),
      let rowid = try rows.rowids(table, field: self.key, key: key).first,
      let row = try rows.row(table, rowid: rowid)
    else { return nil }
    return candidates.lazy.compactMap { row[$0].text }.first { !$0.isEmpty }
  }
}
