import Console
import MapModel

extension MapModelError: ExplainedError {
  /// Explains why a map or service document was refused.
  func explanation(_ context: ErrorContext) -> Explanation {
    let subject = context.subject
    return switch self {
    case .notAnObject, .notAWebMap:
      Explanation(
        .mapNotAWebMap, about: subject, "\(self)",
        fix: "Save the JSON of the web map itself: .../items/ITEM_ID/data?f=json.")
    case .webScene:
      Explanation(
        .mapNotAWebMap, about: subject, "\(self)",
        fix: "Make a web map with the scene's feature layers in Map Viewer, and save its JSON.")
    case .unsupportedVersion:
      Explanation(
        .mapVersionUnsupported, about: subject, "\(self)",
        fix: "Save the map as a web map of version 2.x.")
    case .notAService:
      Explanation(
        .mapNotAService, about: subject, "\(self)",
        fix: "Save the JSON of the service: .../FeatureServer?f=json or .../FeatureServer/0?f=json."
      )
    case .serviceError:
      Explanation(
        .fileServiceError, about: subject, "\(self)", fix: "Sign in and save it again.")
    }
  }
}
