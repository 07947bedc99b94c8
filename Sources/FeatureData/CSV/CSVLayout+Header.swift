import Bytes
import Geometry
import MapModel

extension CSVLayout {
  /// Reads the header line at the start of a file's text.
  ///
  /// - Parameter bytes: the start of the text in UTF-8, including any byte order mark; long enough to
  ///   contain the whole header.
  init(header bytes: Span<UInt8>, options: CSVOptions, path: String) throws {
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
      columns.append(Self.name(token, in: bytes, number: columns.count + 1))
    }
    guard bytes.count > start else {
      throw FeatureDataError.empty(path: path, expected: "a header line with the column names")
    }
    guard ending == .row else {
      throw ending == .unclosed
        ? FeatureDataError.unclosedQuote(path: path, row: 0, offset: start)
        : FeatureDataError.textAfterQuote(path: path, row: 0, offset: start)
    }
    firstRowOffset = min(scanner.position, bytes.count)
    let line = bytes.extracting(0..<firstRowOffset)
    if let offset = line.firstIndex(of: 0, from: 0) {
      throw FeatureDataError.nulByte(path: path, offset: offset)
    }
    if let offset = UTF8Validation.firstInvalid(line) {
      throw FeatureDataError.notUTF8(path: path, row: 0, offset: offset)
    }
    try checkNames(path)
    if options.hasGeometry { try findCoordinates(options, path) }
  }

  private static func name(_ token: ValueToken, in bytes: Span<UInt8>, number: Int) -> String {
    let text = CSVText.content(of: token, in: bytes)
    // Spaces around a header's names are mistakes, not part of the name.
    let name = text.span.repairedString().split(separator: " ", omittingEmptySubsequences: true)
      .joined(separator: " ")
    return name.isEmpty ? "column \(number)" : name
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
      for index in counts.indices where counts[index].byte == byte { counts[index].count += 1 }
    }
    var best = counts[0]
    for candidate in counts where candidate.count > best.count { best = candidate }
    return best.byte
  }

  private func checkNames(_ path: String) throws {
    var seen: Set<[UInt8]> = []
    for name in columns where !seen.insert(Array(name.utf8)).inserted {
      throw FeatureDataError.columnTwice(path: path, column: name)
    }
  }

  private mutating func findCoordinates(
    _ options: CSVOptions, _ path: String
  ) throws {
    if let x = options.xColumn, let y = options.yColumn {
      xColumn = try column(of: x, path)
      yColumn = try column(of: y, path)
      return
    }
    if let found = FoundCoordinates(in: columns) {
      (xColumn, yColumn, zColumn, mColumn) = (found.x, found.y, found.z, found.m)
      namedReference = found.code.map { SpatialReference(epsg: $0) }
      isExported = true
      return
    }
    for names in Self.coordinateNames {
      guard let x = column(of: names.x), let y = column(of: names.y) else { continue }
      xColumn = x
      yColumn = y
      if names.isGeographic { namedReference = .wgs84 }
      return
    }
  }

  private func column(of name: String, _ path: String) throws -> Int {
    guard let index = column(of: name) else {
      throw FeatureDataError.columnMissing(path: path, column: name, columns: columns)
    }
    return index
  }

  private func column(of name: String) -> Int? {
    columns.firstIndex { $0.isSameName(as: name) }
  }
}
