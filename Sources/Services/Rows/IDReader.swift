/// Reads which rows of a layer are in a part of it.
struct IDReader: Sendable {
  let client: ServiceClient
  let layer: ServedLayer
  let part: RowPart

  /// How many lists of IDs are asked for at once.
  private static let batch = 16

  /// The IDs, ascending, each once.
  ///
  /// - Throws: `ServicesError`.
  func read() async throws -> [Int64] {
    let questions = try RowQuestions(layer, part).ids
    guard questions.count != 1 else { return try await lists(questions)[0] }
    var ids: Set<Int64> = []
    for start in stride(from: 0, to: questions.count, by: Self.batch) {
      let batch = Array(questions[start..<min(questions.count, start + Self.batch)])
      for list in try await lists(batch) { ids.formUnion(list) }
    }
    return ids.sorted()
  }

  private func lists(_ questions: [Question]) async throws -> [[Int64]] {
    try zip(questions, await client.ask(questions)).map { question, reply in
      switch reply {
      case .refused(let refusal):
        guard !part.isEverything else { throw refusal.error(of: question) }
        throw ServicesError.filterRefused(
          layer: layer.name, filter: part.filter ?? "", code: refusal.code, message: refusal.message
        )
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
  }
}
