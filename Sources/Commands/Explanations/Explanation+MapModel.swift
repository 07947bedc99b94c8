import Console
import MapModel

extension Explanation {
  /// Explains why a map or service document was refused.
  init(_ error: MapModelError, _ context: ErrorContext) {
    let subject = context.subject
    switch error {
    case .notAnObject, .notAWebMap:
      self.init(
        .mapNotAWebMap, about: subject, "\(error)",
        fix: "Save the JSON of the web map itself: .../items/ITEM_ID/data?f=json.")
    case .unsupportedVersion:
      self.init(
        .mapVersionUnsupported, about: subject, "\(error)",
        fix: "Save the map as a web map of version 2.x.")
    case .notAService:
      self.init(
        .mapNotAService, about: subject, "\(error)",
        fix: "Save the JSON of the service: .../FeatureServer?f=json or .../FeatureServer/0?f=json."
      )
    case .serviceError:
      self.init(
        .fileServiceError, about: subject, "\(error)", fix: "Sign in and save it again.")
    }
  }
}
