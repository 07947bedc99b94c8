import Bytes
import FeatureData
import MapModel
import OrderedJSON
import SQLiteFile

/// What the map asks of the values that come into a table (design §6, rule 10).
struct AdmissionRules: Sendable {
  private let table: MergeTable
  private let rules: FieldRules
  /// The fields that the map knows.
  private let known: [Bool]
  private let typePlace: Int?
  /// Fields that must name a parent, and what it is called.
  let required: [(field: Int, parent: String)]

  /// The rules of a table; nil where no map tells any.
  init?(_ place: Int, of schema: MergeSchema) {
    let table = schema.tables[place]
    guard let layer = table.layer else { return nil }
    self.table = table
    let fields = table.fields.map { layer.fields.named($0.name) }
    known = zip(table.fields, fields).map { $1 != nil && $0.role == .attribute }
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

  /// What is wrong with a field of a row.
  func violation(of field: Int, in row: MergeRow) -> FieldViolation? {
    guard known[field] else { return nil }
    return rules.violation(
      SQLValue(row[field]), of: field, typePlace.map { SQLValue(row[$0]) })
  }

  /// The value of a field of new rows.
  func defaultValue(of field: Int) -> FieldValue {
    guard known[field], let value = rules.fields[field].defaultValue else { return .null }
    switch value {
    case .string(let text): return FieldValue(text: text)
    case .number(let number):
      guard let whole = number.int64 else { return .real(number.double) }
      guard rules.fields[field].type == .date else { return .integer(whole) }
      var text: [UInt8] = []
      return DateText.appendDateTime(whole, to: &text) ? .text(text) : .null
    default: return .null
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
