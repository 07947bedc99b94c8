import Bytes
import OrderedJSON

/// Writes PMTiles, version 3. Equal tiles are stored once.
///
/// The header and the root directory are at the start, then come the tiles, the leaf directories and
/// the metadata. So tiles are written as they are read.
enum PMTilesWriter {
  /// Readers fetch this many bytes at first. Header and root directory must be among them.
  private static let startLength = 16_384
  /// The most different tiles to remember, for finding equal ones.
  private static let rememberedLimit = 1 << 20

  static func write(_ copy: inout TileCopy, to target: consuming AtomicFile) throws {
    var file = target
    try file.append([UInt8](repeating: 0, count: startLength))
    var entries: [PMTilesDirectory.Entry] = []
    var places: [Sample: Int] = [:]
    var (end, contents) = (startLength, 0)
    for entry in copy.entries(by: HilbertNumber.number) {
      guard let (bytes, _) = try copy.read(entry) else { continue }
      let sample = Sample(bytes.span)
      var place = places[sample]
      // Samples may be the same of different tiles.
      if let earlier = place, try file.read(at: earlier, count: bytes.count) != bytes {
        place = nil
      }
      if place == nil {
        try file.append(bytes.span)
        if places.count < rememberedLimit { places[sample] = end }
        contents += 1
      }
      add(
        HilbertNumber.number(of: entry.tile), at: (place ?? end) - startLength, bytes.count,
        to: &entries)
      if place == nil { end += bytes.count }
    }
    let (root, leaves) = try directories(entries)
    let metadata = try gzip(JSONWriter.write(metadata(copy)))
    try file.append(leaves.span)
    try file.append(metadata.span)
    let leavesStart = end
    let tiles = try copy.written()
    let header = PMTilesHeader(
      root: PMTilesHeader.length..<PMTilesHeader.length + root.count,
      metadata: leavesStart + leaves.count..<leavesStart + leaves.count + metadata.count,
      leaves: leavesStart..<leavesStart + leaves.count, tiles: startLength..<end,
      tileCount: UInt64(entries.reduce(0) { $0 + $1.run }), entryCount: UInt64(entries.count),
      contentCount: UInt64(contents), isClustered: true, compression: .gzip, image: copy.image,
      levels: tiles.levelRange, bounds: tiles.bounds.map { Int32(($0 * 1e7).rounded()) })
    try file.write(header.bytes + root, at: 0)
    try file.commit()
  }

  /// The length and a few bytes of a tile, which most often tell it from others.
  private struct Sample: Hashable {
    private let length: Int
    private let parts: SIMD4<UInt64>

    init(_ bytes: Span<UInt8>) {
      length = bytes.count
      guard bytes.count >= 32 else {
        parts = .zero
        return
      }
      let step = (bytes.count - 8) / 4
      parts = SIMD4(
        bytes.bigEndianUInt64(at: step), bytes.bigEndianUInt64(at: 2 * step),
        bytes.bigEndianUInt64(at: 3 * step), bytes.bigEndianUInt64(at: bytes.count - 8))
    }
  }

  /// Adds a tile, or makes the run of the one before longer.
  private static func add(
    _ number: UInt64, at offset: Int, _ length: Int, to entries: inout [PMTilesDirectory.Entry]
  ) {
    if let last = entries.last, last.offset == offset, last.number + UInt64(last.run) == number {
      entries[entries.count - 1].run += 1
    } else {
      entries.append(
        PMTilesDirectory.Entry(number: number, run: 1, offset: offset, length: length))
    }
  }

  /// The root directory, and the leaves if the root has no room for all entries.
  private static func directories(
    _ entries: [PMTilesDirectory.Entry]
  ) throws -> (root: [UInt8], leaves: [UInt8]) {
    let whole = try gzip(PMTilesDirectory(entries: entries).bytes)
    guard whole.count > startLength - PMTilesHeader.length else { return (whole, []) }
    var size = 4_096
    while true {
      var leaves: [UInt8] = []
      var root: [PMTilesDirectory.Entry] = []
      for first in stride(from: 0, to: entries.count, by: size) {
        let part = Array(entries[first..<min(entries.count, first + size)])
        let leaf = try gzip(PMTilesDirectory(entries: part).bytes)
        root.append(
          PMTilesDirectory.Entry(
            number: part[0].number, run: 0, offset: leaves.count, length: leaf.count))
        leaves += leaf
      }
      let bytes = try gzip(PMTilesDirectory(entries: root).bytes)
      if bytes.count <= startLength - PMTilesHeader.length { return (bytes, leaves) }
      size *= 2
    }
  }

  private static func metadata(_ copy: TileCopy) -> JSON {
    var metadata: JSONObject = ["name": .string(copy.name), "type": "baselayer"]
    if let attribution = copy.attribution { metadata.append("attribution", .string(attribution)) }
    return .object(metadata)
  }

  private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    try Deflate.compress(bytes.span, format: .gzip, level: 9)
  }
}
