import Bytes

extension CompactPages {
  /// The pages of a compact form.
  ///
  /// - Throws: `SQLiteFileError.damagedCompactForm` unless the bytes are exactly the form of this
  ///   many pages.
  static func decode(
    _ bytes: Span<UInt8>, pageSize: Int, count: Int
  ) throws(SQLiteFileError) -> [UInt8] {
    var decoder = try CompactDecoder(bytes, pageSize: pageSize)
    var pages: [UInt8] = []
    pages.reserveCapacity(pageSize * count)
    for _ in 0..<count { try decoder.appendPage(bytes, to: &pages) }
    try decoder.end()
    return pages
  }
}

/// Reads the streams of a run of pages, each from its own position.
private struct CompactDecoder {
  /// A stream that is read from its start to its end.
  struct Stream {
    var position: Int
    let end: Int

    mutating func take(_ count: Int) throws(SQLiteFileError) -> Range<Int> {
      guard count >= 0, count <= end - position else {
        throw .damagedCompactForm(offset: position)
      }
      defer { position += count }
      return position..<(position + count)
    }

    mutating func varint(_ bytes: Span<UInt8>) throws(SQLiteFileError) -> UInt64 {
      let start = position
      guard let value = Varint.read(bytes, at: &position), position <= end else {
        throw .damagedCompactForm(offset: start)
      }
      return value
    }

    mutating func count(_ bytes: Span<UInt8>, atMost limit: Int) throws(SQLiteFileError) -> Int {
      let value = try varint(bytes)
      guard value <= UInt64(limit) else { throw .damagedCompactForm(offset: position) }
      return Int(value)
    }
  }

  /// The values of one column.
  struct Column {
    var types: Stream
    var bodies: Stream
    /// The length of the next value, and its form if it is a packed GlobalID.
    private var length = 0
    private var form: PackedGlobalID.Form?

    init(types: Stream, bodies: Stream) {
      (self.types, self.bodies) = (types, bodies)
    }

    /// Reads the serial type of the next value, as the page has it.
    mutating func readType(_ bytes: Span<UInt8>) throws(SQLiteFileError) -> UInt64 {
      let type = try types.varint(bytes)
      if type == 10 || type == 11 {
        form = PackedGlobalID.Form(rawValue: UInt8(type))
        length = 16
        return form?.type ?? 0
      }
      guard type < 1 << 32 else { throw .damagedCompactForm(offset: types.position) }
      form = nil
      length = CompactLeaf.length(ofType: type)
      return type
    }

    mutating func appendBody(
      _ bytes: Span<UInt8>, to cells: inout [UInt8]
    ) throws(SQLiteFileError) {
      let value = bytes.extracting(try bodies.take(length))
      if let form { form.append(textOf: value, to: &cells) } else { cells.append(value) }
    }
  }

  private let pageSize: Int
  private var kinds: Stream
  private var raw: Stream
  private var counts: Stream
  private var rowids: Stream
  private var widths: Stream
  private var columns: [Column] = []
  private var lastRowid: Int64 = 0
  private var cells: [UInt8] = []
  private var starts: [Int] = []
  private var header: [UInt8] = []

  init(_ bytes: Span<UInt8>, pageSize: Int) throws(SQLiteFileError) {
    self.pageSize = pageSize
    var lengths = Stream(position: 0, end: bytes.count)
    let count = try lengths.count(bytes, atMost: CompactPages.columnLimit)
    var ends: [Int] = []
    var total = 0
    for _ in 0..<(5 + 2 * count) {
      total += try lengths.count(bytes, atMost: bytes.count)
      guard total <= bytes.count else { throw .damagedCompactForm(offset: lengths.position) }
      ends.append(total)
    }
    let first = lengths.position
    guard first + total == bytes.count else { throw .damagedCompactForm(offset: first) }
    func stream(_ index: Int) -> Stream {
      Stream(position: first + (index == 0 ? 0 : ends[index - 1]), end: first + ends[index])
    }
    (kinds, raw, counts) = (stream(0), stream(1), stream(2))
    (rowids, widths) = (stream(3), stream(4))
    for column in 0..<count {
      columns.append(Column(types: stream(5 + 2 * column), bodies: stream(6 + 2 * column)))
    }
  }

  mutating func appendPage(
    _ bytes: Span<UInt8>, to pages: inout [UInt8]
  ) throws(SQLiteFileError) {
    let kind = bytes[try kinds.take(1).lowerBound]
    switch kind {
    case CompactPages.zeros: pages.append(contentsOf: repeatElement(0, count: pageSize))
    case CompactPages.asIs: pages.append(bytes.extracting(try raw.take(pageSize)))
    case CompactPages.rows: try appendRows(bytes, to: &pages)
    default: throw .damagedCompactForm(offset: kinds.position - 1)
    }
  }

  /// Puts the cells of a leaf at the end of the page.
  private mutating func appendRows(
    _ bytes: Span<UInt8>, to pages: inout [UInt8]
  ) throws(SQLiteFileError) {
    let count = try counts.count(bytes, atMost: (pageSize - CompactPages.leafHeader) / 4)
    let most = pageSize - CompactPages.leafHeader - 2 * count
    cells.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      starts.append(cells.count)
      try readCell(bytes)
      guard cells.count <= most else { throw .damagedCompactForm(offset: counts.position) }
    }
    let first = pageSize - cells.count
    pages.append(0x0D)
    pages.append(bigEndian: UInt16(0))
    pages.append(bigEndian: UInt16(truncatingIfNeeded: count))
    pages.append(bigEndian: UInt16(truncatingIfNeeded: first))
    pages.append(0)
    for start in starts { pages.append(bigEndian: UInt16(truncatingIfNeeded: first + start)) }
    pages.append(contentsOf: repeatElement(0, count: most - cells.count))
    pages += cells
  }

  /// Adds the next row to `cells`: the length of the record, the rowid, and the record.
  private mutating func readCell(_ bytes: Span<UInt8>) throws(SQLiteFileError) {
    let change = try rowids.varint(bytes)
    lastRowid = lastRowid &+ (Int64(bitPattern: change >> 1) ^ -Int64(bitPattern: change & 1))
    let width = try widths.count(bytes, atMost: columns.count)
    header.removeAll(keepingCapacity: true)
    var size = 0
    for column in 0..<width {
      let type = try columns[column].readType(bytes)
      header.append(varint: type)
      size += CompactLeaf.length(ofType: type)
      guard size <= pageSize else { throw .damagedCompactForm(offset: widths.position) }
    }
    // The length of the header counts itself.
    let length = header.count + (header.count < 127 ? 1 : 2)
    size += length
    cells.append(varint: UInt64(size))
    cells.append(varint: UInt64(bitPattern: lastRowid))
    cells.append(varint: UInt64(length))
    cells += header
    for column in 0..<width { try columns[column].appendBody(bytes, to: &cells) }
  }

  /// Checks that all streams are read.
  func end() throws(SQLiteFileError) {
    for stream in [kinds, raw, counts, rowids, widths] + columns.flatMap({ [$0.types, $0.bodies] })
    where stream.position != stream.end { throw .damagedCompactForm(offset: stream.position) }
  }
}
