import MapModel
import OrderedJSON

/// What a source consists of: its map, the services of its layers, and the layers themselves.
struct Catalogue: Sendable {
  /// A service, with its own resource.
  struct Service: Sendable {
    let address: ServiceAddress
    let json: JSON
  }

  let map: FetchedMap
  /// The item of the map; null without one.
  let item: JSON
  /// The services, in the order of the map.
  let services: [Service]
  /// Each layer and table once, in the order of the map.
  let layers: [ServedLayer]
  /// The data of the layers' items, with the ID of the item.
  let itemData: [(id: String, json: JSON)]

  /// How many documents are asked for at once.
  private static let batch = 32

  /// The titles under which the map shows a layer.
  func titles(of layer: ServedLayer) -> [String] {
    map.shown.filter { $0.address == layer.address }.map(\.title)
  }

  /// The first of these.
  func title(of layer: ServedLayer) -> String { titles(of: layer).first ?? layer.name }

  /// Reads the map, and the definitions of what it shows.
  ///
  /// - Parameter wanted: IDs or titles of layers; empty for all.
  /// - Throws: `ServicesError`, and errors of the map.
  static func read(
    _ client: ServiceClient, _ source: FetchSource, only wanted: [String]
  ) async throws -> Catalogue {
    switch source {
    case .service(let address):
      return try await read(client, service: address, only: wanted, item: .null, portal: nil)
    case .item(let id, let address):
      let portal = Portal(client: client, address: address)
      let item = try await portal.item(id)
      let type = item["type"]?.string ?? ""
      if type == "Web Map" {
        let map = try FetchedMap(
          try await portal.map(id), title: item["title"]?.string ?? id,
          only: wanted)
        return try await read(client, map, item: item, portal: portal)
      }
      guard let service = item["url"]?.string.flatMap({ ServiceAddress(parsing: $0) }) else {
        throw ServicesError.itemUnusable(id: id, type: type)
      }
      return try await read(client, service: service, only: wanted, item: item, portal: portal)
    }
  }

  /// Reads a service that no map shows.
  private static func read(
    _ client: ServiceClient, service address: ServiceAddress, only wanted: [String], item: JSON,
    portal: Portal?
  ) async throws -> Catalogue {
    let root = try await client.document(.json(address.root))
    let title = item["title"]?.string ?? address.serviceName
    let map = try FetchedMap(
      ServiceMap.document(root, at: address, itemID: item["id"]?.string), title: title,
      only: wanted)
    return try await read(client, map, item: item, portal: portal)
  }

  private static func read(
    _ client: ServiceClient, _ map: FetchedMap, item: JSON, portal: Portal?
  ) async throws -> Catalogue {
    var addresses: [ServiceAddress] = []
    for shown in map.shown where !addresses.contains(shown.address) {
      addresses.append(shown.address)
    }
    let services = Self.services(of: addresses)
    let roots = try await documents(client, services)
    let definitions = try await documents(client, addresses)
    var ids: [String] = []
    for id in map.shown.compactMap(\.itemID) where !ids.contains(id) { ids.append(id) }
    let data = try await portal?.data(of: ids) ?? []
    return Catalogue(
      map: map, item: item,
      services: zip(services, roots).map { Service(address: $0, json: $1) },
      layers: try zip(definitions, addresses).map { try ServedLayer($0, at: $1) },
      itemData: zip(ids, data).map { ($0, $1) })
  }

  private static func services(of layers: [ServiceAddress]) -> [ServiceAddress] {
    var services: [ServiceAddress] = []
    for layer in layers where !services.contains(where: { $0.isSameService(as: layer) }) {
      services.append(layer.layer(nil))
    }
    return services
  }

  private static func documents(
    _ client: ServiceClient, _ addresses: [ServiceAddress]
  ) async throws -> [JSON] {
    var documents: [JSON] = []
    for start in stride(from: 0, to: addresses.count, by: batch) {
      let part = addresses[start..<min(addresses.count, start + batch)]
      documents += try await client.documents(part.map { .json($0.description) })
    }
    return documents
  }
}
