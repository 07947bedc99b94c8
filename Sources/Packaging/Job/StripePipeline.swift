import FeatureData

/// Spreads the work on a source's stripes over the cores and hands the results back in order, so
/// that what is written never depends on timing.
enum StripePipeline {
  /// Stripes under way at once: enough for every core to have one waiting, few enough to stay small.
  static let width = 4

  /// Does `work` on every stripe of a source.
  ///
  /// - Parameters:
  ///   - work: runs on other threads, on several stripes at once.
  ///   - collect: gets every result, in the order of the stripes.
  static func run<Result: Sendable>(
    _ source: any FeatureSource,
    work: @escaping @Sendable (Stripe) throws(FeatureDataError) -> Result,
    collect: (Int, Swift.Result<Result, FeatureDataError>, _ bytesRead: Int) throws -> Void
  ) async throws -> any StripeReader {
    var reader = try source.makeStripes()
    try await withThrowingTaskGroup(of: Indexed<Result>.self) { group in
      var waiting: [Int: Indexed<Result>] = [:]
      var next = 0
      var running = 0
      while true {
        while running < width, let stripe = try reader.next() {
          running += 1
          group.addTask { Indexed(stripe, work) }
        }
        guard let done = try await group.next() else { break }
        running -= 1
        waiting[done.index] = done
        while let ready = waiting.removeValue(forKey: next) {
          try collect(next, ready.result, reader.bytesRead)
          next += 1
        }
      }
    }
    return reader
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
