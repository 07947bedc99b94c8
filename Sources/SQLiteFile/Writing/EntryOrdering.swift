import Bytes

/// The order of the entries of an index, or of the rows of a table WITHOUT ROWID, where all its
/// collating sequences are known.
package struct EntryOrdering: Sendable {
  /// A place of an entry.
  struct Term: Sendable {
    var collation: Collation
    var isDescending: Bool
  }

  let terms: [Term]
  private let encoding: DatabaseHeader.TextEncoding

  /// The order of these terms in a file; nil where it is not known.
  ///
  /// A file of an old schema format has the keyword DESC without its meaning.
  package init?(_ terms: [StoredIndex.Term], in header: DatabaseHeader) {
    self.init(
      terms.map { (collation: $0.collation, isDescending: $0.isDescending) }, in: header)
  }

  /// The order of terms that are computed; nil where it is not known.
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

  /// Whether it is that of one value by its bytes, upwards.
  package var isByBytes: Bool {
    terms.count == 1 && terms[0].collation == .binary && !terms[0].isDescending
  }

  /// How two values at a place compare: negative where the first one comes first.
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

  /// How the keys of two entries compare.
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

  /// How the key at hand compares with that of an entry.
  package func compare(
    _ key: RecordLayout, in keyBytes: [UInt8], _ entry: RecordLayout,
    in entryBytes: Span<UInt8>
  ) -> Int {
    compare(key, in: keyBytes.span, entry, in: entryBytes)
  }

  /// Whether a value of the key of an entry is NULL, which makes it unlike any other.
  func hasNull(_ entry: RecordLayout) -> Bool {
    terms.indices.contains { entry.isNull($0) }
  }
}
