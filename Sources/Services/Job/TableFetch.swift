import MapModel

/// A layer or table that was fetched whole.
struct FetchedTable: Sendable {
  let layer: ServedLayer
  /// The pages by ascending object IDs.
  let pages: [RowPage]
  let attachments: [ReceivedAttachment]
  /// How many rows an earlier run had received.
  let keptRows: Int
  /// What changed since the folder was fetched before; nil if it wasn't.
  let change: KeptPages.Change?

  /// The number of rows.
  var rows: Int { pages.reduce(0) { $0 + $1.ids.count } }
}

/// Fetches one layer: its rows, then its attachments. Then it looks whether the layer has changed
/// meanwhile, and if so, fetches what changed.
struct TableFetch: Sendable {
  let client: ServiceClient
  let files: FetchFiles
  let withPhotos: Bool
  /// What is done, of what is to be done, and whether these are bytes of attachments or rows.
  let progress: @Sendable (_ done: Int, _ total: Int, _ isBytes: Bool) -> Void

  /// How often a layer is read that changes all the time.
  private static let rounds = 4

  /// - Throws: `ServicesError`, and errors of writing.
  func run(_ first: ServedLayer) async throws -> FetchedTable {
    var layer = first
    var ids = try await listIDs(layer)
    var change: KeptPages.Change?
    for round in 1...Self.rounds {
      let kept = try await KeptPages.choose(client, layer, ids: ids, from: files)
      if round == 1 { change = kept.change }
      let keptRows = kept.pages.reduce(0) { $0 + $1.ids.count }
      let total = ids.count
      var reader = try RowReader(client, layer, ids: ids, kept: kept.pages, into: files) {
        progress($0, total, false)
      }
      try await reader.read()
      let attachments = try await attachments(of: layer, ids)
      let after = try await served(layer.address)
      let idsAfter = try await listIDs(after)
      if after.lastEdit == layer.lastEdit, idsAfter == ids {
        guard reader.absent.isEmpty, !reader.pages.isEmpty else {
          throw ServicesError.rowsMissing(
            layer: layer.name, address: layer.url, ids: Array(reader.absent.prefix(5)))
        }
        let pages = reader.pages.sorted { ($0.ids.first ?? 0) < ($1.ids.first ?? 0) }
        return FetchedTable(
          layer: layer, pages: pages, attachments: attachments, keptRows: keptRows, change: change)
      }
      (layer, ids) = (after, idsAfter)
    }
    throw ServicesError.changedWhileReading(layer: layer.name, address: layer.url)
  }

  /// How much there is to fetch.
  func count(_ layer: ServedLayer) async throws -> (rows: Int, attachments: Int, bytes: Int) {
    let ids = try await listIDs(layer)
    let attachments = try await list(of: layer, ids)
    return (ids.count, attachments.count, attachments.reduce(0) { $0 + $1.size })
  }

  private func served(_ address: ServiceAddress) async throws -> ServedLayer {
    try ServedLayer(await client.document(.json(address.description)), at: address)
  }

  private func listIDs(_ layer: ServedLayer) async throws -> [Int64] {
    let question = try RowQuestions(layer).ids
    switch try await client.ask([question])[0] {
    case .refused(let refusal): throw refusal.error(of: question)
    case .tooLarge(let limit):
      throw ServicesError.answerTooLarge(address: layer.url, limit: limit)
    case .body(let path, let size):
      let bytes = size == 0 ? [] : try ServiceClient.read(path)
      guard let ids = IDList.read(bytes.span) else {
        throw ServicesError.noIDs(layer: layer.name, address: layer.url)
      }
      return ids
    }
  }

  private func list(of layer: ServedLayer, _ ids: [Int64]) async throws -> [ListedAttachment] {
    guard withPhotos, layer.definition.hasAttachments else { return [] }
    return try await AttachmentList(client: client, layer: layer).read(rows: ids)
  }

  private func attachments(
    of layer: ServedLayer, _ ids: [Int64]
  ) async throws -> [ReceivedAttachment] {
    let listed = try await list(of: layer, ids)
    let total = listed.reduce(0) { $0 + $1.size }
    return try await AttachmentReader(client: client, layer: layer, files: files).read(listed) {
      progress($0, total, true)
    }
  }
}
