package import MapModel

/// What to fetch, as users name it.
package enum FetchSource: Sendable, Equatable {
  /// An item of a portal: a web map, or a service's item.
  case item(id: String, portal: WebAddress)
  /// A service, or one layer of it.
  case service(ServiceAddress)

  /// The portal of ArcGIS Online.
  package static let online = "https://www.arcgis.com"
  private static let idLength = 32

  /// Reads an item ID, or the address of a map viewer, an item page, a service or a layer.
  ///
  /// - Parameters:
  ///   - text: what the user wrote.
  ///   - portal: the address of the portal; nil for that of the page, or else ArcGIS Online.
  /// - Throws: `ServicesError.sourceUnknown`.
  package init(_ text: String, portal: String?) throws(ServicesError) {
    if Self.isItemID(text) {
      self = .item(id: text.lowercased(), portal: try Self.portal(portal ?? Self.online))
      return
    }
    guard let address = WebAddress(text) else { throw .sourceUnknown(text) }
    if let service = ServiceAddress(parsing: address.text) {
      self = .service(service)
      return
    }
    guard let id = Self.item(of: address) else { throw .sourceUnknown(text) }
    let root = ["apps", "home", "sharing"].compactMap { address.root(before: $0) }.first
    self = .item(id: id, portal: try Self.portal(portal ?? root ?? address.server))
  }

  /// The server that the user named.
  package var home: WebAddress? {
    switch self {
    case .item(_, let portal): portal
    case .service(let service): WebAddress(service.root)
    }
  }

  /// The item that a page shows: `?webmap=ID`, `?id=ID`, `?layers=ID` or `/items/ID`.
  private static func item(of address: WebAddress) -> String? {
    let named = ["webmap", "id", "layers", "url"].compactMap { address.parameter($0) }
    let parts = address.path.split(separator: "/").map(String.init)
    let item = parts.firstIndex(of: "items").map { parts[($0 + 1)...].prefix(1) } ?? []
    return (named + item).first(where: isItemID)?.lowercased()
  }

  private static func isItemID(_ text: String) -> Bool {
    text.utf8.count == idLength && text.utf8.allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// Reads the address of a portal, or of a page or interface of it.
  ///
  /// - Throws: `ServicesError.sourceUnknown`.
  package static func portal(_ text: String) throws(ServicesError) -> WebAddress {
    guard let address = WebAddress(text) else { throw .sourceUnknown(text) }
    var path = address.path
    for ending in ["/", "/sharing/rest", "/home"] where path.hasSuffix(ending) {
      path = String(path.dropLast(ending.count))
    }
    guard let portal = WebAddress(address.server + path) else { throw .sourceUnknown(text) }
    return portal
  }
}
