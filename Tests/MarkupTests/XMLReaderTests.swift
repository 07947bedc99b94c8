import Markup
import TestSupport
import Testing

@Suite struct XMLReaderTests {
  private func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

  @Test func `elements, attributes and texts are read in their order`() throws {
    let root = try read(
      """
      \u{FEFF}<?xml version="1.0"?><!-- <a> -->
      <Root a='1' b="&quot;2&quot;"><One>x<!-- y -->z</One><Two xsi:type='xs:short' /><One/>
      <T>&lt;&amp;&#65;&#x42;&gt;<![CDATA[<&>]]>&apos;</T></Root>
      """)
    #expect(root.attributes.map(\.value) == ["1", "\"2\""])
    #expect(root.children.map(\.name) == ["One", "Two", "One", "T"])
    #expect(root.text("One") == "xz")
    #expect(root["Two"]?.type == "short")
    #expect(root.text("Two") == nil && root.text("Three") == nil)
    #expect(root.text("T") == "<&AB><&>'")
  }

  @Test(arguments: [
    ("", 0), ("text", 4), ("<a>", 3), ("<a></b>", 6), ("<a/><b/>", 4), ("<a b=1/>", 5),
    ("<a b='1/>", 9), ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", 12), ("<!DOCTYPE a", 11),
    ("<a/><!DOCTYPE a>", 4), ("<a>&b;</a>", 3),
    ("<a>&#0;</a>", 6), ("<a>&#xD800;</a>", 10), ("<a><!-- </a>", 12), ("<a/>text", 8),
  ])
  func `invalid documents give an error with the offset`(text: String, offset: Int) {
    do {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch XMLError.unexpected(let found, _) {
      #expect(found == offset, "\(text)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `elements can be nested up to the limit`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    _ = try read(nested(XMLReader.depthLimit))
    #expect(throws: XMLError.self) { try read(nested(XMLReader.depthLimit + 1)) }
    #expect(throws: XMLError.self) { try read(nested(200_000)) }
  }

  @Test func `a document beyond the size limit is rejected`() {
    let text = "<a>" + String(repeating: "x", count: XMLReader.sizeLimit) + "</a>"
    #expect(
      throws: XMLError.tooLarge(
        bytes: text.utf8.count, limit: XMLReader.sizeLimit)
    ) { try read(text) }
  }

  @Test func `damaged documents give an error or a tree`() throws {
    let samples = [
      "<?xml version='1.0'?><!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'><qgis "
        + "version=\"3.22\"><maplayer><id>a &amp; b</id><!-- x --></maplayer></qgis>",
      "<DETableInfo xmlns:xs='urn:x'><Name>main.Trees</Name><Code xsi:type='xs:short'>6</Code>"
        + "<Text><![CDATA[<&>]]></Text></DETableInfo>",
      "<a b='&#x42;'><c/><d>&lt;&#233;</d></a>",
    ].map { Array($0.utf8) }
    for sample in samples { _ = try XMLReader.read(sample) }
    Fuzz.run(iterations: 2_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(samples[Int(seed % 3)], others: samples)
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        _ = try read(text)
      } catch XMLError.unexpected(let offset, _) {
        #expect(offset <= text.utf8.count, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}
