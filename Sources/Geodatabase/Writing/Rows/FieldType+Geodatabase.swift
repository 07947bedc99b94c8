package import MapModel

extension FieldType {
  /// The type for this type's values in a geodatabase of version 10.5.1.
  package var inGeodatabases: FieldType {
    switch self {
    case .bigInteger: .double
    // As a moment, a day would become the day before in time zones west of Greenwich.
    case .dateOnly, .timeOnly, .timestampOffset: .string
    case .raster, .geometry: .blob
    case .smallInteger, .integer, .single, .double, .string, .date, .objectID, .globalID, .guid,
      .blob, .xml:
      self
    }
  }

  /// The XML Schema type of the values of a domain.
  var xmlSchemaType: String {
    switch self {
    case .smallInteger: "xs:short"
    case .integer, .objectID: "xs:int"
    case .single: "xs:float"
    case .double, .bigInteger: "xs:double"
    case .date: "xs:dateTime"
    case .string, .dateOnly, .timeOnly, .timestampOffset, .globalID, .guid, .blob, .xml, .raster,
      .geometry:
      "xs:string"
    }
  }
}
