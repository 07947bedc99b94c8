import MapModel

/// A layer or table that was fetched whole.
struct FetchedTable: Sendable {
  let layer: ServedLayer
  /// The rows, ascending.
  let ids: [Int64]
  /// The pages by ascending object IDs.
  let pages: [RowPage]
  let attachments: [ReceivedAttachment]
  /// How many rows an earlier run had received.
  let keptRows: Int
  /// What changed since the folder was fetched before; nil if it wasn't.
  let change: KeptPages.Change?

  /// The number of rows.
  var rows: Int { ids.count }
}

/// Fetches one layer: its rows, then its attachments. Then it looks whether the layer has changed
/// meanwhile, and if so, fetches what changed.
struct TableFetch: Sendable {
  let client: ServiceClient
  let files: FetchFiles
  let withPhotos: Bool
  /// Which rows to fetch.
  let part: RowPart
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
      var reader = try RowReader(client, layer, part, ids: ids, kept: kept.pages, into: files) {
        progress($0, total, false)
      }
      try await reader.read()
      let attachments = try await attachments(of: layer, ids, isLast: round == Self.rounds)
      let after = try await served(layer.address)
      let idsAfter = try await listIDs(after)
      if after.lastEdit == layer.lastEdit, idsAfter == ids, let attachments {
        guard reader.absent.isEmpty, !reader.pages.isEmpty else {
          throw ServicesError.rowsMissing(
            layer: layer.name, address: layer.url, ids: Array(reader.absent.prefix(5)))
        }
        let idField = try RowQuestions(layer).idField
        try change?.compare(with: reader.pages, of: layer, idField: idField)
        let pages = try ComposedPages.make(
          reader.pages, ids: ids, of: layer, idField: idField, in: files)
        return FetchedTable(
          layer: layer, ids: ids, pages: pages, attachments: attachments, keptRows: keptRows,
          change: change)
      }
      (layer, ids) = (after, idsAfter)
    }
    throw ServicesError.changedWhileReading(layer: layer.name, address: layer.url)
  }

  /// How much there is to fetch: the IDs of the rows, and the attachments with their size.
  func count(_ layer: ServedLayer) async throws -> (ids: [Int64], attachments: Int, bytes: Int) {
    let ids = try await listIDs(layer)
    let attachments = try await list(of: layer, ids)
    return (ids, attachments.count, attachments.reduce(0) { $0 + $1.size })
  }

  private func served(_ address: ServiceAddress) async throws -> ServedLayer {
    try ServedLayer(await client.document(.json(address.description)), at: address)
  }

  private func listIDs(_ layer: ServedLayer) async throws -> [Int64] {
    try await IDReader(client: client, layer: layer, part: part).read()
  }

  private func list(of layer: ServedLayer, _ ids: [Int64]) async throws -> [ListedAttachment] {
    guard withPhotos, layer.definition.hasAttachments else { return [] }
    return try await AttachmentList(client: client, layer: layer).read(rows: ids)
  }

  /// Reads the attachments of rows; nil if they changed meanwhile.
  ///
  /// - Parameter isLast: whether an attachment that can't be read ends the fetch in any case.
  private func attachments(
    of layer: ServedLayer, _ ids: [Int64], isLast: Bool
  ) async throws -> [ReceivedAttachment]? {
    let listed = try await list(of: layer, ids)
    let total = listed.reduce(0) { $0 + $1.size }
    let reader = AttachmentReader(client: client, layer: layer, files: files)
    let received: [ReceivedAttachment]
    do {
      received = try await reader.read(listed) { progress($0, total, true) }
    } catch let error as ServicesError where error.isAboutAnswer && !isLast {
      // Somebody may have deleted or replaced the attachment.
      guard try await list(of: layer, ids) != listed else { throw error }
      return nil
    }
    // Where no date tells of edits, only the list can.
    if layer.lastEdit == nil, try await list(of: layer, ids) != listed { return nil }
    return received
  }
}
