import MapModel

/// Finds the columns of a table's records by the names that maps have for fields.
struct FieldColumns {
  let fields: [Field]
  /// The record column of the first field.
  let first: Int

  /// The column of a field, by its very name, else without regard to case; nil for none.
  func column(_ name: String) -> Int? {
    let exact = fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    return (exact ?? fields.firstIndex { $0.isNamed(name) }).map { $0 + first }
  }
}
