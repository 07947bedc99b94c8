import Bytes
import TestSupport
import Testing

@Suite struct SHA1Tests {
  static func hex(_ text: String) -> String {
    SHA256.hex(SHA1.of(Array(text.utf8).span))
  }

  @Test func `digests the examples of FIPS 180`() {
    #expect(Self.hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(Self.hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      Self.hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(
      Self.hex(String(repeating: "a", count: 10_000))
        == "a080cbda64850abb7b7f67ee875ba068074ff6fe")
  }

  @Test(.needs(.python3))
  func `agrees with Python at every length around a block`() async throws {
    let script = """
      import hashlib
      for n in range(0, 200): print(hashlib.sha1(b'x' * n).hexdigest())
      """
    let python = try #require(Tool.python3)
    let expected = try await python.run(["-c", script]).lines
    #expect((0..<200).map { Self.hex(String(repeating: "x", count: $0)) } == expected)
  }
}
