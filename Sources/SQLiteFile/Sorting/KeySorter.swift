import Bytes

/// Sorts any number of byte strings in bounded memory: byte by byte, shorter first, equal ones in
/// the order in which they were added. Each has a payload of a fixed length.
///
/// Keys stay in memory up to a limit. Beyond it, they are sorted and written to nameless files
/// beside other work, and ``sorted()`` merges those files.
package struct KeySorter: Sendable {
  /// The bytes of keys to keep in memory if the caller does not say.
  package static let room = 16 << 20
  /// The most files to merge at once. More are merged into one, so that neither open files nor
  /// buffers grow with the number of keys.
  private static let runLimit = 32

  private var keys: ByteKeys
  private var runs: [BackgroundWork<Result<KeyRun, SQLiteFileError>>] = []
  /// Runs that were merged because there were too many.
  private var merged: KeyRun?
  private let room: Int
  /// The number of keys.
  package private(set) var count = 0
  /// The bytes of all keys and payloads.
  package private(set) var byteCount = 0

  /// Creates an empty sorter.
  ///
  /// - Parameters:
  ///   - payloadLength: bytes of each payload.
  ///   - room: bytes of keys and payloads to keep in memory.
  package init(payloadLength: Int, room: Int = Self.room) {
    keys = ByteKeys(payloadLength: payloadLength)
    self.room = room
  }

  /// Reserves memory for keys of about this length, up to `limit` bytes. Reserving at once takes
  /// half as much as growing.
  package mutating func reserve(_ count: Int, keyLength: Int, bytes limit: Int) {
    keys.reserve(count, keyLength: keyLength, bytes: min(limit, room))
  }

  /// Adds a key whose payload is a number in eight bytes.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written.
  package mutating func append(
    _ key: Span<UInt8>, payload: UInt64
  ) throws(SQLiteFileError) {
    keys.append(key, payload: payload)
    try noteKey(of: key.count)
  }

  /// Adds what two functions append: a key, and its payload of the right length.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written.
  package mutating func append(
    key: (inout [UInt8]) -> Void, payload: (inout [UInt8]) -> Void = { _ in }
  ) throws(SQLiteFileError) {
    let length = keys.append(key: key, payload: payload)
    try noteKey(of: length)
  }

  private mutating func noteKey(of length: Int) throws(SQLiteFileError) {
    count &+= 1
    byteCount &+= length &+ keys.payloadLength
    guard keys.byteCount >= room else { return }
    // So at most one run waits for a core, and memory is bounded.
    runs.last?.begin()
    let full = keys
    runs.append(BackgroundWork { Result { () throws(SQLiteFileError) in try KeyRun(full) } })
    keys = ByteKeys(payloadLength: keys.payloadLength)
    keys.reserve(bytes: room)
    guard runs.count == Self.runLimit else { return }
    merged = try KeyRun(merging: try finishedRuns())
    runs.removeAll()
  }

  private func finishedRuns() throws(SQLiteFileError) -> [KeyRun] {
    var finished = [merged].compactMap(\.self)
    for run in runs { finished.append(try run.value().get()) }
    return finished
  }

  /// The keys in sorted order.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be written or read.
  package func sorted() throws(SQLiteFileError) -> SortedKeys {
    let finished = try finishedRuns()
    guard !finished.isEmpty else { return SortedKeys(keys) }
    return try SortedKeys(merging: finished + [try KeyRun(keys)])
  }
}
