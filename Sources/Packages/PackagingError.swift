import Bytes

/// Why a package can't be made or read. Each case has its evidence.
///
/// What is wrong inside a file is an error of the file's format, mostly in a ``LocatedError``.
package enum PackagingError: Error, Sendable {
  /// The bindings document is invalid.
  case bindings(path: String, expected: String)
  /// The document of edits is invalid.
  case edits(path: String, expected: String)
  /// The area text has none of the supported forms.
  case area(text: String, expected: String)
  /// The text of many areas has none of the supported forms, or names none.
  case areas(text: String, expected: String)
  /// The plan of areas is invalid.
  case plan(path: String, expected: String)
  /// The plan of areas was made from other inputs.
  case planOutdated(path: String, input: String)
  /// The map has no layer with a name from the command line.
  case noSuchLayer(name: String, layers: [String])
  /// Findings of the fail level stop the build.
  case stopped([Finding])
  /// The target's folder has too little space.
  case noRoom(folder: String, needed: Int, available: Int)
  /// The target is one of the inputs.
  case targetIsInput(path: String)
  /// The package has no readable store.
  case notAPackage(path: String, expected: String)
  /// The QGIS project of a copy for the field does not name one original for each table.
  case copiesUnclear(path: String, reason: String)
  /// A store with contradictory pages, indexes or rows; the first problem.
  case damaged(problem: String, others: Int)
  /// The user stopped the build.
  case interrupted
}

extension PackagingError: MachineFault {
  /// Whether there is too little room, or the user stopped the run.
  package var isFromMachine: Bool {
    switch self {
    case .noRoom, .interrupted: true
    case .bindings, .edits, .area, .areas, .plan, .planOutdated, .noSuchLayer, .stopped,
      .targetIsInput, .notAPackage, .copiesUnclear, .damaged:
      false
    }
  }
}
