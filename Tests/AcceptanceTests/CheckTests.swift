import Foundation
import TestSupport
import Testing

/// What `check` says of real maps, and that it writes nothing.
@Suite(.enabled(if: Tool.fieldpack != nil, "the program is absent"))
struct CheckTests {
  @Test func `a check needs no room for what a build would write`() throws {
    let demo = Fixture.treesOfPortland
    let result = try Acceptance.fieldpack(
      ["check", demo + "/map.json", "--data", demo], environment: ["TMPDIR": "/nowhere"])
    #expect(result.status == 0, "\(result.errorText)")
  }
}
