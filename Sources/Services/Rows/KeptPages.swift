import Bytes

/// The pages of earlier runs that still have what the service has.
struct KeptPages: Sendable {
  /// What changed in a layer since it was fetched before.
  struct Change: Sendable {
    /// Rows that are new.
    let came: Int
    /// Rows that are gone.
    let went: Int
    /// Rows with other values; nil if the service doesn't say.
    var changed: Int?
    /// The rows that may have other values, and the pages that have the older ones.
    let edited: Set<Int64>
    let before: [RowPage]

    /// Counts the rows whose values differ. A service's dates don't tell an edit just before the
    /// folder was fetched from one just after it.
    mutating func compare(
      with after: [RowPage], of layer: ServedLayer, idField: String
    ) throws {
      guard changed != nil else { return }
      func digests(_ pages: [RowPage]) throws -> [Int64: [UInt8]] {
        var digests: [Int64: [UInt8]] = [:]
        for page in pages where page.ids.contains(where: edited.contains) {
          guard let bytes = try page.file.bytes(),
            let scan = PageScan(bytes.span, of: layer, idField: idField)
          else { continue }
          for (id, range) in zip(scan.ids, scan.features) where edited.contains(id) {
            digests[id] = digests[id] ?? SHA256.of(bytes.span.extracting(range))
          }
        }
        return digests
      }
      let (old, new) = (try digests(before), try digests(after))
      changed = edited.count { old[$0] != new[$0] }
    }
  }

  /// The pages, each row at most once.
  let pages: [RowPage]
  /// What changed since the folder was fetched; nil if it wasn't.
  let change: Change?

  /// Chooses pages.
  ///
  /// A row is kept if it is still listed, and wasn't edited since. If a service doesn't say when rows
  /// were edited, only pages of a fetch that was cut are kept.
  ///
  /// - Parameter ids: the rows that the service lists, ascending.
  static func choose(
    _ client: ServiceClient, _ layer: ServedLayer, ids: [Int64], from files: FetchFiles
  ) async throws -> KeptPages {
    let candidates = try Self.candidates(layer, files)
    let marks = candidates.compactMap { $0.edited }.filter { $0 != layer.lastEdit }
    var edited: Set<Int64>?
    if let first = marks.min() { edited = try await Self.edited(client, layer, since: first) }
    let old = Set(candidates.filter(\.page.file.isOfFinished).flatMap(\.page.ids))
    // Some programs edit without a date. Then rows may have changed that nobody can find.
    let isExplained = candidates.contains { candidate in
      candidate.page.ids.contains { ids.sortedIndex(of: $0) == nil }
    }
    if edited?.isEmpty == true, !isExplained { edited = nil }
    let current = candidates.compactMap { $0.current(layer, ids, edited: edited) }
    return KeptPages(
      pages: Self.apart(current, ids),
      change: Self.change(from: old, to: ids, edited: marks.isEmpty ? [] : edited, candidates))
  }

  private struct Candidate {
    let page: RowPage
    /// When the service had last been edited before the page was read; nil if it didn't say.
    let edited: Int64?

    /// The rows for which the service has the same values; nil without any.
    ///
    /// - Parameters:
    ///   - ids: the rows that the service lists.
    ///   - changed: the rows that were edited since; nil if that is unknown.
    func current(_ layer: ServedLayer, _ ids: [Int64], edited changed: Set<Int64>?) -> RowPage? {
      if edited != nil, edited != layer.lastEdit {
        return changed.flatMap { changed in page.keeping { !changed.contains($0) } }
      }
      // Nobody says which rows changed. Where one is gone, others may have changed, too.
      guard edited != nil || layer.lastEdit == nil && !page.file.isOfFinished,
        page.ids.allSatisfy({ ids.sortedIndex(of: $0) != nil })
      else { return nil }
      return page
    }
  }

  /// Each listed row in the first page that has it.
  private static func apart(_ candidates: [RowPage], _ ids: [Int64]) -> [RowPage] {
    // A page without rows is the only one.
    if ids.isEmpty { return Array(candidates.filter(\.ids.isEmpty).prefix(1)) }
    var taken = [Bool](repeating: false, count: ids.count)
    return candidates.compactMap { page in
      page.keeping { id in
        guard let index = ids.sortedIndex(of: id), !taken[index] else { return false }
        taken[index] = true
        return true
      }
    }
  }

  /// The pages that are whole and have the layer's fields, the newest first.
  private static func candidates(_ layer: ServedLayer, _ files: FetchFiles) throws -> [Candidate] {
    let questions = try RowQuestions(layer)
    var candidates: [Candidate] = []
    for file in files.files(of: layer.address) {
      guard case .rows(let edited, let fields) = file.entry.content, fields == layer.fieldsDigest,
        let bytes = try file.bytes(),
        let scan = PageScan(bytes.span, of: layer, idField: questions.idField)
      else { continue }
      candidates.append(Candidate(page: RowPage(file: file, scan: scan), edited: edited))
    }
    return candidates
  }

  /// The rows that were edited since a time; nil if the service doesn't say.
  private static func edited(
    _ client: ServiceClient, _ layer: ServedLayer, since time: Int64
  ) async throws -> Set<Int64>? {
    guard layer.lastEdit != nil, let question = try RowQuestions(layer).ids(editedSince: time)
    else { return nil }
    let replies = try await client.ask([question])
    guard case .body(let path, let size)? = replies.first, size > 0 else { return nil }
    let bytes = try ServiceClient.read(path)
    return IDList.read(bytes.span).map { Set($0) }
  }

  private static func change(
    from old: Set<Int64>, to ids: [Int64], edited: Set<Int64>?, _ candidates: [Candidate]
  ) -> Change? {
    let finished = candidates.filter(\.page.file.isOfFinished)
    guard !finished.isEmpty else { return nil }
    let stayed = ids.count { old.contains($0) }
    let isTold = finished.allSatisfy { $0.edited != nil }
    let changed = isTold ? edited.map { $0.intersection(old).intersection(ids) } : nil
    return Change(
      came: ids.count - stayed, went: old.count - stayed, changed: changed?.count,
      edited: changed ?? [], before: finished.map(\.page))
  }
}
