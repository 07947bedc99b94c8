import FeatureData
import OrderedJSON

/// Spreads the work on a source's stripes over the cores and returns the results in order, so that
/// the output never depends on timing.
enum StripePipeline {
  /// The number of stripes in progress: enough to keep all cores busy, and few enough to save
  /// memory.
  static let width = 4

  /// What a pass over a source found besides its stripes.
  struct Pass {
    /// The members around the features, for each page.
    var documents: [JSON]
    /// Whether the source ended within the limit.
    var isComplete: Bool
  }

  /// Runs `work` on every stripe of a source.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of stripes to read.
  ///   - work: runs on other threads, on several stripes at once.
  ///   - collect: receives every result, in the order of the stripes.
  static func run<Result: Sendable>(
    _ source: any FeatureSource, limit: Int = .max,
    work: @escaping @Sendable (Stripe) throws -> Result,
    collect: (Swift.Result<Result, any Error>, _ bytesRead: Int) throws -> Void
  ) async throws -> Pass {
    var reader = try source.makeStripes()
    var isComplete = false
    try await withThrowingTaskGroup(of: Indexed<Result>.self) { group in
      var waiting: [Int: Indexed<Result>] = [:]
      var begun = 0
      var collected = 0
      while true {
        while !isComplete, begun < limit, begun - collected - waiting.count < width {
          guard let stripe = try reader.next() else {
            isComplete = true
            break
          }
          begun += 1
          group.addTask { Indexed(stripe, work) }
        }
        guard let done = try await group.next() else { break }
        waiting[done.index] = done
        while let ready = waiting.removeValue(forKey: collected) {
          try collect(ready.result, reader.bytesRead)
          collected += 1
        }
      }
    }
    return Pass(documents: reader.documents, isComplete: isComplete)
  }
}

/// The result for a stripe, with the stripe's index.
private struct Indexed<Result: Sendable>: Sendable {
  let index: Int
  let result: Swift.Result<Result, any Error>

  init(_ stripe: Stripe, _ work: (Stripe) throws -> Result) {
    index = stripe.index
    do {
      result = .success(try work(stripe))
    } catch {
      result = .failure(error)
    }
  }
}
