import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Packages
import Records
import SQLiteFile

extension Finding {
  /// The finding for a source that cannot be read; nil for an error that is not about a source,
  /// such as an interruption or another fault of the machine.
  ///
  /// - Parameters:
  ///   - subject: the title of the layer.
  ///   - path: the path of the source, for errors that don't name it; may be empty.
  init?(unreadable error: any Error, subject: String, path: String) {
    guard !error.isFaultOfTheMachine, let id = FindingID(unreadable: error) else { return nil }
    let message = Self.message(of: error)
    self.init(
      id, .error, subject: subject,
      path.isEmpty || message.contains(path) ? message : "\(path): \(message)",
      fix: Self.fix(of: error))
  }

  private static func message(of error: any Error) -> String {
    guard let located = error as? LocatedError, located.reason is JSONError else {
      return "\(error)"
    }
    return "\(located.location): this isn't valid JSON: \(located.reason)"
  }

  private static func fix(of error: any Error) -> String? {
    switch error {
    case let error as LocatedError: fix(of: error.reason)
    case let error as FeatureDataError: error.fix
    case BytesError.badDeflate, BytesError.checksumMismatch, JSONError.unexpected(_, _, nil):
      "Copy or export the file again: it was cut short or damaged."
    case JSONError.badUTF8: "Save the file as UTF-8."
    case is JSONError: "Correct the text at that position, or export the layer again."
    default: nil
    }
  }
}

extension FindingID {
  fileprivate init?(unreadable error: any Error) {
    switch error {
    case let error as LocatedError: self.init(unreadable: error.reason)
    case let error as FeatureDataError: self = error.findingID
    case is GeometryError: self = .crsUnsupported
    case is BytesError, is JSONError, is MapModelError, is RecordError, is SQLiteFileError,
      is GeoPackageError, is GeodatabaseError:
      self = .dataUnreadable
    default: return nil
    }
  }
}

extension FeatureDataError {
  fileprivate var findingID: FindingID {
    switch self {
    case .notUTF8, .nulByte: .fileNotUTF8
    case .spatialReferenceUnknown: .crsUnknown
    case .mixedGeometry, .geometryTypeMismatch: .geometryMixed
    case .geometry, .shapesLost: .geometryInvalid
    case .feature, .tooManyCells, .unclosedQuote, .textAfterQuote, .tooLarge, .coordinatesMissing,
      .empty, .serviceError, .changedWhileReading, .spatialReferenceUnreadable, .columnTwice,
      .tooManyColumns, .columnMissing, .pagesDisagree:
      .dataUnreadable
    }
  }
}
