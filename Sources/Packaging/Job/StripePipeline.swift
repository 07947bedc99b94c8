import FeatureData
import OrderedJSON

/// Spreads the work on a source's stripes over the cores and hands the results back in order, so
/// that what is written never depends on timing.
enum StripePipeline {
  /// Stripes under way at once: enough for every core to have one waiting, few enough to stay small.
  static let width = 4

  /// What a pass over a source has told besides its stripes.
  struct Pass {
    /// What stands around the features of each page.
    var documents: [JSON]
    /// Whether the source ended within the limit.
    var isComplete: Bool
  }

  /// Does `work` on every stripe of a source.
  ///
  /// - Parameters:
  ///   - limit: stripes that are read at most.
  ///   - work: runs on other threads, on several stripes at once.
  ///   - collect: gets every result, in the order of the stripes.
  static func run<Result: Sendable>(
    _ source: any FeatureSource, limit: Int = .max,
    work: @escaping @Sendable (Stripe) throws(FeatureDataError) -> Result,
    collect: (Swift.Result<Result, FeatureDataError>, _ bytesRead: Int) throws -> Void
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

/// The result for a stripe, with the stripe's place.
private struct Indexed<Result: Sendable>: Sendable {
  let index: Int
  let result: Swift.Result<Result, FeatureDataError>

  init(_ stripe: Stripe, _ work: (Stripe) throws(FeatureDataError) -> Result) {
    index = stripe.index
    do throws(FeatureDataError) {
      result = .success(try work(stripe))
    } catch {
      result = .failure(error)
    }
  }
}
