import Bytes

/// Reads the cells of CSV text that begins at the start of a row.
struct CSVScanner {
  enum Ending {
    /// Another cell of the row follows.
    case cell
    /// The row ended with this cell.
    case row
    /// A quoted cell is still open at the end.
    case unclosed
    /// There is text other than blanks after a closing quote.
    case strayText
  }

  let delimiter: UInt8
  var position = 0

  /// Reads one cell and moves `position` to the start of the next one.
  ///
  /// An empty unquoted cell is `null`, and an empty quoted cell is empty text.
  mutating func readCell(_ bytes: Span<UInt8>, into token: inout ValueToken) -> Ending {
    let start = position
    if start < bytes.count, bytes[start] == CSVText.quote {
      return readQuotedCell(bytes, into: &token)
    }
    var index = start
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte == delimiter || byte == 0x0A { break }
      index &+= 1
    }
    return finishCell(bytes, from: start, to: index, into: &token)
  }

  private mutating func finishCell(
    _ bytes: Span<UInt8>, from start: Int, to index: Int, into token: inout ValueToken
  ) -> Ending {
    position = index + 1
    guard index < bytes.count, bytes[index] == delimiter else {
      let end = index > start && bytes[index - 1] == 0x0D ? index - 1 : index
      token = end == start ? .null : ValueToken(kind: .text, start: start, end: end)
      return .row
    }
    token = index == start ? .null : ValueToken(kind: .text, start: start, end: index)
    return .cell
  }

  private mutating func readQuotedCell(
    _ bytes: Span<UInt8>, into token: inout ValueToken
  ) -> Ending {
    let start = position + 1
    var index = start
    var kind = ValueToken.Kind.text
    while true {
      guard let found = bytes.firstIndex(of: CSVText.quote, from: index) else { return .unclosed }
      if found + 1 < bytes.count, bytes[found + 1] == CSVText.quote {
        kind = .quotedText
        index = found + 2
        continue
      }
      token = ValueToken(kind: kind, start: start, end: found)
      return skipToEnding(bytes, from: found + 1)
    }
  }

  /// Blanks between a closing quote and the delimiter are not part of the cell.
  private mutating func skipToEnding(_ bytes: Span<UInt8>, from start: Int) -> Ending {
    var index = start
    while index < bytes.count {
      if bytes[index] == delimiter {
        position = index + 1
        return .cell
      }
      if bytes[index] == 0x0A { break }
      guard bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D else {
        return .strayText
      }
      index += 1
    }
    position = index + 1
    return .row
  }
}
