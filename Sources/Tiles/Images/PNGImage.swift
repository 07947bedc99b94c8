package import Bytes

/// A small picture with indexed colors, written as PNG (ISO/IEC 15948).
package struct PNGImage: Sendable {
  package let width: Int
  package let height: Int
  /// The red, green and blue of each color; at most 256 colors.
  package let palette: [(UInt8, UInt8, UInt8)]
  /// The colors of another theme; nil for none.
  private let otherPalette: (theme: TileTheme, colors: [(UInt8, UInt8, UInt8)])?
  /// The color index of each pixel, row by row from the top.
  package private(set) var pixels: [UInt8]

  package init(width: Int, height: Int, palette: [(UInt8, UInt8, UInt8)]) {
    self.init(
      width: width, height: height, palette: palette,
      pixels: Array(repeating: 0, count: width * height))
  }

  /// - Parameter otherPalette: the colors of another theme, for programs that know such pictures.
  init(
    width: Int, height: Int, palette: [(UInt8, UInt8, UInt8)],
    otherPalette: (theme: TileTheme, colors: [(UInt8, UInt8, UInt8)])? = nil, pixels: [UInt8]
  ) {
    self.width = width
    self.height = height
    self.palette = palette
    self.otherPalette = otherPalette
    self.pixels = pixels
  }

  /// Colors a pixel; ignores positions outside the picture.
  package mutating func set(x: Int, y: Int, _ color: UInt8) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    pixels[y * width + x] = color
  }

  /// The file's bytes.
  package func encoded() throws(BytesError) -> [UInt8] { try encoded(adding: "", []) }

  /// The file's bytes with a chunk of our own, unless it is empty.
  func encoded(adding type: StaticString, _ content: [UInt8]) throws(BytesError) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(width))
    header.append(bigEndian: UInt32(height))
    // Color type 3 (palette), deflate, filter method 0, not interlaced.
    header += [UInt8(depth), 3, 0, 0, 0]
    Self.append("IHDR", header, to: &file)
    Self.append("PLTE", Self.bytes(of: palette), to: &file)
    if let otherPalette { Self.append(otherPalette, to: &file) }
    if !content.isEmpty { Self.append(type, content, to: &file) }
    let lines = lines
    Self.append("IDAT", try Deflate.compress(lines.span, format: .zlib, level: 6), to: &file)
    Self.append("IEND", [], to: &file)
    return file
  }

  /// The bits of a pixel: as few as the colors need.
  private var depth: Int { [1, 2, 4].first { palette.count <= 1 << $0 } ?? 8 }

  /// The rows, each after the number of its filter, which is none.
  private var lines: [UInt8] {
    let depth = UInt8(depth)
    let perByte = 8 / Int(depth)
    var lines: [UInt8] = []
    lines.reserveCapacity((width / perByte + 2) * height)
    let pixels = pixels.span
    for row in 0..<height {
      lines.append(0)
      var byte: UInt8 = 0
      var room: UInt8 = 8
      for column in 0..<width {
        byte = byte &<< depth | pixels[row * width + column]
        room -= depth
        guard room == 0 else { continue }
        lines.append(byte)
        (byte, room) = (0, 8)
      }
      if room < 8 { lines.append(byte &<< room) }
    }
    return lines
  }

  private static func bytes(of palette: [(UInt8, UInt8, UInt8)]) -> [UInt8] {
    palette.flatMap { [$0.0, $0.1, $0.2] }
  }

  /// Adds the palette of another theme in a chunk that other programs ignore: its colors, and the
  /// checksum that they have as `PLTE`, so that a page can exchange the palettes byte by byte.
  private static func append(
    _ other: (theme: TileTheme, colors: [(UInt8, UInt8, UInt8)]), to file: inout [UInt8]
  ) {
    var content = bytes(of: other.colors)
    let chunk = Array(literal: "PLTE") + content
    content.append(bigEndian: CRC32.of(chunk.span))
    append(other.theme.chunkType, content, to: &file)
  }

  private static func append(_ type: StaticString, _ content: [UInt8], to file: inout [UInt8]) {
    var chunk = Array(literal: type)
    chunk += content
    file.append(bigEndian: UInt32(content.count))
    file += chunk
    file.append(bigEndian: CRC32.of(chunk.span))
  }
}
