/// An error and where it occurred: a file of a package, an area, a filter.
@usableFromInline package struct LocatedError: Error {
  /// A file with the package it is in, as in `crew-07.mmpk, data.gpkg`, or an argument as given.
  package let location: String
  package let reason: any Error

  /// An error at a location.
  @usableFromInline package init(location: String, reason: any Error) {
    (self.location, self.reason) = (location, reason)
  }
}

extension LocatedError: CustomStringConvertible {
  /// The location and what happened there.
  @usableFromInline package var description: String { "\(location): \(reason)" }
}

/// Does some work, and adds a location to its errors.
///
/// Errors of a file say what is wrong and at which byte. Whoever opens the file knows its name.
@inlinable package func about<Result>(
  _ location: @autoclosure () -> String, _ work: () throws -> Result
) throws -> Result {
  do {
    return try work()
  } catch { throw LocatedError(location: location(), reason: error) }
}
