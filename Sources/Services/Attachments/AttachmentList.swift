import Bytes
import MapModel
import OrderedJSON

/// An attachment as the service lists it.
struct ListedAttachment: Sendable, Equatable {
  /// The object ID of its row.
  let row: Int64
  /// Its number.
  let id: Int64
  /// The name of its file.
  let name: String
  /// In bytes.
  let size: Int
}

/// Lists the attachments of a layer's rows.
struct AttachmentList: Sendable {
  let client: ServiceClient
  let layer: ServedLayer

  /// How many rows one question is about.
  private static let rows = 500
  /// How many questions are asked at once.
  private static let batch = 16

  /// The attachments of rows, in the order of the rows and then of their numbers.
  ///
  /// - Throws: `ServicesError`.
  func read(rows: [Int64]) async throws -> [ListedAttachment] {
    var found: [ListedAttachment] = []
    let size = layer.canListAttachments ? Self.rows : 1
    var waiting = stride(from: 0, to: rows.count, by: size).reversed().map {
      $0..<min(rows.count, $0 + size)
    }
    while !waiting.isEmpty {
      let batch = (0..<min(Self.batch, waiting.count)).compactMap { _ in waiting.popLast() }
      let questions = batch.map { question(Array(rows[$0])) }
      let replies = try await client.ask(questions)
      var again: [Range<Int>] = []
      for (run, (question, reply)) in zip(batch, zip(questions, replies)) {
        if let list = try list(reply, of: question, Array(rows[run])) {
          found += list
        } else {
          guard run.count > 1 else {
            throw ServicesError.answerUnusable(
              address: question.address, expected: "all attachments of row \(rows[run.lowerBound])")
          }
          let middle = run.lowerBound + (run.count + 1) / 2
          again += [run.lowerBound..<middle, middle..<run.upperBound]
        }
      }
      waiting += again.reversed()
    }
    return found.sorted { ($0.row, $0.id) < ($1.row, $1.id) }
  }

  private func question(_ rows: [Int64]) -> Question {
    guard layer.canListAttachments else {
      return .json("\(layer.url)/\(rows.first ?? 0)/attachments")
    }
    var question = Question.json(
      layer.url + "/queryAttachments",
      [("objectIds", rows.map { "\($0)" }.joined(separator: ","))])
    question.isDivisible = rows.count > 1
    return question
  }

  /// The attachments of an answer; nil if it must be asked for fewer rows.
  private func list(
    _ reply: ServiceClient.Reply, of question: Question, _ rows: [Int64]
  ) throws -> [ListedAttachment]? {
    switch reply {
    case .tooLarge: return nil
    case .refused(let refusal):
      guard refusal.isOverload else { throw refusal.error(of: question) }
      return nil
    case .body(let path, let size):
      let json = try? JSONParser.parse(size == 0 ? [] : ServiceClient.read(path))
      guard let json, json["exceededTransferLimit"]?.bool != true else { return nil }
      guard let groups = json["attachmentGroups"]?.array else {
        guard rows.count == 1, let list = json["attachmentInfos"] else { return nil }
        return try Self.attachments(list, row: rows[0], question)
      }
      return try groups.flatMap { group in
        guard let row = group["parentObjectId"]?.int, rows.contains(Int64(row)) else {
          throw Self.unusable(question)
        }
        return try Self.attachments(group["attachmentInfos"], row: Int64(row), question)
      }
    }
  }

  private static func attachments(
    _ list: JSON?, row: Int64, _ question: Question
  ) throws(ServicesError) -> [ListedAttachment] {
    var attachments: [ListedAttachment] = []
    for info in list?.array ?? [] {
      guard let id = info["id"]?.int, let size = info["size"]?.int, size >= 0 else {
        throw unusable(question)
      }
      attachments.append(
        ListedAttachment(
          row: row, id: Int64(id), name: info["name"]?.string ?? "attachment\(id)", size: size))
    }
    return attachments
  }

  private static func unusable(_ question: Question) -> ServicesError {
    .answerUnusable(address: question.address, expected: "attachments with their sizes")
  }
}
