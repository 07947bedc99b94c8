import Bytes
import FeatureData
import MapModel
import OrderedJSON

/// Sends edits of the records of one layer, in batches.
///
/// If nobody knows whether the service took a batch, its records are read again, and only what is
/// still open is sent again.
struct RecordSender {
  /// What became of an edit.
  enum Outcome: Sendable {
    case done
    case refused(code: Int, message: String)
    case conflict([EditStanding.Difference])
  }

  let client: ServiceClient
  let ledger: PushLedger
  let layer: PushedLayer
  let action: EditAction
  /// Called with the number of edits that are settled.
  let progress: (Int) -> Void

  private(set) var outcomes: [GlobalID: Outcome] = [:]
  private var waiting: [Batch] = []

  /// The server's code and message.
  private typealias Words = (code: Int, message: String)

  /// Edits to send in one call.
  private struct Batch {
    var edits: [OpenEdit]
    var failures = 0

    var halves: [Batch] {
      let middle = (edits.count + 1) / 2
      return [Array(edits[..<middle]), Array(edits[middle...])].filter { !$0.isEmpty }
        .map { Batch(edits: $0, failures: failures) }
    }
  }

  /// The most records of a call, and about the most bytes.
  private static let mostRecords = 200
  private static let mostBytes = 1 << 20
  /// How often a batch is sent whose answers don't come.
  private static let tries = 5
  private static let longestWait = 300
  /// A record with this GlobalID exists, or with another value that must be unique.
  private static let isTaken = 1_022

  init(
    _ client: ServiceClient, _ ledger: PushLedger, layer: PushedLayer, action: EditAction,
    progress: @escaping (Int) -> Void
  ) {
    self.client = client
    self.ledger = ledger
    self.layer = layer
    self.action = action
    self.progress = progress
  }

  /// Sends edits.
  ///
  /// - Throws: `ServicesError` if the server stays unreachable, can't be trusted or wants a token.
  mutating func send(_ edits: [OpenEdit]) async throws {
    waiting = batches(edits).reversed()
    while let batch = waiting.popLast() {
      try await send(batch)
      progress(outcomes.count)
    }
  }

  private func batches(_ edits: [OpenEdit]) -> [Batch] {
    var batches: [Batch] = []
    var (part, size): ([OpenEdit], Int) = ([], 0)
    for edit in edits {
      let bytes = JSONWriter.write(json(edit)).count
      if part.count == Self.mostRecords || size + bytes > Self.mostBytes, !part.isEmpty {
        batches.append(Batch(edits: part))
        (part, size) = ([], 0)
      }
      part.append(edit)
      size += bytes
    }
    return part.isEmpty ? batches : batches + [Batch(edits: part)]
  }

  /// An edit as applyEdits takes it.
  private func json(_ edit: OpenEdit) -> JSON {
    guard action == .delete else { return layer.feature(edit) }
    if layer.takesGlobalIDs { return .string(edit.edit.id.text) }
    return .number(Int(edit.objectID ?? 0))
  }

  private func call(_ edits: [OpenEdit]) -> EditCall {
    let list = JSONWriter.write(.array(edits.map(json)))
    return .form(
      layer.layer.url + "/applyEdits",
      [
        ("\(action.rawValue)s", String(decoding: list, as: UTF8.self)),
        ("useGlobalIds", layer.takesGlobalIDs ? "true" : "false"),
        ("rollbackOnFailure", "false"),
      ])
  }

  private mutating func send(_ batch: Batch) async throws {
    let ids = batch.edits.map(\.edit.id)
    try ledger.begin(action.noted, ids, of: layer.layer)
    switch try await client.send(call(batch.edits), in: ledger.folder) {
    case .document(let json):
      try await take(EditResults(json, of: action, sent: batch.edits), of: batch)
    case .refused(let refusal):
      // One wrong record can be the reason why a server refuses all of them.
      guard batch.edits.count == 1 else {
        waiting += batch.halves.reversed()
        return
      }
      try settle(ids.map { ($0, .refused(code: refusal.code, message: refusal.message)) })
    case .unknown(let reason, let refusal, let seconds):
      try await look(
        batch, after: reason, refusal: refusal.map { ($0.code, $0.message) }, wait: seconds)
    }
  }

