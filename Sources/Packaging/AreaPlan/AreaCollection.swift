import Bytes
import OrderedJSON
import Packages

/// The packages of a plan in a folder: which are there, and which are not as they should be.
package struct AreaCollection: Sendable {
  /// What there is of an area.
  package enum State: String, Sendable {
    /// The package is there, up to date, and as it was written.
    case complete
    /// There is no package.
    case missing
    /// The file differs from its record.
    case changed
    /// The package was built by another plan, with other content.
    case outdated
    /// Findings stopped the build.
    case failed
  }

  package var states: [State] = []
  /// The records of the packages; nil without a record.
  package var results: [AreaResult?] = []

  /// Reads each package of a plan, and compares it with its record.
  ///
  /// - Parameters:
  ///   - readsAll: whether to read all packages, or to trust their sizes, as after a build.
  ///   - progress: receives the number of packages done.
  package init(
    of plan: AreaPlan, in folder: String, readsAll: Bool,
    progress: @Sendable (_ done: Int) -> Void
  ) async throws {
    let entries = plan.entries
    let found = try await OrderedTasks.run(entries.count, finished: progress) { index in
      let result = try AreaResult(ofFile: entries[index].file, in: folder)
      let state = try Self.state(of: entries[index], result, in: folder, readsAll: readsAll)
      return (state, result)
    }
    states = found.map(\.0)
    results = found.map(\.1)
  }

  private static func state(
    of entry: AreaPlan.Entry, _ result: AreaResult?, in folder: String, readsAll: Bool
  ) throws -> State {
    let isCurrent =
      result?.key == entry.key && result?.name.hasSameUTF8(as: entry.area.name) == true
    if let result, result.outcome == .failed { return isCurrent ? .failed : .missing }
    guard let result, let file = try InputFile.ifThere("\(folder)/\(entry.file)") else {
      return .missing
    }
    let region = FileRegion(file)
    guard region.count == result.size else { return .changed }
    if readsAll, SHA256.hex(try SHA256.of(region)) != result.sha256 { return .changed }
    return isCurrent ? .complete : .outdated
  }

  /// The indexes of the areas that aren't complete.
  package var missing: [Int] { states.indices.filter { states[$0] != .complete } }
}
