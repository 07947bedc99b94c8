import FeatureData
import MapModel
import OrderedJSON
import Records

/// The fields of one table. Finds them by name and creates what shows their values. Maps write
/// field names without regard to ASCII case.
struct FieldTable {
  let definition: LayerDefinition
  let schema: TableSchema
  let zone: TimeZoneRules
  /// How to determine a row's type; nil if the table has no types.
  let types: RowTypes?
  /// The index of each column by its exact name and by its name in lower case.
  private let columnIndexes: [[UInt8]: Int]
  /// The index of each field in the definition by its name in lower case.
  private let fields: [[UInt8]: Int]
  /// The domains that types give to fields, by the field's name in lower case.
  private var typeDomains: [[UInt8]: [Int: Domain]] = [:]
  /// The formats that the layer gives to fields (`fieldConfigurations`).
  private let formats: [[UInt8]: JSON]

  init(definition: LayerDefinition, schema: TableSchema, zone: TimeZoneRules) {
    self.definition = definition
    self.schema = schema
    self.zone = zone
    let names = schema.columns.map { Array($0.field.name.utf8) }
    var indexes: [[UInt8]: Int] = [:]
    for (index, name) in (names + names.map(Self.folded)).enumerated() where indexes[name] == nil {
      indexes[name] = index % names.count
    }
    columnIndexes = indexes
    fields = Dictionary(
      definition.fields.enumerated().map { (Self.folded($1.name), $0) },
      uniquingKeysWith: { first, _ in first })
    formats = Dictionary(
      (definition.source["fieldConfigurations"]?.array ?? []).compactMap { configuration in
        guard let name = configuration["name"]?.string, let format = configuration["fieldFormat"]
        else { return nil }
        return (Self.folded(name), format)
      }, uniquingKeysWith: { first, _ in first })
    let column = definition.typeIDField.flatMap { indexes[Self.folded($0)] }
    types = column.flatMap { column in
      guard !definition.types.isEmpty else { return nil }
      return RowTypes(
        column: schema.firstFieldColumn + column,
        names: CodedNames(
          codes: definition.types.map(\.id), names: definition.types.map(\.name)))
    }
    guard types != nil else { return }
    for (typeIndex, type) in definition.types.enumerated() {
      for domain in type.domains where domain.domain != .inherited {
        typeDomains[Self.folded(domain.field), default: [:]][typeIndex] = domain.domain
      }
    }
  }

  private static func folded(_ name: String) -> [UInt8] { folded(Array(name.utf8)) }

  private static func folded(_ name: [UInt8]) -> [UInt8] {
    name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
  }

  /// Returns the index of a field among the columns.
  func column(named name: String) -> Int? {
    columnIndexes[Array(name.utf8)] ?? columnIndexes[Self.folded(name)]
  }

  /// Returns a column's field from the definition.
  private func field(ofColumn index: Int) -> Field {
    let field = schema.columns[index].field
    return fields[Self.folded(field.name)].map { definition.fields[$0] } ?? field
  }

  /// Returns whether the layer gives a format to a field.
  func hasFormat(ofField name: String) -> Bool { formats[Self.folded(name)] != nil }

  /// Returns what shows a field; nil if the table has no such field.
  func value(named name: String, info: PopupFieldInfo?) -> FieldValue? {
    column(named: name).map { value(ofColumn: $0, info: info) }
  }

  /// Returns what shows a column of the table.
  ///
  /// - Parameter info: The map's label and format for the field, if any.
  func value(ofColumn index: Int, info: PopupFieldInfo?) -> FieldValue {
    let field = field(ofColumn: index)
    let key = Self.folded(field.name)
    let nature = Self.nature(of: field, storage: schema.columns[index].storage)
    let fieldFormat = info?.fieldFormat ?? formats[key]
    let date = DateFormat(format: info?.format) ?? DateFormat(fieldFormat: fieldFormat)
    let recordColumn = schema.firstFieldColumn + index
    let zone = DateFormat.timeZoneName(format: info?.format)
      .flatMap { try? TimeZoneRules(name: $0.isSameName(as: "utc") ? "UTC" : $0) }
    return FieldValue(
      column: recordColumn, nature: nature, names: CodedNames(field.domain),
      namesByType: (typeDomains[key] ?? [:]).mapValues { CodedNames($0) },
      typeNames: types.flatMap { $0.column == recordColumn ? $0.names : nil },
      number: NumberFormat(format: info?.format) ?? NumberFormat(fieldFormat: fieldFormat),
      date: date ?? Self.defaultDate(of: nature), hasDateFormat: date != nil,
      zone: zone ?? self.zone)
  }

  /// The fields of a pop-up that the map does not define: all that are useful to people.
  func plainFields() -> [PopupFieldInfo] {
    schema.columns.indices.compactMap { index in
      let field = field(ofColumn: index)
      guard field.type.isForPeople, !field.name.hasPrefix("Shape__") else { return nil }
      if definition.editFieldsInfo?.contains(field.name) == true { return nil }
      return PopupFieldInfo(name: field.name, label: field.label)
    }
  }

  private static func nature(of field: Field, storage: ColumnStorage) -> FieldValue.Nature {
    if storage == .boolean { return .boolean }
    return switch field.type.family {
    case .integer, .real: .number
    case .moment: .date
    case .day: .dateOnly
    case .timeOfDay: .timeOnly
    case .offsetMoment: .timestampOffset
    case .rowNumber, .identity: .identity
    case .bytes, .shape: .blob
    case .text, .xml: .text
    }
  }

  private static func defaultDate(of nature: FieldValue.Nature) -> DateFormat {
    switch nature {
    case .dateOnly: .shortDate
    case .timeOnly: DateFormat(day: nil, time: .short)
    case .date, .timestampOffset, .text, .number, .boolean, .identity, .blob: .shortDateShortTime
    }
  }
}

/// How to determine a row's type.
struct RowTypes: Sendable {
  /// The column of the record that contains the type's id.
  var column: Int
  let names: CodedNames

  /// Returns the index of a row's type.
  func type(of record: Span<UInt8>, _ layout: RecordLayout) -> Int? {
    names.index(of: layout.value(column, in: record), in: record)
  }

  /// Returns the same lookup for a type id in another column.
  func moved(to column: Int) -> RowTypes { RowTypes(column: column, names: names) }
}
