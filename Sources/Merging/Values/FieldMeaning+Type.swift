import GeoPackage
package import MapModel

extension FieldMeaning {
  /// Creates the meaning of the values of a field type.
  package init(_ type: FieldType) {
    switch type {
    case .smallInteger, .integer, .bigInteger, .single, .double, .objectID: self = .number
    case .date, .timestampOffset: self = .dateTime
    case .dateOnly: self = .date
    case .globalID, .guid: self = .identity
    case .geometry: self = .geometry
    case .string, .timeOnly, .xml: self = .text
    case .blob, .raster: self = .bytes
    }
  }
}
