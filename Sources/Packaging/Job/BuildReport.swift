package import Geometry
package import Packages

/// The result of a build.
package struct BuildReport: Sendable {
  package var plan: PackagePlan
  package var packageID: String
  /// Equal for packages with equal content, whenever they are built.
  package var contentDigest: String
  package var tables: [PackedTable]
  /// Sorted for people.
  package var findings: [Finding]
  /// In degrees; empty if no record has a geometry.
  package var extent: Envelope
  package var attachmentCount: Int
  /// What each part of the package costs; nil for a store alone, and if nothing was written.
  package var parts: PackageParts?
}
