import Arcade
import Testing

/// The limits of a run are counted. The error names the limit.
struct LimitTests {
  static let small = ArcadeLimits(
    steps: 20_000, calls: 10, bytes: 1 << 16, textLength: 1 << 12, arrayLength: 100)

  @Test(
    arguments: [
      ("while (true) {}", ArcadeProblem.tooManySteps(limit: 20_000)),
      ("for (;;) {}", .tooManySteps(limit: 20_000)),
      ("function f() { f() } f()", .tooManyCalls(limit: 10)),
      ("function f(x) { return Map([x], f) } f(1)", .tooManyCalls(limit: 16)),
      ("var s = 'x'; while (true) { s += s }", .textTooLong(limit: 1 << 12)),
      ("var s = ''; while (true) { s += 'xxxxxxxxxxxxxxxxxxxx' }", .tooMuchMemory(limit: 1 << 16)),
      ("var a = []; while (true) { Push(a, 1) }", .arrayTooLong(limit: 100)),
      ("var a = []; var i = 0; while (true) { a[i++] = 1 }", .arrayTooLong(limit: 100)),
      ("while (true) { [1, 2, 3, 4, 5, 6, 7, 8] }", .tooMuchMemory(limit: 1 << 16)),
      ("var d = {}; var i = 0; while (true) { d['k' + i++] = i }", .arrayTooLong(limit: 100)),
      ("Array(1e9)", .arrayTooLong(limit: 100)), ("Array(Infinity)", .arrayTooLong(limit: 100)),
      ("var a = []; Resize(a, 101)", .arrayTooLong(limit: 100)),
      (
        "Replace(Replace('xxxxxxxx', 'x', 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'), 'y', 'zzzzzzzzzzzzzzzzz')",
        .textTooLong(limit: 1 << 12)
      ),
      ("var a = [1]; for (var i in a) { Push(a, i) }", .arrayTooLong(limit: 100)),
    ])
  func `a run ends at its limits`(source: String, problem: ArcadeProblem) throws {
    let error = try #require(try Expressions.failure(source, limits: Self.small))
    #expect(error.problem == problem)
  }

  @Test func `a workspace works again after a failure`() throws {
    var workspace = try Expressions.workspace(limits: Self.small)
    let bad = try ArcadeProgram(
      parsing: "function f(a) { return [1][a] } Map([5], f)", profile: .popup, features: nil)
    let good = try ArcadeProgram(
      parsing: "var a = [$feature.DBH]; Push(a, 2); return a", profile: .popup,
      features: Expressions.schema)
    for _ in 0..<100 {
      #expect(throws: ArcadeError.self) { _ = try workspace.value(of: bad) }
      let value = try workspace.value(of: good)
      #expect(try Expressions.text(of: value, in: &workspace) == "[12.5,2]")
    }
  }

  @Test func `a damaged record is refused`() throws {
    var workspace = try Expressions.workspace()
    let bytes: [UInt8] = [9, 1, 2]
    #expect(throws: ArcadeProblem.self) {
      try workspace.setFeature(bytes.span, schema: Expressions.schema)
    }
  }

  @Test func `the length of an expression is limited`() throws {
    let long = String(repeating: " ", count: LanguageLimits.longestSource + 1)
    let error = try #require(try Expressions.failure(long))
    #expect(error.problem == .expressionTooLong(limit: LanguageLimits.longestSource))
  }
}
