/// One value of a record; text and blob are ranges of the record's own bytes.
///
/// Text is in the encoding of the file it came from: UTF-8 in everything this tool writes.
package enum RecordValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(Range<Int>)
  case blob(Range<Int>)
}
