import Bytes
package import Records

/// The order of the entries of an index, or of the rows of a WITHOUT ROWID table. All its collating
/// sequences are known.
package struct EntryOrdering: Sendable {
  /// How one column of an entry is sorted.
  struct Term: Sendable {
    var collation: Collation
    var isDescending: Bool
  }

  let terms: [Term]
  private let encoding: DatabaseHeader.TextEncoding

  /// The order of these terms in a file; nil if it is unknown.
  ///
  /// With an old schema format, SQLite ignores the keyword DESC.
  package init?(_ terms: [StoredIndex.Term], in header: DatabaseHeader) {
    self.init(
      terms.map { (collation: $0.collation, isDescending: $0.isDescending) }, in: header)
  }

  /// The order of computed terms; nil if it is unknown.
  package init?(_ terms: [IndexClauses.Term], in header: DatabaseHeader) {
    self.init(
      terms.map { (collation: $0.collation, isDescending: $0.isDescending) }, in: header)
  }

  private init?(
    _ terms: [(collation: String?, isDescending: Bool)], in header: DatabaseHeader
  ) {
    var known: [Term] = []
    for term in terms {
      guard let collation = Collation(name: term.collation) else { return nil }
      known.append(
        Term(collation: collation, isDescending: term.isDescending && header.schemaFormat >= 4))
    }
    self.terms = known
    encoding = header.encoding
  }

  /// Whether entries are sorted by the bytes of a single ascending value.
  package var isByBytes: Bool {
    terms.count == 1 && terms[0].collation == .binary && !terms[0].isDescending
  }

  /// Compares two values of one term. Negative if the left one comes first.
  func compare(
    _ left: RecordValue, in leftBytes: Span<UInt8>, _ right: RecordValue,
    in rightBytes: Span<UInt8>, at term: Int
  ) -> Int {
    let order: Int
    if case .text(let one) = left, case .text(let other) = right {
      order = terms[term].collation.compare(
        leftBytes.extracting(one), rightBytes.extracting(other), encoding: encoding)
    } else {
      order = RecordOrder.compare(left, in: leftBytes, right, in: rightBytes)
    }
    return terms[term].isDescending ? -order : order
  }

  /// Compares the keys of two entries.
  func compare(
    _ left: RecordLayout, in leftBytes: Span<UInt8>, _ right: RecordLayout,
    in rightBytes: Span<UInt8>
  ) -> Int {
    for term in terms.indices {
      let order = compare(
        left.value(term, in: leftBytes), in: leftBytes, right.value(term, in: rightBytes),
        in: rightBytes, at: term)
      if order != 0 { return order }
    }
    return 0
  }

  /// Compares a key with that of an entry.
  package func compare(
    _ key: RecordLayout, in keyBytes: [UInt8], _ entry: RecordLayout,
    in entryBytes: Span<UInt8>
  ) -> Int {
    compare(key, in: keyBytes.span, entry, in: entryBytes)
  }

  /// Whether the key of an entry contains NULL. Such a key never equals another.
  func hasNull(_ entry: RecordLayout) -> Bool {
    terms.indices.contains { entry.isNull($0) }
  }
}
