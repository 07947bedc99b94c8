import GeoPackage
package import MapModel

extension FieldMeaning {
  /// Creates the meaning of the values of a field type.
  package init(_ type: FieldType) {
    switch type.family {
    case .integer, .real, .rowNumber: self = .number
    case .moment, .offsetMoment: self = .dateTime
    case .day: self = .date
    case .identity: self = .identity
    case .shape: self = .geometry
    case .text, .timeOfDay, .xml: self = .text
    case .bytes: self = .bytes
    }
  }
}
