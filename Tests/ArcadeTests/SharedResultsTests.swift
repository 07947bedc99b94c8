import Arcade
import Synchronization
import Testing

/// Results that depend on a table alone are computed once for all features, without a visible
/// effect.
struct SharedResultsTests {
  static let rows = "FeatureSetByName($map, 'Rows')"

  static let expressions = [
    "Sum(\(rows), 'Number')", "Round(Mean(\(rows), 'Number * 2'), 6)", "Max(\(rows), 'Color')",
    "Count(Filter(\(rows), \"Color = 'red'\"))",
    "var n = 3; Count(Filter(\(rows), 'Number = @n'))",
    "var c = 'Red'; First(OrderBy(Filter(\(rows), 'Color <> @c'), 'Number DESC, OBJECTID')).OBJECTID",
    "Count(Distinct(\(rows), ['Color', 'Number']))",
    "First(OrderBy(GroupBy(\(rows), 'Color', {name: 'n', expression: 'Number', statistic: 'sum'}), "
      + "'n DESC')).n",
    "Sum(Top(OrderBy(\(rows), 'OBJECTID DESC'), 700), 'OBJECTID')",
    "var r = 0; for (var f in OrderBy(\(rows), 'Key')) { r = r * 7 % 99991 + f.OBJECTID } r",
  ]

  private static func value(
    _ source: String, in workspace: inout ArcadeWorkspace
  ) throws -> String {
    let program = try ArcadeProgram(
      parsing: source, profile: .popup, features: nil, hasTables: true)
    return try workspace.run.text(of: workspace.value(of: program))
  }

  @Test(arguments: expressions)
  func `a shared result equals the computed one`(source: String) throws {
    let reads = RowBoundsTests.Reads()
    var one = RowBoundsTests.workspace(reads, rows: 2_000)
    let made = try Self.value(source, in: &one)
    let first = reads.count.load(ordering: .relaxed)
    var other = ArcadeWorkspace(context: one.run.context)
    #expect(try Self.value(source, in: &other) == made)
    #expect(try Self.value(source, in: &one) == made)
    #expect(first >= 2_000)
    // Small sets and loops read their rows each time.
    let again = reads.count.load(ordering: .relaxed) - first
    let isRead = ["@n", "Top", "for"].contains { source.contains($0) }
    #expect(again <= (isRead ? 2 * 2_000 : 2))
    #expect(!made.isEmpty && made != "0")
  }

  @Test(arguments: expressions)
  func `limits do not depend on what ran before`(source: String) throws {
    var warm = RowBoundsTests.workspace(RowBoundsTests.Reads(), rows: 2_000)
    _ = try Self.value(source, in: &warm)
    for steps in stride(from: 2_000, through: 120_000, by: 5_900) {
      for bytes in [40_000, 64 << 20] {
        func outcome(_ workspace: inout ArcadeWorkspace) -> String {
          workspace.run.context.limits = ArcadeLimits(steps: steps, bytes: bytes)
          do { return try Self.value(source, in: &workspace) } catch { return "\(error)" }
        }
        var cold = RowBoundsTests.workspace(RowBoundsTests.Reads(), rows: 2_000)
        let fresh = outcome(&cold)
        #expect(outcome(&warm) == fresh, "\(steps) steps, \(bytes) bytes")
        #expect(outcome(&cold) == fresh)
      }
    }
  }
}
