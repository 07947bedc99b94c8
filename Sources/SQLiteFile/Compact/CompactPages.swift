import Bytes

// A run of pages in compact form: the rows of table leaves column by column, because values of one
// column resemble each other. Everything else is kept page by page.
//
//   kinds    1 byte a page: 0 zeros, 1 as it is, 2 rows
//   raw      the bytes of pages of kind 1
//   counts   the number of rows of each page of kind 2
//   rowids   the difference to the rowid before, zigzag
//   widths   the number of columns of each row
//   types 0, bodies 0, types 1, bodies 1, …    the serial types and values of each column
//
// Each stream begins with its length. All numbers are varints. The serial types 10 and 11, which
// SQLite never writes, stand for GlobalIDs as 16 bytes.

/// Converts a run of pages to the compact form and back.
///
/// Only pages whose cells follow each other up to the end, as ``TableTreeWriter`` writes them, are
/// taken apart. So the pages come back with the same bytes.
enum CompactPages {
  /// The most columns that are taken apart.
  static let columnLimit = 2_000

  static let leafHeader = 8
  static let zeros: UInt8 = 0
  static let asIs: UInt8 = 1
  static let rows: UInt8 = 2

  /// The streams of a run.
  struct Streams {
    var kinds: [UInt8] = []
    var raw: [UInt8] = []
    var counts: [UInt8] = []
    var rowids: [UInt8] = []
    var widths: [UInt8] = []
    var types: [[UInt8]] = []
    var bodies: [[UInt8]] = []
    var lastRowid: Int64 = 0
  }

  /// The compact form of pages.
  ///
  /// - Parameter isHole: whether a page, by its index in the run, is written as zeros.
  static func encode(
    _ pages: Span<UInt8>, pageSize: Int, isHole: (Int) -> Bool
  ) -> [UInt8] {
    var streams = Streams()
    for index in 0..<(pages.count / pageSize) {
      let page = pages.extracting((index * pageSize)..<((index + 1) * pageSize))
      if isHole(index) {
        streams.kinds.append(zeros)
      } else if let cells = CompactLeaf(page) {
        streams.kinds.append(rows)
        streams.add(cells, of: page)
      } else {
        streams.kinds.append(asIs)
        streams.raw.append(page)
      }
    }
    return streams.joined
  }
}

extension CompactPages.Streams {
  fileprivate mutating func add(_ leaf: CompactLeaf, of page: Span<UInt8>) {
    counts.append(varint: UInt64(leaf.cells.count))
    for cell in leaf.cells {
      let change = cell.rowid &- lastRowid
      rowids.append(varint: UInt64(bitPattern: change << 1 ^ change >> 63))
      lastRowid = cell.rowid
      var position = cell.types.lowerBound
      var body = cell.types.upperBound
      var column = 0
      while position < cell.types.upperBound {
        guard let type = Varint.read(page, at: &position) else { break }
        if column == types.count {
          types.append([])
          bodies.append([])
        }
        let length = CompactLeaf.length(ofType: type)
        append(page.extracting(body..<(body + length)), type: type, to: column)
        body += length
        column += 1
      }
      widths.append(varint: UInt64(column))
    }
  }

  private mutating func append(_ value: Span<UInt8>, type: UInt64, to column: Int) {
    if let form = PackedGlobalID.Form(type: type), form.append(value, to: &bodies[column]) {
      types[column].append(form.rawValue)
      return
    }
    types[column].append(varint: type)
    bodies[column].append(value)
  }

  fileprivate var joined: [UInt8] {
    var all = [kinds, raw, counts, rowids, widths]
    for (types, bodies) in zip(types, bodies) { all += [types, bodies] }
    var bytes: [UInt8] = []
    bytes.append(varint: UInt64(types.count))
    for stream in all { bytes.append(varint: UInt64(stream.count)) }
    for stream in all { bytes += stream }
    return bytes
  }
}

/// The cells of a table leaf that follow each other, without gaps, up to the end of the page.
struct CompactLeaf {
  /// One row.
  struct Cell {
    var rowid: Int64
    /// The range of the serial types in the page. The values follow.
    var types: Range<Int>
  }

  private(set) var cells: [Cell] = []

