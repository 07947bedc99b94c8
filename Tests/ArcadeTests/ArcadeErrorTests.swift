import Arcade
import Testing

struct ArcadeErrorTests {
  @Test func `an error says its line and column first`() {
    let error = ArcadeError(
      .unknownName("x"), at: SourcePosition(line: 2, column: 7, offset: 20))
    #expect(error.description == "line 2, column 7: there is no variable or function named x")
  }
}
