import GeoPackage
import MapModel
import OrderedJSON

/// A column of a table with the field's settings in the map.
struct ProjectColumn: Sendable {
  /// The column's name in the GeoPackage.
  var name: String
  /// Its index among the layer's fields in QGIS, where the row ID comes first.
  var index: Int
  var field: Field
  /// The label that people read.
  var label: String
  /// Whether the pop-up shows it.
  var isShown: Bool
  /// Whether people may change it, at least in new records.
  var isEditable: Bool
  var type: GeoPackageType
  /// The input that the form's author chose.
  var input: FormDefinition.Input?

  /// The column as an expression.
  var expression: String { QGISExpression.column(name) }

  /// Whether its display value differs from the stored value.
  var hasNames: Bool {
    if case .codedValues? = field.domain { return true }
    return false
  }
}
