import Bytes
import TestSupport
import Testing
import Tiles

/// Pictures with a palette.
@Suite struct PNGImageTests {
  /// The number of colors, the bits of a pixel, and the first line.
  @Test(
    .needs(.python("zlib")),
    arguments: [
      (2, 1, "0008"), (3, 2, "000040"), (4, 2, "000040"), (5, 4, "00000010"),
      (16, 4, "00000010"), (17, 8, "000000000001"), (256, 8, "000000000001"),
    ])
  func `a picture is a valid PNG with as few bits as its colors need`(
    colors: Int, depth: Int, line: String
  ) async throws {
    let palette = (0..<colors).map { color in (UInt8(color), UInt8(0), UInt8(255 - color)) }
    var image = PNGImage(width: 5, height: 2, palette: palette)
    image.set(x: 4, y: 0, 1)
    image.set(x: 5, y: 1, 1)
    image.set(x: -1, y: 0, 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(image.encoded(), to: "a.png")
    let script = """
      import struct, sys, zlib
      data = open(sys.argv[1], 'rb').read()
      assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
      at, chunks = 8, []
      while at < len(data):
          n, kind = struct.unpack('>I4s', data[at:at + 8])
          body = data[at + 8:at + 8 + n]
          crc = struct.unpack('>I', data[at + 8 + n:at + 12 + n])[0]
          assert crc == zlib.crc32(kind + body)
          chunks.append((kind, body))
          at += 12 + n
      assert [k for k, _ in chunks] == [b'IHDR', b'PLTE', b'IDAT', b'IEND']
      lines = zlib.decompress(chunks[2][1]).hex()
      print(struct.unpack('>IIBBBBB', chunks[0][1]), len(chunks[1][1]), lines[:len(lines) // 2],
            int(lines[len(lines) // 2:], 16))
      """
    let output = try await #require(Tool.python(having: "zlib")).output(["-c", script, path])
    #expect(output == "(5, 2, \(depth), 3, 0, 0, 0) \(3 * colors) \(line) 0")
  }
}
