import FeatureData

/// `fieldpack.json`: the package's content, its sources and its findings.
package enum PackageManifest {
  /// The format of this version, which the manifest names.
  package static let format = "fieldpack.package/1"
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
