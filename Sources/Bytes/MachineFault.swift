/// An error that can come from the machine, and not from the bytes that were read.
///
/// Whoever catches an error to go on must ask ``Swift/Error/isFaultOfTheMachine``. A full disk says
/// nothing about a crew's package, so it must not refuse the package or become a finding.
package protocol MachineFault: Error {
  /// Whether this error comes from the machine: from a full disk, a folder for scratch files that
  /// is missing or read-only, too little memory, or a limit on files.
  var isFromMachine: Bool { get }
}

extension Error {
  /// Whether the machine is at fault, or the user who stopped the run, and not the input. Such an
  /// error stops the run.
  package var isFaultOfTheMachine: Bool { (self as? any MachineFault)?.isFromMachine ?? false }
}

/// Does work that may fail because of what it reads, and returns nil if it does. Use it instead of
/// `try?` for work that opens or writes files.
///
/// - Throws: only faults of the machine.
package func unlessUnreadable<Result>(_ work: () throws -> Result) throws -> Result? {
  do {
    return try work()
  } catch {
    guard !error.isFaultOfTheMachine else { throw error }
    return nil
  }
}

extension BytesError: MachineFault {
  /// Whether a file could not be written, or not read for a reason that is not in the file.
  package var isFromMachine: Bool {
    switch self {
    case .noSpace, .cannotWrite: true
    case .notReadable(_, let errno): SystemError.isFromMachine(errno)
    case .truncated, .badUTF8, .badDeflate, .inflatedTooLarge, .checksumMismatch, .fileNotFound,
      .isFolder, .notRegular, .notAFolder, .fileTruncated, .outputExists, .nameNotUTF8,
      .badRelativePath:
      false
    }
  }
}

extension LocatedError: MachineFault {
  /// Whether the error at the location comes from the machine.
  @usableFromInline package var isFromMachine: Bool { reason.isFaultOfTheMachine }
}
