import Bytes
import MapModel

/// Reads rows of one layer, page by page, until each listed row has been received once.
struct RowReader {
  private let client: ServiceClient
  private let layer: ServedLayer
  private let questions: RowQuestions
  private let files: FetchFiles
  /// The listed IDs, ascending.
  private let ids: [Int64]
  private let progress: @Sendable (Int) -> Void
  /// The runs to read, the next one last.
  private var waiting: [Wanted] = []
  /// The most rows that the server sends at once, as its answers show.
  private var mostRows = Int.max
  /// The pages that were received.
  private(set) var pages: [RowPage] = []
  /// Listed rows that the server doesn't send.
  private(set) var absent: [Int64] = []

  /// Rows to ask for.
  private struct Wanted {
    /// Their IDs, ascending.
    let ids: ArraySlice<Int64>
    /// Whether to name each ID, because others are between them, or the server doesn't understand
    /// ranges of IDs.
    var isList = false
    var failures = 0
  }

  /// How many pages are asked for at once. The transport sends few of them at the same time.
  private static let batch = 16
  /// The first time, the server may not be able to send pages of this size.
  private static let firstBatch = 4
  /// How often a single row is asked for that the server fails to send.
  private static let mostFailures = 3

  /// - Parameters:
  ///   - part: which rows are wanted.
  ///   - ids: their IDs, ascending.
  ///   - kept: pages that were received before.
  ///   - progress: called with the number of rows so far.
  init(
    _ client: ServiceClient, _ layer: ServedLayer, _ part: RowPart, ids: [Int64], kept: [RowPage],
    into files: FetchFiles, progress: @escaping @Sendable (Int) -> Void
  ) throws {
    self.client = client
    self.layer = layer
    self.ids = ids
    self.files = files
    self.progress = progress
    questions = try RowQuestions(layer, part)
    pages = kept
    var received = [Bool](repeating: false, count: ids.count)
    for page in kept {
      for id in page.ids { if let index = ids.sortedIndex(of: id) { received[index] = true } }
    }
    waiting = Self.wanted(ids, received, pageSize: layer.pageSize, asLists: !part.isEverything)
      .reversed()
    // A layer without rows has a page too, for its fields.
    if ids.isEmpty, kept.isEmpty { waiting = [Wanted(ids: [])] }
  }

  /// Divides the rows that were not received: ranges where all are wanted, and lists of the others.
  private static func wanted(
    _ ids: [Int64], _ received: [Bool], pageSize: Int, asLists: Bool
  ) -> [Wanted] {
    var (ranges, scattered): ([Wanted], [Int64]) = ([], [])
    for start in stride(from: 0, to: ids.count, by: pageSize) {
      let run = start..<min(ids.count, start + pageSize)
      if !asLists, !received[run].contains(true) {
        ranges.append(Wanted(ids: ids[run]))
      } else {
        scattered += run.filter { !received[$0] }.map { ids[$0] }
      }
    }
    return ranges
      + stride(from: 0, to: scattered.count, by: pageSize).map { start in
        Wanted(ids: scattered[start..<min(scattered.count, start + pageSize)], isList: true)
      }
  }

  /// Reads all.
  ///
  /// - Throws: `ServicesError`, and errors of writing.
  mutating func read() async throws {
    var size = Self.firstBatch
    while !waiting.isEmpty {
      var batch: [Wanted] = []
      while batch.count < size, let next = waiting.popLast() {
        if next.ids.count > mostRows, next.ids.count > 1 {
          divide(next)
        } else {
          batch.append(next)
        }
      }
      let replies = try await client.ask(batch.map(question))
      // The last ones first, so that the queue stays in order.
      var again: [Wanted] = []
      for (wanted, reply) in zip(batch, replies) {
        if let next = try take(reply, for: wanted) { again += next }
      }
      waiting += again.reversed()
      if let failures = again.map(\.failures).max(), failures > 0 {
        try await client.wait(1 << (failures - 1))
      }
      progress(pages.reduce(0) { $0 + $1.ids.count })
      size = Self.batch
    }
  }

  private func question(_ wanted: Wanted) -> Question {
    wanted.isList
      ? questions.rows(with: Array(wanted.ids))
      : questions.rows(from: wanted.ids.first, to: wanted.ids.last)
  }

