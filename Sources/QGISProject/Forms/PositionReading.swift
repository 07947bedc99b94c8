import MapModel

/// QField's data about the position of a new feature, for ArcGIS's fields for it (ArcGIS Field
/// Maps: GNSS metadata fields; QField: positioning variables). QField has these values only while
/// the cursor is locked to the position. QGIS has none.
struct PositionReading {
  let expression: String

  /// The value for a field; nil for other fields, and for values that QField doesn't have: the
  /// types of source and fix, and the age and station of the correction.
  init?(_ field: Field) {
    let name = field.name.uppercased()
    guard let expression = Self.expressions[name] else { return nil }
    self.expression = expression
  }

  private static let expressions = [
    "ESRIGNSS_RECEIVER": "@position_source_name",
    "ESRIGNSS_LATITUDE": "y(@position_coordinate)",
    "ESRIGNSS_LONGITUDE": "x(@position_coordinate)",
    "ESRIGNSS_ALTITUDE": "z(@position_coordinate)",
    "ESRIGNSS_H_RMS": "@position_horizontal_accuracy",
    "ESRIGNSS_V_RMS": "@position_vertical_accuracy",
    "ESRIGNSS_PDOP": "@position_pdop",
    "ESRIGNSS_HDOP": "@position_hdop",
    "ESRIGNSS_VDOP": "@position_vdop",
    "ESRIGNSS_NUMSATS": "@position_number_of_used_satellites",
    "ESRIGNSS_FIXDATETIME": "@position_timestamp",
    "ESRIGNSS_AVG_POSITIONS": "nullif(@position_averaged_count, 0)",
    "ESRIGNSS_AVG_H_RMS": "if(@position_averaged_count > 0, @position_horizontal_accuracy, NULL)",
    "ESRIGNSS_AVG_V_RMS": "if(@position_averaged_count > 0, @position_vertical_accuracy, NULL)",
    "ESRIGNSS_DIRECTION": "@position_direction",
    // Meters per second in QField, kilometers per hour in ArcGIS.
    "ESRIGNSS_SPEED": "@position_ground_speed * 3.6",
    "ESRISNSR_AZIMUTH": "@position_orientation",
  ]
}
