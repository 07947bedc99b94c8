import Bytes

/// Splits CSV text, which arrives in blocks, at line breaks outside quoted cells.
struct CSVSplitter {
  let delimiter: UInt8
  /// The minimum size of a stripe in bytes.
  let stripeSize: Int
  private var buffer: [UInt8] = []
  /// The index up to which the buffer has been scanned.
  private var scanned = 0
  /// Whether `scanned` is inside a quoted cell.
  private var isQuoted = false
  /// The end of the last whole row so far, or 0.
  private var boundary = 0
  /// The offset of `buffer[0]` in the file.
  private(set) var offset: Int

  init(delimiter: UInt8, stripeSize: Int, offset: Int) {
    self.delimiter = delimiter
    self.stripeSize = stripeSize
    self.offset = offset
  }

  var bufferedCount: Int { buffer.count }

  /// Adds a block. Returns a stripe of whole rows if there are enough.
  mutating func feed(_ block: Span<UInt8>) -> (bytes: [UInt8], offset: Int)? {
    buffer.append(block)
    guard buffer.count >= stripeSize else { return nil }
    scan()
    guard boundary > 0 else { return nil }
    let stripe = Array(buffer[..<boundary])
    let start = offset
    buffer.removeFirst(boundary)
    offset += boundary
    scanned -= boundary
    boundary = 0
    return (stripe, start)
  }

  /// Returns the rest at the end of the file.
  mutating func finish() -> (bytes: [UInt8], offset: Int)? {
    guard !buffer.isEmpty else { return nil }
    let rest = buffer
    let start = offset
    offset += rest.count
    buffer = []
    return (rest, start)
  }

  private mutating func scan() {
    let buffer = self.buffer
    let bytes = buffer.span
    while scanned < bytes.count {
      if isQuoted {
        guard passQuoted(bytes) else { return }
        continue
      }
      guard let quote = bytes.firstIndex(of: CSVText.quote, from: scanned) else {
        return passUnquoted(bytes, to: bytes.count)
      }
      passUnquoted(bytes, to: quote + 1)
      isQuoted = opensCell(bytes, quote)
    }
  }

  /// Returns whether a quote begins a cell. A quote is special only as the first byte of a cell.
  private func opensCell(_ bytes: Span<UInt8>, _ quote: Int) -> Bool {
    guard quote > 0 else { return true }
    let before = bytes[quote - 1]
    return before == delimiter || before == 0x0A
  }

  /// Moves past the closing quote. Returns `false` if more bytes are needed to find it.
  private mutating func passQuoted(_ bytes: Span<UInt8>) -> Bool {
    while let quote = bytes.firstIndex(of: CSVText.quote, from: scanned) {
      scanned = quote
      guard quote + 1 < bytes.count else { return false }
      if bytes[quote + 1] != CSVText.quote {
        scanned = quote + 1
        isQuoted = false
        return true
      }
      scanned = quote + 2
    }
    scanned = bytes.count
    return false
  }

  /// Records the last line break of an unquoted run.
  private mutating func passUnquoted(_ bytes: Span<UInt8>, to end: Int) {
    var index = end
    while index > scanned {
      index -= 1
      if bytes[index] == 0x0A {
        boundary = index + 1
        break
      }
    }
    scanned = end
  }
}
