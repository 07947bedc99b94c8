import FeatureData
package import MapModel
package import OrderedJSON

/// How the manifest of a package is named and written.
package enum ManifestFormat {
  /// The version of the format, which the manifest names.
  package static let name = "fieldpack.package/1"
  /// The path of the manifest in a package.
  package static let path = "fieldpack.json"
  /// Identifies the text in a store with the ID and the time of its package.
  package static let storeStandard = "urn:fieldpack:package:1"

  /// A file of a base map as manifests describe it.
  package static func baseMap(_ file: BaseMapFile, for store: PackageStore) -> JSON {
    var members: JSONObject = [
      "name": .string(file.name), "for": .string(store.program), "title": .string(file.title),
      "reference": .bool(file.isReference), "onDevices": .bool(file.isOnDevices),
    ]
    if let attribution = file.attribution {
      members.append("attribution", .string(attribution))
    }
    return .object(members)
  }

  /// The files of a base map that a manifest describes, for the programs of a store.
  static func baseMaps(_ json: JSON?, for store: PackageStore) -> [BaseMapFile] {
    (json?.array ?? []).compactMap { entry in
      guard let name = entry["name"]?.string, entry["for"]?.string == store.program else {
        return nil
      }
      return BaseMapFile(
        name: name, title: entry["title"]?.string ?? "",
        attribution: entry["attribution"]?.string,
        isReference: entry["reference"]?.bool ?? false,
        isOnDevices: entry["onDevices"]?.bool ?? false)
    }
  }

  /// A time as manifests write it.
  ///
  /// - Parameter milliseconds: since 1970 UTC.
  package static func time(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    _ = DateText.appendDateTime(milliseconds, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
