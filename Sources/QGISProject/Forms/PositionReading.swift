import MapModel

/// What QField knows of the position a feature is made at, for the fields that ArcGIS keeps it in
/// (ArcGIS Field Maps: GNSS metadata fields; QField: positioning variables). QField gives these only
/// while the cursor sits on the position; QGIS gives none.
struct PositionReading {
  let expression: String

  /// The reading that a field is for; nil for other fields, and for readings that QField does not
  /// tell: the type of source and of fix, the correction's age and station.
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
    // Metres a second there, kilometres an hour here.
    "ESRIGNSS_SPEED": "@position_ground_speed * 3.6",
    "ESRISNSR_AZIMUTH": "@position_orientation",
  ]
}
