/// What became of a returned package.
package struct ReturnedPackageReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case merged
    case refused
    case alreadyMerged
  }

  /// Why a package is not merged; the current data stays as it is.
  package enum Refusal: String, Sendable, CaseIterable {
    case unreadable = "UNREADABLE"
    case notAPackage = "PKG_NOT_A_PACKAGE"
    /// It carries the changes of a synchronisation in place of whole layers.
    case delta = "PKG_DELTA"
    case corrupt = "SQLITE_CORRUPT"
    case truncated = "PKG_TRUNCATED"
    case otherMap = "PKG_UNKNOWN"
    case noBase = "PKG_BASE_MISSING"
    /// The base that is named for it is another package's.
    case otherBase = "PKG_BASE_OTHER"
    case spatialReference = "CRS_CHANGED"
    case viewForTable = "SCHEMA_VIEW"
    case deleteBurst = "DELETE_BURST"
    /// A person refused all of it.
    case byDecision = "PKG_REFUSED"
  }

  /// The file's name, without the folders of the machine.
  package var name: String
  package var packageID: String?
  /// SHA-256 of the store as it was read; empty where it could not be.
  package var content = ""
  package var outcome: Outcome = .merged
  package var refusal: Refusal?
  /// One sentence with the evidence, for a refusal.
  package var message = ""
  /// Rows as the crew left them, against the data as issued.
  package var added = 0
  package var updated = 0
  package var deleted = 0
  /// Pairs of records that it added and removed.
  package var addedPairs = 0
  package var removedPairs = 0
  /// What became of each of its changes.
  package var account = PackageAccount()
  /// Its photos and files.
  package var photos = PhotoAccount()
}
