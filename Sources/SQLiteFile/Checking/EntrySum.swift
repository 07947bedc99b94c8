import Bytes

/// The sum of the hashes of index entries: the same for the same entries in any order.
struct EntrySum: Equatable {
  private var total: UInt64 = 0
  private var mixed: UInt64 = 0
  private var entry: UInt64 = 0

  mutating func begin() { entry = 0x243F_6A88_85A3_08D3 }

  mutating func end() {
    total &+= entry
    mixed &+= (entry ^ (entry >> 29)) &* 0xBF58_476D_1CE4_E5B9
    entry = 0
  }

  mutating func add(_ value: Int64) { mix(1, UInt64(bitPattern: value)) }

  /// Whole numbers hash alike as integer and double: an index may store either.
  mutating func add(_ value: RecordValue, of record: Span<UInt8>) {
    switch value {
    case .null: mix(0, 0)
    case .integer(let integer): add(integer)
    case .real(let real): add(real)
    case .text(let range): add(record.extracting(range), tag: 3)
    case .blob(let range): add(record.extracting(range), tag: 4)
    }
  }

  mutating func add(_ value: SQLValue) {
    switch value {
    case .null: mix(0, 0)
    case .integer(let integer): add(integer)
    case .real(let real): add(real)
    case .text(let text):
      let bytes = Array(text.utf8)
      add(bytes.span, tag: 3)
    case .blob(let bytes): add(bytes.span, tag: 4)
    }
  }

  private mutating func add(_ real: Double) {
    if let integer = Int64(exactly: real) { add(integer) } else { mix(2, real.bitPattern) }
  }

  private mutating func add(_ bytes: Span<UInt8>, tag: UInt64) {
    mix(tag, UInt64(bytes.count))
    var at = 0
    while at &+ 8 <= bytes.count {
      mix(5, bytes.bigEndianUInt64(at: at))
      at &+= 8
    }
    var rest: UInt64 = 0
    while at < bytes.count {
      rest = rest << 8 | UInt64(bytes[at])
      at &+= 1
    }
    mix(6, rest)
  }

  private mutating func mix(_ tag: UInt64, _ word: UInt64) {
    entry = (entry ^ word &+ tag) &* 0x9E37_79B9_7F4A_7C15
    entry ^= entry >> 32
  }
}

/// Watches the entries of an index for their order.
struct EntryOrder {
  enum Step { case ascends, repeats, descends }

  private let terms: [StoredIndex.Term]
  private var last: [UInt8] = []
  private var lastLayout = RecordLayout()
  private var isFirst = true

  init(_ index: StoredIndex) {
    // Only columns that sort by their bytes can be judged, and those before the first other one.
    terms = Array(index.columns.prefix { $0.collation == nil })
    isWhole = terms.count == index.columns.count
  }

  private let isWhole: Bool

  mutating func next(_ record: Span<UInt8>, _ layout: RecordLayout) -> Step {
    defer {
      last.removeAll(keepingCapacity: true)
      last.append(record)
      lastLayout = layout
      isFirst = false
    }
    guard !isFirst else { return .ascends }
    var hasNull = false
    for (column, term) in terms.enumerated() {
      let value = layout.value(column, in: record)
      if value == .null { hasNull = true }
      let order = RecordOrder.compare(
        lastLayout.value(column, in: last.span), in: last.span, value, in: record)
      if order != 0 { return (order < 0) != term.isDescending ? .ascends : .descends }
    }
    return isWhole && !hasNull ? .repeats : .ascends
  }
}
