import GeoPackage
import Packages

/// A returned package as the checks read it.
struct CheckedReturn: Sendable {
  /// The name in messages.
  let name: String
  let package: OpenPackage
  /// The data as issued.
  let base: GeoPackageReader
  let diff: PackageDiff
}
