/// The error codes of edits in feature services, in plain words (ArcGIS REST API, feature service
/// error codes).
enum EditErrorText {
  /// What a code means.
  static func meaning(of code: Int) -> String {
    switch code {
    case 1_001: "a field that needs a value has none"
    case 1_002: "the layer wants measures"
    case 1_003, 1_012, 2_000: "the service took the edit back because of another one"
    case 1_004: "nobody may change shapes in the layer"
    case 1_005: "the layer takes no curves"
    case 1_006: "a text has HTML that the service doesn't allow"
    case 1_007: "you may only edit your own records"
    case 1_008: "the attachment can't be added"
    case 1_009: "the attachment can't be replaced"
    case 1_010: "the attachment can't be deleted"
    case 1_011: "the record doesn't exist"
    case 1_013: "the record doesn't exist, or you may not edit it"
    case 1_014: "the layer wants heights"
    case 1_015: "the shape can't be stored"
    case 1_016: "a value doesn't fit its field"
    case 1_017, 1_018, 1_019: "the database of the service failed"
    case 1_020, 1_021: "the GlobalID is missing"
    case 1_022: "another record has the same GlobalID, or the same value in a unique field"
    case 1_023: "nobody may edit one of the fields"
    case 2_001: "the layer doesn't exist"
    case 400: "the service can't read the edit"
    case 413: "the edit is too large for the service"
    case 500...599: "the service failed"
    default: "the service gives no known reason"
    }
  }

  /// What to do about it; nil if there is no special advice.
  static func fix(of code: Int) -> String? {
    switch code {
    case 1_007, 1_013: "Use the token of somebody who may edit all records."
    case 1_017, 1_018, 1_019, 500...599: "Run the same command again later."
    default: nil
    }
  }
}
