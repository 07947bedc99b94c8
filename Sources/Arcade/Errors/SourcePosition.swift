/// A position in the text of an expression.
package struct SourcePosition: Sendable, Hashable {
  /// The line, from 1. A carriage return, a line feed or both together end a line.
  package var line: Int
  /// The column, from 1, counted in Unicode scalars.
  package var column: Int
  /// The byte offset in the UTF-8 text, from 0.
  package var offset: Int

  /// Makes a position from its parts.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of a byte offset. Offsets beyond the text mean its end.
  init(offset: Int, in source: [UInt8]) {
    let end = max(0, min(offset, source.count))
    var line = 1
    var column = 1
    var index = 0
    while index < end {
      switch source[index] {
      case UInt8(ascii: "\n"):
        line += 1
        column = 1
      case UInt8(ascii: "\r"):
        // The line feed of a CR LF pair ends the line.
        if index + 1 < source.count, source[index + 1] == UInt8(ascii: "\n") { break }
        line += 1
        column = 1
      // Continuation bytes of a character have no column of their own.
      case 0x80...0xbf: break
      default: column += 1
      }
      index += 1
    }
    self.init(line: line, column: column, offset: end)
  }
}