  private mutating func take(_ results: EditResults, of batch: Batch) async throws {
    var settled: [(GlobalID, Outcome)] = []
    var (unknown, innocent): ([OpenEdit], [OpenEdit]) = ([], [])
    var taken: (refusal: Words, edits: [OpenEdit])?
    for edit in batch.edits {
      switch results.results[edit.edit.id] {
      case .done: settled.append((edit.edit.id, .done))
      case .refused(Self.isTaken, let message) where action == .add:
        taken = ((Self.isTaken, message), (taken?.edits ?? []) + [edit])
      case .refused(let code, let message):
        settled.append((edit.edit.id, .refused(code: code, message: message)))
      case .rolledBack: innocent.append(edit)
      case nil: unknown.append(edit)
      }
    }
    try settle(settled)
    if !unknown.isEmpty {
      try await look(
        Batch(edits: unknown, failures: batch.failures), after: "its answer lacks records",
        refusal: nil, wait: nil)
    }
    if let (refusal, edits) = taken {
      try await look(
        Batch(edits: edits, failures: Self.tries), after: "it has such records", refusal: refusal,
        wait: nil)
    }
    guard !innocent.isEmpty else { return }
    let rest = Batch(edits: innocent, failures: batch.failures)
    // Without the wrong ones, or in halves to find the wrong one.
    if innocent.count < batch.edits.count {
      waiting.append(rest)
    } else if innocent.count > 1 {
      waiting += rest.halves.reversed()
    } else {
      try settle([(innocent[0].edit.id, .refused(code: 1_003, message: "Operation rolled back."))])
    }
  }

  /// Reads the records of edits that may have been taken.
  ///
  /// - Parameter refusal: what the server said; nil if it didn't answer.
  private mutating func look(
    _ batch: Batch, after reason: String, refusal: Words?, wait: Int?
  ) async throws {
    let pause = max(1 << min(batch.failures, Self.tries - 1), wait ?? 0)
    guard pause <= Self.longestWait else {
      throw ServicesError.unreachable(address: layer.layer.url, reason: reason)
    }
    if batch.failures < Self.tries { try await client.wait(pause) }
    let found = try await layer.records(client).read(batch.edits.map(\.edit.id))
    var settled: [(GlobalID, Outcome)] = []
    var open: [OpenEdit] = []
    for edit in batch.edits {
      switch layer.comparison.standing(of: edit.edit, found[edit.edit.id]) {
      case .present: settled.append((edit.edit.id, .done))
      case .conflict(let differences): settled.append((edit.edit.id, .conflict(differences)))
      case .open(let next): open.append(next)
      }
    }
    try settle(settled)
    guard !open.isEmpty else { return }
    let next = Batch(edits: open, failures: batch.failures + 1)
    guard next.failures >= Self.tries else {
      // The second time, a smaller one may be what the server can do.
      waiting += next.failures > 1 ? next.halves.reversed() : [next]
      return
    }
    guard let refusal else {
      throw ServicesError.unreachable(address: layer.layer.url, reason: reason)
    }
    try settle(
      open.map { ($0.edit.id, .refused(code: refusal.code, message: refusal.message)) })
  }

  private mutating func settle(_ settled: [(id: GlobalID, outcome: Outcome)]) throws {
    var done: [GlobalID] = []
    var refused: [(id: GlobalID, code: Int)] = []
    for (id, outcome) in settled {
      outcomes[id] = outcome
      switch outcome {
      case .done: done.append(id)
      case .refused(let code, _): refused.append((id, code))
      case .conflict: break
      }
    }
    try ledger.end(action.noted, of: layer.layer, done: done, refused: refused)
  }
}
