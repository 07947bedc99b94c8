import Arcade
import Testing

struct ArcadeErrorTests {
  @Test func `an error begins with its line and column`() {
    let error = ArcadeError(
      .unknownName("x"), at: SourcePosition(line: 2, column: 7, offset: 20))
    #expect(error.description == "line 2, column 7: there is no variable or function named x")
  }
}
