/// Distributes numbered pieces of work over the cores and returns the results in order, so that the
/// output never depends on timing.
enum OrderedWork {
  /// The number of pieces processed at once: one per core plus one that waits.
  private static let width = 3

  /// - Parameters:
  ///   - work: Runs on other threads, on several pieces at once.
  ///   - collect: Receives every result, in the order of the pieces.
  static func run<Result: Sendable>(
    count: Int, work: @escaping @Sendable (Int) throws -> Result,
    collect: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var waiting: [Int: Result] = [:]
      var begun = 0
      var collected = 0
      while collected < count {
        while begun < count, begun - collected < width {
          let piece = begun
          begun += 1
          group.addTask { (piece, try work(piece)) }
        }
        guard let (piece, result) = try await group.next() else { break }
        waiting[piece] = result
        while let ready = waiting.removeValue(forKey: collected) {
          try collect(ready)
          collected += 1
        }
      }
    }
  }
}
