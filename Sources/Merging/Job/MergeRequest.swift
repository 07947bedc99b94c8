package import FeatureData
package import Packaging

/// What is to be merged, and how.
package struct MergeRequest: Sendable {
  /// The office's data as it is now: a GeoPackage, a geodatabase or a package in any form, or, with
  /// a map, a folder of data as `build` takes it. Never written to.
  package var current: String
  /// The packages that came back; where two left different values, the last one's stands.
  package var packages: [String]
  /// The data as issued, where packages do not bring it.
  package var bases = NamedBases()
  /// The crews' clocks, by which times without a zone are read; nil for those of the map.
  package var timeZone: TimeZoneRules?
  /// The web map that tells fields, domains and relationships, where the data does not.
  package var map: String?
  /// The bindings document whose rules are applied; nil for the rules that the data's map brings.
  package var rules: String?
  /// The GeoPackage to write, or with the ending `.mmpk` or `.zip` the package; nil writes the reports alone.
  package var output: String?
  /// The file to write the changes to as SQL, for a GeoPackage that is to be changed in place.
  package var changes: String?
  /// Makes the pages that a written package carries, where the current one has some.
  package var pages: (@Sendable (_ store: OpenPackage, _ rows: Int) async throws -> [PackageFile])?
  package var overwrite = false
  /// Milliseconds since 1970 UTC.
  package var now: Int64
  /// The same where somebody gave it: dates of edits after it cannot be. Nil where it is only the
  /// machine's clock.
  package var clock: Int64?
  /// Takes packages in which more rows of a table are gone than ``largestShareOfDeletes``.
  package var allowedDeletes: [AllowedDeletes] = []
  /// The fields that tell rows apart in tables without GlobalIDs.
  package var keys: [TableKey] = []
  /// Whose value stands where two sides left different ones; goes before what rules of the map
  /// have for the same field or table.
  package var preferences: [MapRule.Prefer] = []
  /// Who answers for the merge; it is noted in the result.
  package var by: String?
  /// Choices made before.
  package var decisions: DecisionFile?

  /// Of a table's rows, in hundredths: an app that lost rows looks like a crew that deleted them.
  package static let largestShareOfDeletes = 25
  /// Fewer deleted rows than this are never too many.
  package static let fewestSuspectDeletes = 5

  /// Deletions that are taken however many they are.
  package struct AllowedDeletes: Sendable, Equatable {
    /// The path or file name of the package; nil for all packages.
    package var package: String?
    /// The table, by its name in the store or its title in the map; nil for all tables.
    package var table: String?

    /// Of all packages and tables where neither is named.
    package init(package: String? = nil, table: String? = nil) {
      self.package = package
      self.table = table
    }
  }

  package init(current: String, packages: [String], now: Int64) {
    self.current = current
    self.packages = packages
    self.now = now
  }
}
