package import MapModel

/// A table whose records several layers of the map show, because the map has one layer of a service
/// several times: filtered, drawn differently, or in several groups.
package enum SharedTable {
  /// The title for people of a table that these layers show, the one that stands for it first.
  ///
  /// A title such as "Trees in the north" would be wrong for the records of other layers. If each
  /// layer shows only some records, the service's own name says what the table has.
  package static func title(of layers: [EffectiveLayer]) -> String {
    guard let first = layers.first else { return "" }
    let isWhole = layers.count == 1 || first.definition.definitionExpression == nil
    return isWhole || first.definition.name.isEmpty ? first.title : first.definition.name
  }
}
