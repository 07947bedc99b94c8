import MapModel

/// Finds the record columns of fields by their names in a map.
struct FieldColumns {
  let fields: [Field]
  /// The record column of the first field.
  let first: Int

  /// Returns the column of a field: an exact match, or else one that ignores case. Nil if there is
  /// none.
  func column(_ name: String) -> Int? {
    let exact = fields.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    return (exact ?? fields.firstIndex { $0.isNamed(name) }).map { $0 + first }
  }
}
