import OrderedJSON

/// The photos and files of a returned package, counted: what was taken is linked, missing, without
/// a row, or not let in.
package struct PhotoAccount: Sendable, Equatable {
  /// Those that rows hold or name anew, and files that no row names.
  package var taken = 0
  /// Of these, those whose bytes came.
  package var arrived = 0
  /// Of these, those that belong to a record of the result.
  package var linked = 0
  /// Of these, those that were there already.
  package var duplicate = 0
  /// Taken, and their bytes did not come.
  package var missing = 0

  /// Whether there is anything to tell.
  package var isEmpty: Bool { taken == 0 }

  var json: JSON {
    [
      "taken": .number(taken), "arrived": .number(arrived), "linked": .number(linked),
      "missing": .number(missing), "duplicate": .number(duplicate),
    ]
  }
}
