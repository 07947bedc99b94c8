package import MapModel

extension GeoPackageType {
  /// The field type of a column without a field definition.
  package var fieldType: FieldType {
    switch self {
    case .boolean, .tinyInteger, .smallInteger: .smallInteger
    case .mediumInteger: .integer
    case .integer: .bigInteger
    case .float: .single
    case .double: .double
    case .text: .string
    case .blob: .blob
    case .date: .dateOnly
    case .dateTime: .date
    }
  }
}
