import Bytes
import FeatureData
import Geometry

/// Whether programs can read a value where it stands, whatever a map asks of it: shapes of the
/// layer's kind, and texts in UTF-8.
struct ValueForm: Sendable {
  private let fields: [MergeField]
  /// The kind of shape that the layer takes; nil for any.
  private let kind: GeometryKind?

  /// The forms of a table's values.
  init(_ table: MergeTable) {
    fields = table.fields
    kind = table.geometryType.flatMap { GeometryKind(geoPackageName: $0) }
  }

  /// Why a field of a changed or new row does not come in; nil where it does.
  func refusal(
    of field: Int, from before: MergeRow?, to after: MergeRow
  ) -> AdmissionRules.Refusal? {
    if fields[field].role == .geometry {
      return fault(of: after[field], before: before?[field]).map(Self.invalid)
    }
    if case .text(let text) = after[field], String(validating: text, as: UTF8.self) == nil {
      return Self.invalid("The text is not valid UTF-8.")
    }
    return nil
  }

  private static func invalid(_ message: String) -> AdmissionRules.Refusal {
    AdmissionRules.Refusal(code: FieldViolation.Code.invalid.rawValue, message: message)
  }

  /// What is wrong with a shape. A new feature may have none; one that is there keeps its own.
  private func fault(of value: FieldValue, before: FieldValue?) -> String? {
    switch Shape(value) {
    case .unreadable: return "Feature isn't valid. The geometry cannot be read."
    case .none:
      guard let before, case .of = Shape(before) else { return nil }
      return "Feature isn't valid. The geometry is empty."
    case .of(let found):
      guard let kind, found.multiple != kind.multiple else { return nil }
      return "Feature isn't valid. The layer takes \(kind.geoPackageName), not "
        + "\(found.geoPackageName)."
    }
  }

  /// What a value holds.
  private enum Shape {
    case none
    case unreadable
    case of(GeometryKind)

    init(_ value: FieldValue) {
      var geometry = Geometry()
      switch value {
      case .null: self = .none
      case .blob(let blob) where blob.isEmpty: self = .none
      case .blob(let blob):
        guard (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil else {
          self = .unreadable
          return
        }
        self = geometry.isEmpty ? .none : .of(geometry.kind)
      case .integer, .real, .text: self = .unreadable
      }
    }
  }
}
