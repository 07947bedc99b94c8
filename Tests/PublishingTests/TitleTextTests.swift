import Publishing
import Testing

@Suite struct TitleTextTests {
  @Test(arguments: [
    ("Trees", "trees"), ("Street Trees", "street trees"), ("ROW Permits", "ROW permits"),
    ("Éclairage public", "éclairage public"), ("A", "a"), ("", ""),
  ])
  func `a title is lower case within a line, except words in capitals`(
    title: String, inLine: String
  ) {
    #expect(TitleText.inLine(title) == inLine)
  }
}
