import Bytes

/// Cuts CSV text, fed in blocks, at line breaks that stand outside quoted cells.
struct CSVSplitter {
  let delimiter: UInt8
  /// Stripes grow to at least this many bytes before they are cut.
  let stripeSize: Int
  private var buffer: [UInt8] = []
  /// Everything before this place has been looked at, and is not looked at again.
  private var scanned = 0
  /// Whether `scanned` stands inside a quoted cell.
  private var isQuoted = false
  /// The end of the last whole row seen; 0 when there is none yet.
  private var boundary = 0
  /// The place of `buffer[0]` in the file.
  private(set) var offset: Int

  init(delimiter: UInt8, stripeSize: Int, offset: Int) {
    self.delimiter = delimiter
    self.stripeSize = stripeSize
    self.offset = offset
  }

  var bufferedCount: Int { buffer.count }

  /// Adds a block, and cuts off a stripe of whole rows when there is enough.
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

  /// The rest, at the end of the file.
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

  /// A quote has a meaning only as the first byte of a cell.
  private func opensCell(_ bytes: Span<UInt8>, _ quote: Int) -> Bool {
    guard quote > 0 else { return true }
    let before = bytes[quote - 1]
    return before == delimiter || before == 0x0A
  }

  /// Moves behind the closing quote; `false` when the bytes that tell have not come yet.
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

  /// Notes the last line break of an unquoted run.
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
