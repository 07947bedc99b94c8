import Bytes
import OrderedJSON

/// Everything that the part of a record in its shard is made from, as a digest. One value serves
/// for many records.
struct RecordSource {
  private var bytes: [UInt8] = []

  mutating func add(_ number: Int) { bytes.append(littleEndian: UInt64(bitPattern: Int64(number))) }

  mutating func add(_ number: Double) { bytes.append(littleEndian: number) }

  mutating func add(_ part: Span<UInt8>) {
    add(part.count)
    bytes.append(part)
  }

  mutating func add(_ json: JSON?) {
    guard let json else { return add(-1) }
    add(JSONWriter.write(json).span)
  }

  /// Adds bytes that `write` appends.
  mutating func add(written write: (inout [UInt8]) -> Void) { write(&bytes) }

  /// Ends a record and returns its digest.
  mutating func finish() -> [UInt8] {
    let digest = SHA256.of(bytes.span)
    bytes.removeAll(keepingCapacity: true)
    return digest
  }
}

/// Everything that a shard is made from, as a digest.
struct ShardSource {
  private var bytes: [UInt8]

  /// - Parameter basis: What all shards of the layer are made from.
  init(_ basis: [UInt8], number: Int) {
    bytes = basis
    bytes.append(littleEndian: UInt64(bitPattern: Int64(number)))
  }

  /// Adds a record's digest.
  mutating func add(_ record: Span<UInt8>) { bytes.append(record) }

  /// The digest.
  var text: String { SHA256.hex(SHA256.of(bytes.span)) }
}
