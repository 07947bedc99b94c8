import Publishing
import Testing

@Suite struct TitleTextTests {
  @Test(arguments: [
    ("Trees", "trees"), ("Street Trees", "street trees"), ("ROW Permits", "ROW permits"),
    ("Éclairage public", "éclairage public"), ("A", "a"), ("", ""),
    ("Poor and dead trees", "poor and dead trees"), ("Trees of Portland", "Trees of Portland"),
    ("Bäume und Sträucher", "Bäume und Sträucher"),
  ])
  func `a title is lower case within a line, except words in capitals`(
    title: String, inLine: String
  ) {
    #expect(TitleText.inLine(title) == inLine)
  }
}