  private mutating func divide(_ wanted: Wanted) {
    waiting += Self.halves(of: wanted).reversed()
  }

  private static func halves(of wanted: Wanted) -> [Wanted] {
    let halves = IDRuns.halves(of: wanted.ids.indices)
    return [halves.0, halves.1].map { Wanted(ids: wanted.ids[$0], isList: wanted.isList) }
  }

  /// Takes a reply. Returns what is to be asked instead, or nil if the page is complete.
  private mutating func take(
    _ reply: ServiceClient.Reply, for wanted: Wanted
  ) throws -> [Wanted]? {
    switch reply {
    case .tooLarge(let limit):
      return try smaller(wanted, .answerTooLarge(address: layer.url, limit: limit))
    case .refused(let refusal) where refusal.isOverload:
      return try smaller(wanted, refusal.error(of: question(wanted)))
    case .refused(let refusal):
      guard !wanted.isList, !wanted.ids.isEmpty else { throw refusal.error(of: question(wanted)) }
      return [Wanted(ids: wanted.ids, isList: true)]
    case .body(let path, let size):
      let bytes = size == 0 ? [] : try ServiceClient.read(path)
      guard let scan = PageScan(bytes.span, of: layer, idField: questions.idField) else {
        return try smaller(wanted, .answerUnusable(address: layer.url, expected: "rows"))
      }
      return try take(scan, bytes, at: path, for: wanted)
    }
  }

  /// Asks for less, or for a single row again.
  ///
  /// - Throws: the error, if a single row failed often enough.
  private func smaller(_ wanted: Wanted, _ error: ServicesError) throws -> [Wanted] {
    guard wanted.ids.count <= 1 else { return Self.halves(of: wanted) }
    guard wanted.failures < Self.mostFailures else {
      guard let id = wanted.ids.first else { throw error }
      throw LocatedError(location: "\(layer.name), row \(id)", reason: error)
    }
    return [Wanted(ids: wanted.ids, isList: wanted.isList, failures: wanted.failures + 1)]
  }

  private func keep(_ scan: PageScan, _ bytes: [UInt8], at path: String) throws -> RowPage {
    let content = JournalEntry.Content.rows(
      edited: layer.lastEdit, fields: layer.fieldsDigest)
    let file: ReceivedFile
    if let range = scan.flag {
      // All rows of this page are here, and the next ones are in the next page.
      var changed = bytes
      changed.removeSubrange(range)
      file = try files.keep(changed, as: content, of: layer.address)
    } else {
      file = try files.keep(
        path, size: bytes.count, sha256: SHA256.of(bytes.span), as: content, of: layer.address)
    }
    return RowPage(file: file, scan: scan)
  }

  /// Compares the rows of a page with those that were asked for.
  private mutating func take(
    _ scan: PageScan, _ bytes: [UInt8], at path: String, for wanted: Wanted
  ) throws -> [Wanted]? {
    let asked = wanted.ids
    let received = scan.ids.sorted()
    if received.elementsEqual(asked) {
      pages.append(try keep(scan, bytes, at: path))
      return nil
    }
    let extra = received.filter { asked.sortedIndex(of: $0) == nil }
    let isRepeated = zip(received, received.dropFirst()).contains { $0 == $1 }
    guard extra.isEmpty, !isRepeated else {
      // Rows that came meanwhile, or a server that ignores the range.
      guard !wanted.isList, !wanted.ids.isEmpty else {
        guard !wanted.ids.isEmpty else { return nil }
        throw ServicesError.rowsWrong(
          layer: layer.name, address: layer.url, ids: Array(extra.prefix(5)))
      }
      return [Wanted(ids: wanted.ids, isList: true)]
    }
    if wanted.ids.count == 1 {
      absent.append(contentsOf: asked)
      return nil
    }
    if scan.moreFollows, !received.isEmpty { mostRows = min(mostRows, received.count) }
    return Self.halves(of: wanted)
  }
}

extension RandomAccessCollection where Element: Comparable, Index == Int {
  /// The index of an element of a sorted collection; nil if it isn't there.
  func sortedIndex(of element: Element) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == element ? low : nil
  }
}
