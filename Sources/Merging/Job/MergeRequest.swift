package import FeatureData
package import Packages

/// What to merge, and how.
package struct MergeRequest: Sendable {
  /// The path of the office data: a GeoPackage, a geodatabase, a package in any form, or, with a
  /// map, a folder of data as `build` accepts it. It is never written to.
  package var current: String
  /// The paths of the returned packages. If two set different values, the last one wins.
  package var packages: [String]
  /// Opens the office data and the packages.
  package let opener: PackageOpener
  /// The data as issued, for packages that don't contain it.
  package var bases = NamedBases()
  /// The time zone of times without a zone; nil for that of the map.
  package var timeZone: TimeZoneRules?
  /// The web map that defines fields, domains and relationships, if the data doesn't.
  package var map: String?
  /// The bindings document with the rules to apply; nil for the rules stored with the data's map.
  package var rules: String?
  /// The GeoPackage to write, the package if the name ends in `.mmpk` or `.zip`, or the folder if
  /// it ends in `/`; nil writes only reports.
  package var output: String?
  /// The file for the changes as SQL, to update a GeoPackage in place.
  package var changes: String?
  /// Makes the pages for a written package, if the office's package has pages.
  package var pages: (@Sendable (_ store: OpenPackage, _ rows: Int) async throws -> [PackageFile])?
  /// Whether an existing output may be replaced.
  package var overwrite = false
  /// The time of the merge, in milliseconds since 1970 UTC.
  package var now: Int64
  /// The time of the merge if it was given explicitly. Dates of edits after it are reported. Nil if
  /// only the machine's clock is known.
  package var clock: Int64?
  /// The packages and tables that may delete more rows than ``largestShareOfDeletes``.
  package var allowedDeletes: [AllowedDeletes] = []
  /// The fields that identify rows in tables without GlobalIDs.
  package var keys: [TableKey] = []
  /// Which side wins a conflict. Overrides the map's rules for the same field or table.
  package var preferences: [MapRule.Prefer] = []
  /// Who is responsible for the merge; recorded in the ledger.
  package var by: String?
  /// The decisions of an earlier review; nil if there was none.
  package var decisions: UnitedDecisions?

  /// The percentage of a table's rows that a package may delete. An app that lost rows looks like a
  /// crew that deleted them.
  package static let largestShareOfDeletes = 25
  /// Fewer deleted rows than this are always allowed.
  package static let fewestSuspectDeletes = 5

  /// Allows any number of deletions.
  package struct AllowedDeletes: Sendable, Equatable {
    /// The path or file name of the package; nil for all packages.
    package var package: String?
    /// The table, by its name in the store or its title in the map; nil for all tables.
    package var table: String?

    /// Allows deletions in a table of a package; nil means all.
    package init(package: String? = nil, table: String? = nil) {
      self.package = package
      self.table = table
    }
  }

  /// What to merge, with what opens it.
  package init(current: String, packages: [String], opener: PackageOpener, now: Int64) {
    self.current = current
    self.packages = packages
    self.opener = opener
    self.now = now
  }
}
