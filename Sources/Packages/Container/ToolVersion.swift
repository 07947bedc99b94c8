/// The version of the tool.
package enum ToolVersion {
  package static let text = "0.2.0"
  /// The date of this version.
  package static let date = "2026-11-25"
}
