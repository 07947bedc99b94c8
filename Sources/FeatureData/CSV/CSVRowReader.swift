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
  private let layout: CSVLayout

  init(_ source: CSVSource, _ stripe: Stripe) throws {
    path = source.path
    offset = stripe.offset
    layout = source.layout
    scanner = CSVScanner(delimiter: layout.delimiter)
    cells = Array(repeating: .null, count: layout.columns.count)
    text = stripe.bytes
    if let index = text.span.firstIndex(of: 0, from: 0) {
      throw FeatureDataError.nulByte(path: path, offset: offset + index)
    }
    if let index = UTF8Validation.firstInvalid(text.span) {
      let bytes = text
      while scanner.position <= index, try next(bytes.span) {}
      throw FeatureDataError.notUTF8(path: path, row: row, offset: offset + index)
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
  ///
  /// - Parameter form: how the numbers are written, or nil if it isn't known yet.
  func readPoint(
    _ bytes: Span<UInt8>, form: CellForm? = nil, into point: inout Geometry
  ) -> Bool {
    guard let xColumn = layout.xColumn, let yColumn = layout.yColumn,
      let x = coordinate(cells[xColumn], bytes, as: form),
      let y = coordinate(cells[yColumn], bytes, as: form)
    else { return false }
    let z = layout.zColumn.flatMap { coordinate(cells[$0], bytes, as: form) }
    point.removeAll(kind: .point, hasZ: z != nil, hasM: layout.mColumn != nil)
    point.coordinates.append(x)
    point.coordinates.append(y)
    if let z { point.coordinates.append(z) }
    if let mColumn = layout.mColumn {
      point.coordinates.append(coordinate(cells[mColumn], bytes, as: form) ?? .nan)
    }
    return true
  }

  @inline(__always)
  private func coordinate(
    _ token: ValueToken, _ bytes: Span<UInt8>, as form: CellForm?
  ) -> Double? {
    guard token.kind == .text else { return nil }
    let text = bytes.extracting(token.start..<token.end)
    if let value = NumberValue.double(text, form ?? .plain) { return value.isFinite ? value : nil }
    guard form == nil else { return nil }
    let likely = layout.inference.kinds(of: token, bytes).numberForm()?.form ?? .plain
    return NumberValue.double(text, likely)
  }

  /// Whether either coordinate has any text.
  var hasCoordinateText: Bool {
    [layout.xColumn, layout.yColumn].contains { $0.map { cells[$0].kind != .null } ?? false }
  }

  /// Returns both coordinates as text, for a message.
  func coordinateText(_ bytes: Span<UInt8>) -> String {
    [layout.xColumn, layout.yColumn].compactMap(\.self)
      .map { "\"\(bytes.extracting(cells[$0].start..<cells[$0].end).repairedString())\"" }
      .joined(separator: " and ")
  }
}
