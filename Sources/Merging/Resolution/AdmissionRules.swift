import Bytes
import FeatureData
import MapModel
import OrderedJSON
import SQLiteFile

/// What is asked of the values that come into a table (design §6, rule 10): that its programs can
/// read them, and what the map asks of them.
struct AdmissionRules: Sendable {
  private let table: MergeTable
  private let form: ValueForm
  private let layer: LayerRules?

  /// Why a value does not come in.
  struct Refusal: Sendable, Equatable {
    /// The field app's own code.
    var code: Int
    /// One sentence.
    var message: String
  }

  /// The rules of a table.
  init(_ place: Int, of schema: MergeSchema) {
    table = schema.tables[place]
    form = ValueForm(table)
    layer = LayerRules(place, of: schema)
  }

  /// Fields that must name a parent, and what it is called.
  var required: [(field: Int, parent: String)] { layer?.required ?? [] }

  /// Why a field of a changed or new row does not come in; nil where it does.
  func refusal(of field: Int, from before: MergeRow?, to after: MergeRow) -> Refusal? {
    if let refusal = form.refusal(of: field, from: before, to: after) { return refusal }
    if before != nil, let layer, !layer.allowsEditing[field] {
      return Refusal(code: 1_023, message: "Field: \(table.fields[field].name) is not editable.")
    }
    return violation(of: field, in: after).map {
      Refusal(code: $0.code.rawValue, message: $0.message)
    }
  }

  /// What the map finds wrong with a field of a row.
  func violation(of field: Int, in row: MergeRow) -> FieldViolation? {
    layer?.violation(of: field, in: row)
  }

  /// The value of a field of new rows.
  func defaultValue(of field: Int) -> FieldValue { layer?.defaultValue(of: field) ?? .null }
}

/// What the map asks of the values of a layer or table.
private struct LayerRules: Sendable {
  private let rules: FieldRules
  /// The fields that the map knows.
  private let known: [Bool]
  /// Whether people may change a field. What the map does not know they may, and what rules of the
  /// map fill in: a crew's app may have filled it in too.
  let allowsEditing: [Bool]
  private let typePlace: Int?
  let required: [(field: Int, parent: String)]

  /// The rules of a table; nil where no map tells any.
  init?(_ place: Int, of schema: MergeSchema) {
    let table = schema.tables[place]
    guard let layer = table.layer else { return nil }
    let fields = table.fields.map { layer.fields.named($0.name) }
    known = zip(table.fields, fields).map { $1 != nil && $0.role == .attribute }
    let keys = schema.links.filter { $0.destination == place }
      .map { table.fields[$0.destinationField].name }
    allowsEditing = zip(table.fields, fields).enumerated().map { index, pair in
      guard let field = pair.1, pair.0.role == .attribute else { return true }
      return table.filledFields.contains(index) || layer.allowsEntering(field, keys: keys)
    }
    rules = FieldRules(
      fields: zip(table.fields, fields).map { $1 ?? Field(name: $0.name, type: .string) },
      types: layer.definition.types, typeField: layer.definition.typeIDField)
    typePlace = layer.definition.typeIDField.flatMap(table.place(named:))
    required = layer.definition.relationships.compactMap { relationship in
      guard relationship.isComposite, relationship.role == .destination,
        let field = table.place(named: relationship.keyField)
      else { return nil }
      let link = schema.links.first { $0.destination == place && $0.destinationField == field }
      return (field, link.map { schema.tables[$0.origin].title } ?? relationship.name)
    }
  }

  func violation(of field: Int, in row: MergeRow) -> FieldViolation? {
    guard known[field] else { return nil }
    return rules.violation(
      SQLValue(row[field]), of: field, typePlace.map { SQLValue(row[$0]) })
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
  /// The value, what is not UTF-8 of a text replaced.
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
