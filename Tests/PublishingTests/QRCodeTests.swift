import Packages
import Publishing
import TestSupport
import Testing
import Tiles

/// Codes to scan, read by another program.
@Suite struct QRCodeTests {
  /// A code as a picture, with the margin that readers need.
  private static func picture(_ code: QRCode) throws -> [UInt8] {
    let scale = 4
    let side = (code.side + 8) * scale
    var image = PNGImage(width: side, height: side, palette: [(255, 255, 255), (0, 0, 0)])
    for y in 0..<side {
      for x in 0..<side where code[y / scale - 4, x / scale - 4] { image.set(x: x, y: y, 1) }
    }
    return try image.encoded()
  }

  /// Lengths at the limits of versions, and texts of all kinds.
  static let texts =
    [1, 14, 15, 26, 27, 62, 84, 106, 107, 122, 152, 180, 181, 213, 214, 330, 450, 560, 666]
    .map { count in
      String(repeating: "https://maps.example.gov/", count: 40).prefix(count).description
    } + ["Größe – 木", "\u{0}", "{\"a\":1}"]

  @Test(.needs(.program("zbarimg")), arguments: texts.filter { $0 != "\u{0}" })
  func `zbar reads what a code says`(text: String) async throws {
    let folder = try TemporaryFolder()
    let code = try #require(QRCode(text))
    try folder.write(try Self.picture(code), to: "code.png")
    let zbar = try #require(Tool(named: "zbarimg"))
    let result = try await zbar.run(
      ["-q", "--raw", "--oneshot", "-Sbinary", folder.path("code.png")])
    #expect(result.output == Array(text.utf8))
  }

  @Test func `the version grows with the text, and a text that is too long has no code`() {
    #expect(QRCode("")?.side == 21)
    #expect(QRCode(String(repeating: "a", count: 14))?.side == 21)
    #expect(QRCode(String(repeating: "a", count: 15))?.side == 25)
    #expect(QRCode(String(repeating: "a", count: 666))?.side == 97)
    #expect(QRCode(String(repeating: "a", count: 667)) == nil)
  }
}
