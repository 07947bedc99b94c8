import Bytes

/// A directory of a PMTiles archive (PMTiles 3, "Directories"): columns of variable-length integers.
///
/// | column | content |
/// | --- | --- |
/// | count | the number of entries |
/// | numbers | of the first tile, each as the difference to the one before |
/// | runs | how many tiles from there on have the same content; 0 is a leaf directory |
/// | lengths | in bytes |
/// | offsets | plus 1; 0 is directly after the one before |
struct PMTilesDirectory: Sendable, Equatable {
  struct Entry: Sendable, Equatable {
    var number: UInt64
    /// 0 for a leaf directory.
    var run: Int
    /// In the section of tiles, or of leaf directories.
    var offset: Int
    var length: Int
  }

  var entries: [Entry]

  /// The largest offset and length.
  fileprivate static let mostBytes = 1 << 48
  /// The most tiles of a run: all of the deepest level.
  private static let longestRun = UInt64(1) << UInt64(2 * TileID.deepestLevel)

  init(entries: [Entry]) { self.entries = entries }

  /// Reads a directory that is not compressed.
  ///
  /// - Parameter start: the offset in the file, for errors.
  init(_ bytes: Span<UInt8>, start: Int) throws(TilesError) {
    var numbers = LEB128Reader(start: start)
    let count = try numbers.next(bytes)
    // Each entry takes a byte in each of four columns.
    guard count <= UInt64((bytes.count - numbers.position) / 4) else {
      throw .damaged(offset: start, expected: "as many entries as fit into \(bytes.count) bytes")
    }
    entries = []
    entries.reserveCapacity(Int(count))
    var number: UInt64 = 0
    for index in 0..<Int(count) {
      let (next, overflows) = number.addingReportingOverflow(try numbers.next(bytes))
      guard !overflows, index == 0 || next > number else {
        throw .damaged(offset: start + numbers.position, expected: "ascending tiles")
      }
      number = next
      entries.append(Entry(number: number, run: 0, offset: 0, length: 0))
    }
    for index in entries.indices {
      let run = try numbers.next(bytes)
      guard run <= Self.longestRun else {
        throw .damaged(offset: start + numbers.position, expected: "a run of tiles on the grid")
      }
      entries[index].run = Int(run)
    }
    for index in entries.indices {
      entries[index].length = try numbers.size(bytes)
      guard entries[index].length > 0 else {
        throw .damaged(offset: start + numbers.position, expected: "a length above 0")
      }
    }
    for index in entries.indices {
      let offset = try numbers.size(bytes)
      guard offset > 0 || index > 0 else {
        throw .damaged(offset: start + numbers.position, expected: "an offset for the first entry")
      }
      // A sum beyond this is outside of any file.
      entries[index].offset =
        offset > 0
        ? offset - 1 : min(entries[index - 1].offset + entries[index - 1].length, Self.mostBytes)
    }
  }

  /// The bytes, not compressed.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    LEB128.append(UInt64(entries.count), to: &bytes)
    var last: UInt64 = 0
    for entry in entries {
      LEB128.append(entry.number - last, to: &bytes)
      last = entry.number
    }
    for entry in entries { LEB128.append(UInt64(entry.run), to: &bytes) }
    for entry in entries { LEB128.append(UInt64(entry.length), to: &bytes) }
    for (index, entry) in entries.enumerated() {
      let follows =
        index > 0 && entry.offset == entries[index - 1].offset + entries[index - 1].length
      LEB128.append(follows ? 0 : UInt64(entry.offset + 1), to: &bytes)
    }
    return bytes
  }
}

/// Integers of seven bits a byte, least significant first; the last byte has no high bit.
enum LEB128 {
  static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads such integers one after the other.
private struct LEB128Reader {
  let start: Int
  private(set) var position = 0

  mutating func next(_ bytes: Span<UInt8>) throws(TilesError) -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .damaged(offset: start + position, expected: "a number of at most 64 bits")
  }

  /// A number of bytes that a file can have.
  mutating func size(_ bytes: Span<UInt8>) throws(TilesError) -> Int {
    let value = try next(bytes)
    guard value <= PMTilesDirectory.mostBytes else {
      throw .damaged(offset: start + position, expected: "a position in a file")
    }
    return Int(value)
  }
}
