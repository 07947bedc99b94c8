/// The type of a field, with ArcGIS's name.
package enum FieldType: String, Sendable, CaseIterable {
  /// 16 bits.
  case smallInteger = "esriFieldTypeSmallInteger"
  /// 32 bits.
  case integer = "esriFieldTypeInteger"
  /// 53 bits, because a double holds these exactly.
  case bigInteger = "esriFieldTypeBigInteger"
  /// 32-bit floating point.
  case single = "esriFieldTypeSingle"
  /// 64-bit floating point.
  case double = "esriFieldTypeDouble"
  /// Text.
  case string = "esriFieldTypeString"
  /// A point in time. Milliseconds since 1970 UTC in JSON.
  case date = "esriFieldTypeDate"
  /// A date. `YYYY-MM-DD` in JSON.
  case dateOnly = "esriFieldTypeDateOnly"
  /// A time of day. `hh:mm:ss` in JSON.
  case timeOnly = "esriFieldTypeTimeOnly"
  /// A point in time with a UTC offset. ISO 8601 text in JSON.
  case timestampOffset = "esriFieldTypeTimestampOffset"
  /// The row number that a service assigns.
  case objectID = "esriFieldTypeOID"
  /// The unique identifier that a service assigns.
  case globalID = "esriFieldTypeGlobalID"
  /// The unique identifier of another row.
  case guid = "esriFieldTypeGUID"
  /// Bytes.
  case blob = "esriFieldTypeBlob"
  /// XML text.
  case xml = "esriFieldTypeXML"
  /// A picture.
  case raster = "esriFieldTypeRaster"
  /// A shape.
  case geometry = "esriFieldTypeGeometry"

  /// Creates a type from its name, with or without the prefix `esriFieldType`, ignoring case.
  package init?(name: String) {
    if let exact = FieldType(rawValue: name) {
      self = exact
      return
    }
    let lower = name.lowercased()
    let full = lower.hasPrefix("esrifieldtype") ? lower : "esrifieldtype" + lower
    guard let type = FieldType.allCases.first(where: { $0.rawValue.lowercased() == full }) else {
      return nil
    }
    self = type
  }
}