  /// Nil for any other page.
  init?(_ page: Span<UInt8>) {
    guard page[0] == 0x0D, page[1] == 0, page[2] == 0, page[7] == 0 else { return nil }
    let count = Int(page[3]) << 8 | Int(page[4])
    let first = Int(page[5]) << 8 | Int(page[6])
    let free = CompactPages.leafHeader + 2 * count
    // A page of 64 KiB writes its own length as 0.
    var start = count == 0 && first == page.count & 0xFFFF ? page.count : first
    guard free <= start else { return nil }
    for index in free..<start where page[index] != 0 { return nil }
    cells.reserveCapacity(count)
    for index in 0..<count {
      let pointer = CompactPages.leafHeader + 2 * index
      let end =
        index + 1 < count ? Int(page[pointer + 2]) << 8 | Int(page[pointer + 3]) : page.count
      guard Int(page[pointer]) << 8 | Int(page[pointer + 1]) == start, start < end,
        end <= page.count, let cell = Self.cell(page, from: start, to: end)
      else { return nil }
      cells.append(cell)
      start = end
    }
    guard start == page.count else { return nil }
  }

  private static func cell(_ page: Span<UInt8>, from start: Int, to end: Int) -> Cell? {
    var position = start
    guard let length = Varint.read(page, at: &position),
      let rowid = Varint.read(page, at: &position), length == UInt64(end - position),
      Varint.length(length) + Varint.length(rowid) == position - start
    else { return nil }
    let record = position
    guard let header = Varint.read(page, at: &position), header <= UInt64(end - record),
      Varint.length(header) == position - record
    else { return nil }
    let types = position..<(record + Int(header))
    guard types.lowerBound <= types.upperBound else { return nil }
    var body = types.upperBound
    var columns = 0
    while position < types.upperBound {
      let before = position
      guard let type = Varint.read(page, at: &position), position <= types.upperBound,
        type < 1 << 32, type != 10, type != 11, Varint.length(type) == position - before
      else { return nil }
      body += Self.length(ofType: type)
      columns += 1
      guard body <= end, columns <= CompactPages.columnLimit else { return nil }
    }
    guard body == end else { return nil }
    return Cell(rowid: Int64(bitPattern: rowid), types: types)
  }

  /// The length of a value by its serial type (fileformat2 §2.1).
  static func length(ofType type: UInt64) -> Int {
    switch type {
    case 0, 8, 9: 0
    case 1...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 10, 11: 0
    default: Int((type - 12) / 2)
    }
  }
}

/// GlobalIDs as 16 bytes instead of text.
struct PackedGlobalID {
  /// How the text is written.
  enum Form: UInt8 {
    /// `{2F0C4B1A-…}` with capital letters.
    case braces = 10
    /// `2f0c4b1a-…` with small letters.
    case plain = 11

    /// The form of texts with a serial type, if they are GlobalIDs.
    init?(type: UInt64) {
      switch type {
      case 13 + 2 * 38: self = .braces
      case 13 + 2 * 36: self = .plain
      default: return nil
      }
    }

    /// The serial type of the text.
    var type: UInt64 { self == .braces ? 13 + 2 * 38 : 13 + 2 * 36 }

    private var letter: UInt8 { UInt8(ascii: self == .braces ? "A" : "a") }

    /// Adds a text as 16 bytes. Returns false for a text of another form.
    func append(_ text: Span<UInt8>, to bytes: inout [UInt8]) -> Bool {
      let first = self == .braces ? 1 : 0
      if self == .braces, text[0] != UInt8(ascii: "{") || text[37] != UInt8(ascii: "}") {
        return false
      }
      let before = bytes.count
      var high: UInt8?
      for index in 0..<36 {
        let byte = text[first + index]
        if index == 8 || index == 13 || index == 18 || index == 23 {
          if byte == UInt8(ascii: "-") { continue }
        } else if let digit = digit(byte) {
          if let upper = high {
            bytes.append(upper << 4 | digit)
            high = nil
          } else {
            high = digit
          }
          continue
        }
        bytes.removeLast(bytes.count - before)
        return false
      }
      return true
    }

    private func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case letter...(letter + 5): byte - letter + 10
      default: nil
      }
    }

    /// Adds the text of 16 bytes.
    func append(textOf id: Span<UInt8>, to bytes: inout [UInt8]) {
      func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : letter + value - 10
      }
      if self == .braces { bytes.append(UInt8(ascii: "{")) }
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digit(id[index] >> 4))
        bytes.append(digit(id[index] & 15))
      }
      if self == .braces { bytes.append(UInt8(ascii: "}")) }
    }
  }
}
