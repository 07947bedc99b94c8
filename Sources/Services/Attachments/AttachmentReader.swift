import Bytes
import MapModel

/// An attachment that was received whole.
struct ReceivedAttachment: Sendable {
  let listed: ListedAttachment
  let file: ReceivedFile
}

/// Fetches attachments of a layer, unless an earlier run received them.
struct AttachmentReader: Sendable {
  let client: ServiceClient
  let layer: ServedLayer
  let files: FetchFiles

  /// How many attachments are asked for at once.
  private static let batch = 16
  /// How often an attachment is asked for that has another size than listed.
  private static let tries = 3

  /// Fetches all that are listed, in their order.
  ///
  /// - Parameter progress: called with the number of bytes so far.
  /// - Throws: `ServicesError`, and errors of writing.
  func read(
    _ listed: [ListedAttachment], progress: @Sendable (Int) -> Void
  ) async throws -> [ReceivedAttachment] {
    var earlier: [[Int64]: ReceivedFile] = [:]
    for file in files.files(of: layer.address).reversed() {
      if case .attachment(let row, let id, _) = file.entry.content { earlier[[row, id]] = file }
    }
    var received = [ReceivedFile?](repeating: nil, count: listed.count)
    var bytes = 0
    for (index, attachment) in listed.enumerated() {
      if let file = earlier[[attachment.row, attachment.id]], Self.matches(file, attachment),
        try file.isWhole()
      {
        received[index] = file
        bytes += attachment.size
      }
    }
    progress(bytes)
    let open = listed.indices.filter { received[$0] == nil }
    for start in stride(from: 0, to: open.count, by: Self.batch) {
      let batch = Array(open[start..<min(open.count, start + Self.batch)])
      let got = try await fetch(batch.map { listed[$0] })
      for (index, file) in zip(batch, got) {
        received[index] = file
        bytes += listed[index].size
      }
      progress(bytes)
    }
    return zip(listed, received).compactMap { listed, file in
      file.map { ReceivedAttachment(listed: listed, file: $0) }
    }
  }

  private static func matches(_ file: ReceivedFile, _ listed: ListedAttachment) -> Bool {
    guard case .attachment(_, _, let name) = file.entry.content else { return false }
    return name.utf8.elementsEqual(listed.name.utf8) && file.entry.size == listed.size
  }

  /// Fetches attachments. Whatever comes with another size is asked for again.
  private func fetch(_ wanted: [ListedAttachment]) async throws -> [ReceivedFile?] {
    var received = [ReceivedFile?](repeating: nil, count: wanted.count)
    var open = Array(wanted.indices)
    for attempt in 1...Self.tries where !open.isEmpty {
      let replies = try await client.ask(open.map { question(wanted[$0]) })
      var again: [Int] = []
      for (index, reply) in zip(open, replies) {
        received[index] = try take(reply, wanted[index], isLast: attempt == Self.tries)
        if received[index] == nil { again.append(index) }
      }
      open = again
      if !open.isEmpty { try await client.wait(1 << (attempt - 1)) }
    }
    return received
  }

  private func question(_ attachment: ListedAttachment) -> Question {
    Question(
      address: "\(layer.url)/\(attachment.row)/attachments/\(attachment.id)", parameters: [],
      sizeLimit: attachment.size + (1 << 20), fileSize: attachment.size)
  }

  /// Keeps the attachment of a reply; nil if it must be asked for again.
  private func take(
    _ reply: ServiceClient.Reply, _ attachment: ListedAttachment, isLast: Bool
  ) throws -> ReceivedFile? {
    var size = attachment.size
    switch reply {
    case .body(let path, attachment.size):
      if attachment.size == 0 {
        return try files.keep([], as: Self.content(attachment), of: layer.address)
      }
      let digest = try SHA256.of(FileRegion(InputFile(path: path)))
      return try files.keep(
        path, size: attachment.size, sha256: digest, as: Self.content(attachment),
        of: layer.address)
    case .body(_, let other): size = other
    case .tooLarge(let limit): size = limit
    case .refused(let refusal):
      throw refusal.error(of: question(attachment))
    }
    guard isLast else { return nil }
    throw ServicesError.attachmentWrong(
      layer: layer.name, address: question(attachment).address, listed: attachment.size,
      received: size)
  }

  private static func content(_ attachment: ListedAttachment) -> JournalEntry.Content {
    .attachment(row: attachment.row, id: attachment.id, name: attachment.name)
  }
}
