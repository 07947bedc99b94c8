/// Bytes that are written from start to end and then read anywhere. They stay in memory while they
/// are few; otherwise they go to a nameless file.
package struct SpillingBytes: ~Copyable {
  private var memory: [UInt8] = []
  private var file: ScratchBytes?
  private let room: Int
  /// The number of bytes.
  package private(set) var count = 0

  /// - Parameter room: how many bytes may stay in memory.
  package init(room: Int = 16 << 20) { self.room = room }

  /// Adds bytes to the end.
  ///
  /// - Throws: `BytesError` if they cannot be written.
  package mutating func append(_ bytes: Span<UInt8>) throws(BytesError) {
    if memory.count + bytes.count > room { try spill() }
    memory.append(bytes)
    count += bytes.count
  }

  private mutating func spill() throws(BytesError) {
    if file == nil { file = try ScratchBytes() }
    let bytes = memory
    try file?.append(bytes.span)
    memory.removeAll()
  }

  /// Returns the bytes for reading.
  ///
  /// - Throws: `BytesError` if the last bytes cannot be written.
  package consuming func finish() throws(BytesError) -> SpilledBytes {
    guard file != nil else { return SpilledBytes(memory: memory, file: nil) }
    try spill()
    return SpilledBytes(memory: [], file: try file?.finish())
  }
}

/// The bytes of ``SpillingBytes``.
package struct SpilledBytes: Sendable {
  fileprivate let memory: [UInt8]
  fileprivate let file: FileRegion?

  /// The number of bytes.
  package var count: Int { file?.count ?? memory.count }

  /// Reads some bytes. They replace the content of `buffer`.
  ///
  /// - Throws: `BytesError` if the file cannot be read.
  package func read(
    _ range: Range<Int>, into buffer: inout [UInt8]
  ) throws(BytesError) {
    if let file { return try file.read(at: range.lowerBound, count: range.count, into: &buffer) }
    buffer.removeAll(keepingCapacity: true)
    buffer.append(memory.span.extracting(range))
  }
}
