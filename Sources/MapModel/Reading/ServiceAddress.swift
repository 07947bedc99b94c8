// URLs of feature and map services:
//   https://<host>/<…>/rest/services/<folder>/<name>/FeatureServer[/<layer id>][?query][#fragment]
// `MapServer` likewise. Scheme, case, a trailing slash and the query do not distinguish services.

/// A feature or map service, and a layer in it.
package struct ServiceAddress: Sendable, Hashable, CustomStringConvertible {
  /// The URL up to and including `FeatureServer` or `MapServer`, as written.
  package let root: String
  /// The number of the layer or table, or nil for the whole service.
  package let layerID: Int?
  /// The root in lower case without its scheme. The same service has the same key.
  package let key: String

  /// Splits a URL. Nil if it is not the URL of a feature or map service.
  package init?(parsing url: String) {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let parts = bytes[..<(end ?? bytes.count)].split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard
      let server = parts.lastIndex(where: { part in
        let name = String(decoding: part, as: UTF8.self)
        return name.isSameName(as: "FeatureServer") || name.isSameName(as: "MapServer")
      }), server > 0
    else { return nil }
    let rest = parts[(server + 1)...].filter { !$0.isEmpty }
    guard rest.count <= 1 else { return nil }
    if let last = rest.first {
      guard let id = Int(String(decoding: last, as: UTF8.self)), id >= 0 else { return nil }
      layerID = id
    } else {
      layerID = nil
    }
    root = String(decoding: bytes[..<parts[server].endIndex], as: UTF8.self)
    key = Self.key(root)
  }

  private init(root: String, layerID: Int?, key: String) {
    self.root = root
    self.layerID = layerID
    self.key = key
  }

  /// Returns the address of another layer of the same service.
  package func layer(_ id: Int?) -> ServiceAddress {
    ServiceAddress(root: root, layerID: id, key: key)
  }

  /// Returns whether both are the same service, whatever their layers.
  package func isSameService(as other: ServiceAddress) -> Bool { key == other.key }

  /// The name of the service: the part of the URL before `FeatureServer`.
  package var serviceName: String {
    let parts = root.utf8.split(separator: UInt8(ascii: "/"))
    return parts.dropLast().last.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The URL of the layer, or of the service.
  package var description: String { layerID.map { "\(root)/\($0)" } ?? root }

  package static func == (left: ServiceAddress, right: ServiceAddress) -> Bool {
    left.key == right.key && left.layerID == right.layerID
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(layerID)
  }

  private static func key(_ root: String) -> String {
    var lower = root.lowercased()
    for scheme in ["https://", "http://", "//"] where lower.hasPrefix(scheme) {
      lower.removeFirst(scheme.count)
      break
    }
    return lower
  }
}
