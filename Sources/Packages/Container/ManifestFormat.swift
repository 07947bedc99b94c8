import FeatureData

/// How the manifest of a package is named and written.
package enum ManifestFormat {
  /// The version of the format, which the manifest names.
  package static let name = "fieldpack.package/1"
  /// The path of the manifest in a package.
  package static let path = "fieldpack.json"
  /// Identifies the text in a store with the ID and the time of its package.
  package static let storeStandard = "urn:fieldpack:package:1"

  /// A time as manifests write it.
  ///
  /// - Parameter milliseconds: since 1970 UTC.
  package static func time(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
