import FeatureData
import TestSupport
import Testing

@Suite struct GlobalIDTests {
  static let canonical = "{2F1A9C00-7B4E-4D21-9A3C-0123456789AB}"

  @Test(arguments: [
    canonical, "2f1a9c00-7b4e-4d21-9a3c-0123456789ab", "{2f1a9c007b4e4d219a3c0123456789ab}",
    "2F1A9C007B4E4D219A3C0123456789AB", "{2f1a9c00-7B4E-4d21-9A3C-0123456789ab}",
  ])
  func `reads every spelling of an id`(text: String) {
    #expect(GlobalID(text)?.text == Self.canonical)
  }

  @Test(arguments: [
    "", "{}", "2F1A9C00", "{2F1A9C00-7B4E-4D21-9A3C-0123456789AB",
    "2F1A9C00-7B4E-4D21-9A3C-0123456789AB}", "2F1A9C007B4E-4D21-9A3C-0123456789AB",
    "2F1A9C00-7B4E-4D21-9A3C-0123456789AG", "2F1A9C00-7B4E4D21-9A3C-01234567-89AB",
    "{2F1A9C00-7B4E-4D21-9A3C-0123456789AB} ", "{{2F1A9C007B4E4D219A3C0123456789}}",
    "é2F1A9C007B4E4D219A3C0123456789",
  ])
  func `rejects text that isn't an id`(text: String) {
    #expect(GlobalID(text) == nil)
  }

  @Test func `orders like the canonical texts and reads back the same`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let one = GlobalID(
        high: .random(in: 0...3, using: &generator) << 62, low: generator.next())
      let other = GlobalID(
        high: .random(in: 0...3, using: &generator) << 62, low: generator.next())
      #expect((one < other) == (one.text < other.text))
      #expect(GlobalID(one.text) == one)
    }
  }

  @Test func `only hexadecimal digits are accepted`() {
    let digits = Array("0123456789abcdefABCDEF".utf8)
    for byte in UInt8.min...UInt8.max {
      for index in [0, 7, 8, 31] {
        var text = [UInt8](repeating: 0x37, count: 32)
        text[index] = byte
        #expect((GlobalID(text.span, in: 0..<32) != nil) == digits.contains(byte))
      }
    }
  }

  @Test(arguments: [
    ("www.example.com", "{2ED6657D-E927-568B-95E1-2665A8AEA6A2}"),
    ("", "{4EBD0208-8328-5D69-8C44-EC50939C0967}"),
  ])
  func `a name in a namespace gives the id of RFC 9562`(name: String, id: String) throws {
    let domainNames = try #require(GlobalID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
    #expect(GlobalID(namespace: domainNames, name: name).text == id)
  }
}
