package import Bytes

/// A small picture with indexed colors, written as PNG (ISO/IEC 15948).
package struct PNGImage: Sendable {
  package let width: Int
  package let height: Int
  /// The red, green and blue of each color; at most 256 colors.
  package let palette: [(UInt8, UInt8, UInt8)]
  /// The color index of each pixel, row by row from the top.
  package private(set) var pixels: [UInt8]

  package init(width: Int, height: Int, palette: [(UInt8, UInt8, UInt8)]) {
    self.width = width
    self.height = height
    self.palette = palette
    pixels = Array(repeating: 0, count: width * height)
  }

  /// Colors a pixel; ignores positions outside the picture.
  package mutating func set(x: Int, y: Int, _ color: UInt8) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    pixels[y * width + x] = color
  }

  /// The file's bytes.
  package func encoded() throws(BytesError) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    // 8 bits per pixel, color type 3 (palette), deflate, filter method 0, not interlaced.
    header += [8, 3, 0, 0, 0]
    Self.append("IHDR", header, to: &file)
    Self.append("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] }, to: &file)
    var lines: [UInt8] = []
    for row in 0..<height {
      lines.append(0)
      lines += pixels[(row * width)..<((row + 1) * width)]
    }
    Self.append("IDAT", try Deflate.compress(lines.span, format: .zlib, level: 9), to: &file)
    Self.append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: StaticString, _ content: [UInt8], to file: inout [UInt8]) {
    var chunk = Array(literal: type)
    chunk += content
    file.append(bigEndian: UInt32(content.count))
    file += chunk
    file.append(bigEndian: CRC32.of(chunk.span))
  }
}
