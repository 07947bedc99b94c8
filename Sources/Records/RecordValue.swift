/// One value of a record. A text or blob is a range of the record's bytes.
///
/// A text is in the encoding of its file, which is UTF-8 in everything that Fieldpack writes.
package enum RecordValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(Range<Int>)
  case blob(Range<Int>)
}
