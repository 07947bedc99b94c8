import Bytes

/// The keys of a ``KeySorter`` in sorted order. Reading starts before the first one.
package struct SortedKeys: Sendable {
  /// The length of the current key.
  package private(set) var keyLength = 0

  /// Keys in memory, with their indexes in order. They are read in place.
  private let keys: ByteKeys
  private let order: [UInt32]
  /// How many of these were read.
  private var position = 0
  /// Keys in files. Each cursor stands on a key to be read, in the order of the runs.
  private var cursors: [KeyRun.Cursor] = []
  /// The first bytes of those keys, which most often tell them apart.
  private var prefixes: [UInt64] = []
  /// The current key of those in files, followed by its payload.
  private var entry: [UInt8] = []
  private var previous: [UInt8] = []
  /// The length of the previous key; -1 before the second one.
  private var previousLength = -1
  private var isBegun = false

  init(_ keys: ByteKeys) {
    self.keys = keys
    order = keys.sorted()
  }

  init(merging runs: [KeyRun]) throws(SQLiteFileError) {
    keys = ByteKeys(payloadLength: 0)
    order = []
    for run in runs {
      var cursor = run.cursor
      guard try cursor.next() else { continue }
      cursors.append(cursor)
      prefixes.append(cursor.prefix)
    }
  }

  /// Passes on the current key, followed by its payload.
  @inline(__always)
  package func withEntry<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if position > 0 { return try keys.withEntry(Int(order[position &- 1]), body) }
    return try body(entry.span)
  }

  /// Whether the current key has the same bytes as the one before it.
  package var isRepeated: Bool {
    if position > 0 {
      return position > 1
        && keys.isSame(Int(order[position &- 1]), Int(order[position &- 2]))
    }
    guard keyLength == previousLength else { return false }
    return entry.span.extracting(0..<keyLength).isEqual(
      to: previous.span.extracting(0..<keyLength))
  }

  /// Goes to the next key. Returns false after the last one.
  ///
  /// - Throws: `SQLiteFileError.file` if a file for sorting cannot be read.
  package mutating func next() throws(SQLiteFileError) -> Bool {
    if position < order.count {
      keyLength = keys.keyLength(Int(order[position]))
      position &+= 1
      return true
    }
    guard !cursors.isEmpty else { return false }
    if isBegun {
      swap(&entry, &previous)
      previousLength = keyLength
    }
    isBegun = true
    try readFirst()
    return true
  }

  /// Reads the first of the keys on which the cursors stand. Of equal ones it takes that of the
  /// earliest run.
  private mutating func readFirst() throws(SQLiteFileError) {
    var first = 0
    for index in prefixes.indices.dropFirst() where prefixes[index] <= prefixes[first] {
      if prefixes[index] < prefixes[first] || cursors[index].isBefore(cursors[first]) {
        first = index
      }
    }
    keyLength = cursors[first].read(into: &entry)
    if try cursors[first].next() {
      prefixes[first] = cursors[first].prefix
    } else {
      cursors.remove(at: first)
      prefixes.remove(at: first)
    }
  }
}
