import Bytes
import MapModel

extension CSVLayout {
  /// Reads the header line at the start of a file's text.
  ///
  /// - Parameter bytes: the start of the file, a mark of byte order included; long enough to hold
  ///   the header whole.
  init(header bytes: Span<UInt8>, options: CSVOptions, path: String) throws(FeatureDataError) {
    let start = bytes.count >= 3 && bytes.matches("\u{FEFF}") ? 3 : 0
    delimiter = options.delimiter ?? Self.delimiter(of: bytes, from: start)
    columns = []
    firstRowOffset = start
    var scanner = CSVScanner(delimiter: delimiter)
    scanner.position = start
    var ending = CSVScanner.Ending.cell
    var token = ValueToken.null
    while ending == .cell {
      ending = scanner.readCell(bytes, into: &token)
      columns.append(Self.name(token, bytes, place: columns.count + 1, options))
    }
    guard bytes.count > start else {
      throw .empty(path: path, expected: "a header line with the names of the columns")
    }
    guard ending == .row else {
      throw ending == .unclosed
        ? .unclosedQuote(path: path, row: 0, offset: start)
        : .textAfterQuote(path: path, row: 0, offset: start)
    }
    firstRowOffset = min(scanner.position, bytes.count)
    if let place = bytes.extracting(0..<firstRowOffset).firstIndex(of: 0, from: 0) {
      throw .nulByte(path: path, offset: place)
    }
    try checkNames(path)
    if options.hasGeometry { try findCoordinates(options, path) }
  }

  private static func name(
    _ token: ValueToken, _ bytes: Span<UInt8>, place: Int, _ options: CSVOptions
  ) -> String {
    var text: [UInt8] = []
    let cell = bytes.extracting(token.start..<token.end)
    if token.kind == .quotedText { CSVText.unquote(cell, into: &text) } else { text.append(cell) }
    if options.isLatin1 { text = CSVText.utf8(latin1: text.span) }
    // Spaces around a header's names are slips of the pen, not part of the name.
    let name = text.span.repairedString().split(separator: " ", omittingEmptySubsequences: true)
      .joined(separator: " ")
    return name.isEmpty ? "column \(place)" : name
  }

  private static func delimiter(of bytes: Span<UInt8>, from start: Int) -> UInt8 {
    var counts: [(byte: UInt8, count: Int)] = [
      (UInt8(ascii: ","), 0), (UInt8(ascii: ";"), 0), (0x09, 0), (UInt8(ascii: "|"), 0),
    ]
    var isQuoted = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte == CSVText.quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A { break }
      for place in counts.indices where counts[place].byte == byte { counts[place].count += 1 }
    }
    var best = counts[0]
    for candidate in counts where candidate.count > best.count { best = candidate }
    return best.byte
  }

  private func checkNames(_ path: String) throws(FeatureDataError) {
    var seen: Set<[UInt8]> = []
    for name in columns where !seen.insert(Array(name.utf8)).inserted {
      throw .columnTwice(path: path, column: name)
    }
  }

  private mutating func findCoordinates(
    _ options: CSVOptions, _ path: String
  ) throws(FeatureDataError) {
    if let x = options.xColumn, let y = options.yColumn {
      xColumn = try place(of: x, path)
      yColumn = try place(of: y, path)
      return
    }
    for names in Self.coordinateNames {
      guard let x = place(of: names.x), let y = place(of: names.y) else { continue }
      xColumn = x
      yColumn = y
      isGeographicByName = names.isGeographic
      return
    }
  }

  private func place(of name: String, _ path: String) throws(FeatureDataError) -> Int {
    guard let place = place(of: name) else {
      throw .columnMissing(path: path, column: name, columns: columns)
    }
    return place
  }

  private func place(of name: String) -> Int? {
    columns.firstIndex { $0.isSameName(as: name) }
  }
}
