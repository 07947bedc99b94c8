import Bytes
import Records

/// Checks that the entries of an index, or the rows of a WITHOUT ROWID table, are in order.
struct EntryOrder {
  enum Step {
    case ascends
    /// The key equals that of the previous entry, and none of its values is NULL.
    case repeats
    case descends
  }

  private struct KnownTerm {
    let collation: Collation
    let isDescending: Bool
  }

  private let known: [KnownTerm]
  private let keyCount: Int
  /// Whether the collating sequences of all terms are known. If not, only the terms before the
  /// first unknown one are checked.
  private let isWhole: Bool
  private let encoding: DatabaseHeader.TextEncoding
  private var last: [UInt8] = []
  private var lastLayout = RecordLayout()
  private var isFirst = true

  /// Starts before the first entry.
  ///
  /// - Parameters:
  ///   - terms: the terms of the key and those that follow it, in entry order.
  ///   - keyCount: how many of them form the key.
  init(_ terms: [StoredIndex.Term], keyCount: Int, in database: DatabaseReader) {
    let mayDescend = database.header.schemaFormat >= 4
    var known: [KnownTerm] = []
    for term in terms {
      guard let collation = Collation(name: term.collation) else { break }
      known.append(
        KnownTerm(collation: collation, isDescending: term.isDescending && mayDescend))
    }
    self.known = known
    self.keyCount = keyCount
    isWhole = known.count == terms.count
    encoding = database.header.encoding
  }

  /// Compares an entry with the previous one.
  ///
  /// - Parameter layout: the layout of `record`. On return it holds the previous entry's layout, so
  ///   that neither is copied.
  mutating func next(_ record: Span<UInt8>, _ layout: inout RecordLayout) -> Step {
    let step = step(record, layout)
    last.removeAll(keepingCapacity: true)
    last.append(record)
    swap(&lastLayout, &layout)
    isFirst = false
    return step
  }

  private func step(_ record: Span<UInt8>, _ layout: RecordLayout) -> Step {
    guard !isFirst else { return .ascends }
    var hasNull = false
    for column in known.indices {
      if column == keyCount, !hasNull { return step(from: column, record, layout, or: .repeats) }
      let value = layout.value(column, in: record)
      if value == .null { hasNull = true }
      let order = compare(value, at: column, in: record)
      if order != 0 { return (order < 0) != known[column].isDescending ? .ascends : .descends }
    }
    return isWhole ? (keyCount == known.count && !hasNull ? .repeats : .descends) : .ascends
  }

  /// Compares the terms after the key of two entries with the same key; they must ascend.
  private func step(
    from start: Int, _ record: Span<UInt8>, _ layout: RecordLayout, or step: Step
  ) -> Step {
    for column in start..<known.count {
      let order = compare(layout.value(column, in: record), at: column, in: record)
      if order != 0 { return (order < 0) != known[column].isDescending ? step : .descends }
    }
    return isWhole ? .descends : step
  }

  /// Compares a value of the previous entry with this one.
  private func compare(
    _ value: RecordValue, at column: Int, in record: Span<UInt8>
  ) -> Int {
    let before = lastLayout.value(column, in: last.span)
    if case .text(let left) = before, case .text(let right) = value {
      return known[column].collation.compare(
        last.span.extracting(left), record.extracting(right), encoding: encoding)
    }
    return RecordOrder.compare(before, in: last.span, value, in: record)
  }
}
