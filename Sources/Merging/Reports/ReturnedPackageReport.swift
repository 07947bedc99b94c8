/// The outcome of a returned package.
package struct ReturnedPackageReport: Sendable, Equatable {
  package enum Outcome: String, Sendable {
    case merged
    case refused
    case alreadyMerged
  }

  /// Why a package was refused. The office data stays unchanged.
  package enum Refusal: String, Sendable, CaseIterable {
    case unreadable = "PKG_UNREADABLE"
    case notAPackage = "PKG_NOT_A_PACKAGE"
    /// It has two copies of a table, or does not name the original of one.
    case copiesUnclear = "PKG_COPIES_UNCLEAR"
    /// It has the changes of a synchronization instead of whole layers.
    case delta = "GDB_IS_DELTA"
    case corrupt = "SQLITE_CORRUPT"
    case truncated = "FILE_CUT_SHORT"
    case otherMap = "PKG_OTHER_MAP"
    case noBase = "PKG_BASE_MISSING"
    /// The base named for it belongs to another package.
    case otherBase = "PKG_OTHER_BASE"
    case spatialReference = "CRS_CHANGED"
    case viewForTable = "TABLE_IS_VIEW"
    /// A change file lacks records that the office data relates to others.
    case changesIncomplete = "MERGE_CHANGES_INCOMPLETE"
    case deleteBurst = "MERGE_TOO_MANY_DELETES"
    /// A person refused the whole package.
    case byDecision = "PKG_REFUSED"
  }

  /// The file's name, without its folders.
  package var name: String
  package var packageID: String?
  /// SHA-256 of the store as it was read; empty if it could not be read.
  package var content = ""
  package var outcome: Outcome = .merged
  package var refusal: Refusal?
  /// The reason of a refusal in one sentence, with the evidence.
  package var message = ""
  /// How many records the crew added, updated and deleted.
  package var added = 0
  package var updated = 0
  package var deleted = 0
  /// How many pairs of records it added and removed.
  package var addedPairs = 0
  package var removedPairs = 0
  /// The outcome of each of its changes.
  package var account = PackageAccount()
  /// The outcome of its attachments.
  package var attachments = AttachmentCounts()
}
