package import Geometry
package import Packages

/// The result of a build.
package struct BuildReport: Sendable {
  package var plan: PackagePlan
  package var packageID: String
  package var tables: [PackedTable]
  /// Sorted for people.
  package var findings: [Finding]
  /// In degrees; empty if no record has a geometry.
  package var extent: Envelope
  package var attachmentCount: Int
}
