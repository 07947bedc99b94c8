import Bytes
import Geometry

/// Reads the rows of a stripe of CSV text, cell by cell.
struct CSVRowReader {
  /// The stripe's text as UTF-8. The tokens of the cells refer to it.
  let text: [UInt8]
  /// The cells of the last row, one for each column of the header.
  private(set) var cells: [ValueToken]
  /// The number of the row, from 1 within the stripe.
  private(set) var row = 0
  private var scanner: CSVScanner
  private let path: String
  private let offset: Int
  private let xColumn: Int?
  private let yColumn: Int?

  init(_ source: CSVSource, _ stripe: Stripe) throws {
    path = source.path
    offset = stripe.offset
    xColumn = source.layout.xColumn
    yColumn = source.layout.yColumn
    scanner = CSVScanner(delimiter: source.layout.delimiter)
    cells = Array(repeating: .null, count: source.layout.columns.count)
    if let index = stripe.bytes.span.firstIndex(of: 0, from: 0) {
      throw FeatureDataError.nulByte(path: path, offset: offset + index)
    }
    if source.options.isLatin1 {
      text = CSVText.utf8(latin1: stripe.bytes.span)
    } else {
      text = stripe.bytes
      if let index = UTF8Validation.firstInvalid(text.span) {
        throw FeatureDataError.notUTF8(path: path, offset: offset + index)
      }
    }
  }

  /// Reads the next row that isn't blank. Returns `false` at the end. Missing cells are null.
  mutating func next(_ bytes: Span<UInt8>) throws -> Bool {
    while scanner.position < bytes.count {
      let start = scanner.position
      for index in cells.indices { cells[index] = .null }
      var ending = CSVScanner.Ending.cell
      var token = ValueToken.null
      var count = 0
      while ending == .cell {
        ending = scanner.readCell(bytes, into: &token)
        if count < cells.count {
          cells[count] = token
        } else if token.end > token.start {
          // Extra empty cells, which some exports write, contain nothing that could be lost.
          throw FeatureDataError.tooManyCells(
            path: path, row: row + 1, offset: offset + start, expected: cells.count,
            found: count + 1)
        }
        count += 1
      }
      guard ending == .row else {
        throw ending == .unclosed
          ? FeatureDataError.unclosedQuote(path: path, row: row + 1, offset: offset + start)
          : FeatureDataError.textAfterQuote(path: path, row: row + 1, offset: offset + start)
      }
      if count == 1, cells[0].kind == .null { continue }
      row += 1
      return true
    }
    return false
  }

  /// Reads the row's coordinates. Returns `false` if one is missing or not a number.
  func readPoint(_ bytes: Span<UInt8>, into point: inout Geometry) -> Bool {
    guard let xColumn, let yColumn,
      let x = coordinate(cells[xColumn], bytes), let y = coordinate(cells[yColumn], bytes)
    else { return false }
    point.removeAll(kind: .point)
    point.coordinates.append(x)
    point.coordinates.append(y)
    return true
  }

  private func coordinate(_ token: ValueToken, _ bytes: Span<UInt8>) -> Double? {
    guard token.kind == .text,
      let value = NumberValue.double(bytes.extracting(token.start..<token.end)), value.isFinite
    else { return nil }
    return value
  }

  /// Whether either coordinate has any text.
  var hasCoordinateText: Bool {
    guard let xColumn, let yColumn else { return false }
    return cells[xColumn].kind != .null || cells[yColumn].kind != .null
  }

  /// Returns both coordinates as text, for a message.
  func coordinateText(_ bytes: Span<UInt8>) -> String {
    [xColumn, yColumn].compactMap(\.self)
      .map { bytes.extracting(cells[$0].start..<cells[$0].end).repairedString() }
      .joined(separator: ", ")
  }
}
