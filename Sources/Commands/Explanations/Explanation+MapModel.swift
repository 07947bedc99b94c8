import Console
import MapModel

extension Explanation {
  /// Why a map or service document was refused.
  init(_ error: MapModelError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .notAnObject:
      self.init(
        "MAP001", .inputRefused, subject, "\(error)",
        fix: "Save the web map's own JSON: .../items/ITEM_ID/data?f=json.")
    case .unsupportedVersion:
      self.init(
        "MAP002", .inputRefused, subject, "\(error)",
        fix: "Save the map as a web map of version 2.x.")
    case .notAWebMap:
      self.init(
        "MAP003", .inputRefused, subject, "\(error)",
        fix: "Save the web map's own JSON: .../items/ITEM_ID/data?f=json.")
    case .notAService:
      self.init(
        "MAP004", .inputRefused, subject, "\(error)",
        fix: "Save the service's JSON: .../FeatureServer?f=json or .../FeatureServer/0?f=json.")
    case .serviceError:
      self.init(
        "MAP005", .inputRefused, subject, "it holds \(error)",
        fix: "Sign in and save it again.")
    }
  }
}
