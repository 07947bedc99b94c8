import Foundation
import FoundationXML
import Markup
import TestSupport
import Testing

struct XMLNodeTests {
  @Test func `elements are on separate lines, and texts and attributes are unchanged`() {
    let node = XMLNode(
      "a", ["x": "1", "b": "<\"&>"],
      [XMLNode("empty"), XMLNode("text", text: "one < two\nand \u{1}more"), XMLNode("c", text: "")])
    #expect(
      String(decoding: node.document(), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a x="1" b="&lt;&quot;&amp;&gt;">
         <empty/>
         <text>one &lt; two
        and more</text>
         <c/>
        </a>

        """)
  }

  @Test(arguments: ["", "plain", "a\r\nb\tc", "<&>\"'", "Ünïcøde 🌳 \u{FFFE}", "]]>"])
  func `a parser reads back what was written`(text: String) throws {
    let node = XMLNode("a", ["t": text], [XMLNode("b", text: text)])
    let reader = Reader()
    let parser = XMLParser(data: Data(node.document()))
    parser.delegate = reader
    #expect(parser.parse())
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFE}" }))
    #expect(reader.attribute.utf8.elementsEqual(kept.utf8))
    #expect(reader.text.utf8.elementsEqual(kept.utf8))
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var attribute = ""
    var text = ""
    private var isInside = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if name == "a" { attribute = attributes["t"] ?? "" }
      isInside = name == "b"
    }

    func parser(
      _ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?
    ) { isInside = false }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isInside { text += string }
    }
  }
}
