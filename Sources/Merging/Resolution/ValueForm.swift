import Bytes
import FeatureData
import Geometry

/// Checks whether programs can read a value, whatever the map requires: geometry of the layer's
/// type, and text in UTF-8.
struct ValueForm: Sendable {
  private let fields: [MergeField]
  /// The geometry type of the layer. Nil if any type is allowed.
  private let kind: GeometryKind?

  /// Creates the checks for a table.
  init(_ table: MergeTable) {
    fields = table.fields
    kind = table.geometryType.flatMap { GeometryKind(geoPackageName: $0) }
  }

  /// Returns why a field of a changed or new row is refused. Nil if it is accepted.
  func refusal(
    of field: Int, from before: MergeRow?, to after: MergeRow
  ) -> AdmissionRules.Refusal? {
    if fields[field].role == .geometry {
      return problem(with: after[field], before: before?[field]).map(Self.invalid)
    }
    if case .text(let text) = after[field], String(validating: text, as: UTF8.self) == nil {
      return Self.invalid("The text is not valid UTF-8.")
    }
    return nil
  }

  private static func invalid(_ message: String) -> AdmissionRules.Refusal {
    AdmissionRules.Refusal(code: FieldViolation.Code.invalid.rawValue, message: message)
  }

  /// Describes what is wrong with a geometry. A new feature may have none. An existing feature must
  /// not lose its geometry.
  private func problem(with value: FieldValue, before: FieldValue?) -> String? {
    switch ReadGeometry(value) {
    case .unreadable: return "Feature isn't valid. The geometry cannot be read."
    case .empty:
      guard let before, case .valid = ReadGeometry(before) else { return nil }
      return "Feature isn't valid. The geometry is empty."
    case .valid(let found):
      guard let kind, found.multiple != kind.multiple else { return nil }
      return "Feature isn't valid. The layer takes \(kind.geoPackageName), not "
        + "\(found.geoPackageName)."
    }
  }

  /// The geometry in a value.
  private enum ReadGeometry {
    case empty
    case unreadable
    case valid(GeometryKind)

    init(_ value: FieldValue) {
      var geometry = Geometry()
      switch value {
      case .null: self = .empty
      case .blob(let blob) where blob.isEmpty: self = .empty
      case .blob(let blob):
        guard (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil else {
          self = .unreadable
          return
        }
        self = geometry.isEmpty ? .empty : .valid(geometry.kind)
      case .integer, .real, .text: self = .unreadable
      }
    }
  }
}
