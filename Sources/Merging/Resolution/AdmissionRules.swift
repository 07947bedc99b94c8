import Bytes
import FeatureData
import MapModel
import OrderedJSON
import Records

/// The rules for values that packages add to a table (rule 10 in Sources/Merging/Rules.md).
/// Programs must be able to read them, and the map must allow them.
struct AdmissionRules: Sendable {
  private let table: MergeTable
  private let form: ValueForm
  private let layer: LayerRules?

  /// Why a value is refused.
  struct Refusal: Sendable, Equatable {
    /// The error code that Esri's field apps use.
    var code: Int
    /// One sentence.
    var message: String
  }

  /// Creates the rules of a table.
  init(tableIndex: Int, of schema: MergeSchema) {
    table = schema.tables[tableIndex]
    form = ValueForm(table)
    layer = LayerRules(tableIndex: tableIndex, of: schema)
  }

  /// The fields that must refer to a parent, with the title of its layer.
  var required: [(field: Int, parent: String)] { layer?.required ?? [] }

  /// Returns why a field of a changed or new row is refused. Nil if it is accepted.
  func refusal(of field: Int, from before: MergeRow?, to after: MergeRow) -> Refusal? {
    if let refusal = form.refusal(of: field, from: before, to: after) { return refusal }
    if before != nil, let layer, !layer.allowsEditing[field] {
      return Refusal(code: 1_023, message: "Field: \(table.fields[field].name) is not editable.")
    }
    return violation(of: field, in: after).map {
      Refusal(code: $0.code.rawValue, message: $0.message)
    }
  }

  /// Returns the map rule that a field of a row violates.
  func violation(of field: Int, in row: MergeRow) -> FieldViolation? {
    layer?.violation(of: field, in: row)
  }

  /// Returns the default value of a field for new rows.
  func defaultValue(of field: Int) -> FieldValue { layer?.defaultValue(of: field) ?? .null }
}

/// The rules of the map for the values of a layer or table.
private struct LayerRules: Sendable {
  private let rules: FieldRules
  /// For each field, whether the map knows it.
  private let known: [Bool]
  /// For each field, whether people may change it. Fields that the map does not know may be
  /// changed. So may fields that map rules fill in, because a crew's app may have filled them in
  /// too.
  let allowsEditing: [Bool]
  private let typeField: Int?
  let required: [(field: Int, parent: String)]

  /// Creates the rules of a table. Nil if no map defines any.
  init?(tableIndex: Int, of schema: MergeSchema) {
    let table = schema.tables[tableIndex]
    guard let layer = table.layer else { return nil }
    let fields = table.fields.map { layer.fields.named($0.name) }
    known = zip(table.fields, fields).map { $1 != nil && $0.role == .attribute }
    let keys = schema.links.filter { $0.destination == tableIndex }
      .map { table.fields[$0.destinationField].name }
    allowsEditing = zip(table.fields, fields).enumerated().map { index, pair in
      guard let field = pair.1, pair.0.role == .attribute else { return true }
      return table.filledFields.contains(index)
        || table.layers.contains { $0.allowsEntering(field, keys: keys) }
    }
    rules = FieldRules(
      fields: zip(table.fields, fields).map { $1 ?? Field(name: $0.name, type: .string) },
      types: layer.definition.types, typeField: layer.definition.typeIDField)
    typeField = layer.definition.typeIDField.flatMap(table.fieldIndex(named:))
    required = layer.definition.relationships.compactMap { relationship in
      guard relationship.isComposite, relationship.role == .destination,
        let field = table.fieldIndex(named: relationship.keyField)
      else { return nil }
      let link = schema.links.first { $0.destination == tableIndex && $0.destinationField == field }
      return (field, link.map { schema.tables[$0.origin].title } ?? relationship.name)
    }
  }

  func violation(of field: Int, in row: MergeRow) -> FieldViolation? {
    guard known[field] else { return nil }
    return rules.violation(
      SQLValue(row[field]), of: field, typeField.map { SQLValue(row[$0]) })
  }

  func defaultValue(of field: Int) -> FieldValue? {
    guard known[field], let value = rules.fields[field].defaultValue else { return nil }
    switch value {
    case .string(let text): return FieldValue(text: text)
    case .number(let number):
      guard let whole = number.int64 else { return .real(number.double) }
      guard rules.fields[field].type == .date else { return .integer(whole) }
      var text: [UInt8] = []
      return DateText.appendDateTime(whole, to: &text) ? .text(text) : nil
    default: return nil
    }
  }
}

extension SQLValue {
  /// Converts a value. Invalid UTF-8 in text is replaced with U+FFFD.
  init(_ value: FieldValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text.span.repairedString())
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
