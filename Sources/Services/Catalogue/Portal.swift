import Bytes
import MapModel
import OrderedJSON

/// The items of a portal.
struct Portal: Sendable {
  let client: ServiceClient
  let address: WebAddress

  private var root: String { address.portalRoot }

  /// An item's description: its title, type and address.
  func item(_ id: String) async throws -> JSON {
    try await client.document(.json("\(root)/content/items/\(id)"))
  }

  /// The web map of an item.
  func map(_ id: String) async throws -> JSON {
    try await client.document(.json("\(root)/content/items/\(id)/data"))
  }

  /// The data of layers' items, such as their pop-ups. Null for items that have none, or that this user may not
  /// read.
  func data(of ids: [String]) async throws -> [JSON] {
    let questions = ids.map { Question.json("\(root)/content/items/\($0)/data") }
    var documents: [JSON] = []
    for question in questions {
      do {
        guard case .body(let path, let size) = try await client.ask([question])[0], size > 0 else {
          documents.append(.null)
          continue
        }
        documents.append((try? JSONParser.parse(ServiceClient.read(path))) ?? .null)
      } catch ServicesError.signInNeeded {
        documents.append(.null)
      }
    }
    return documents
  }

  /// The hosts that the portal names as its own.
  func ownHosts() async throws -> [String] {
    let own = try await client.document(.json("\(root)/portals/self"))
    let names = own["authorizedCrossOriginDomains"]?.array?.compactMap(\.string) ?? []
    return names.compactMap { WebAddress($0.contains("://") ? $0 : "https://\($0)")?.host }
  }
}
