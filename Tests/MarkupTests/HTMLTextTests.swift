import Markup
import Testing

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("", ""), ("oak", "oak"), ("<", "&lt;"), ("a & b", "a &amp; b"),
    ("\"x\" > 'y'", "&quot;x&quot; &gt; 'y'"),
    ("<<é>>", "&lt;&lt;é&gt;&gt;"), ("&amp;", "&amp;amp;"),
  ])
  func `four characters are escaped`(_ text: String, _ expected: String) {
    #expect(HTMLText.escaped(text) == expected)
  }
}
