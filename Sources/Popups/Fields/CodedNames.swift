import Bytes
import MapModel
import OrderedJSON
import SQLiteFile

/// The names of a list of codes, found by the stored value.
///
/// Numbers match by value; a text that spells a number matches that number and the other way
/// round, since files disagree about the type of codes. Of equal codes the first counts.
struct CodedNames: Sendable {
  /// One a code, in the order of the list.
  let names: [String]
  /// Codes that are whole numbers, ascending, with their place in `names`.
  private var integers: [(code: Int64, place: Int)] = []
  /// All other numbers, ascending.
  private var reals: [(code: Double, place: Int)] = []
  /// Texts by their bytes, ascending.
  private var texts: [(code: [UInt8], place: Int)] = []

  /// Takes codes and names, as many of the one as of the other.
  init(codes: [JSON], names: [String]) {
    self.names = names
    for (place, code) in codes.enumerated() where place < names.count {
      switch code {
      case .number(let number):
        if let integer = number.int64 {
          integers.append((integer, place))
        } else if number.double.isFinite {
          reals.append((number.double, place))
        }
      case .string(let text): texts.append((Array(text.utf8), place))
      default: continue
      }
    }
    integers.sort { ($0.code, $0.place) < ($1.code, $1.place) }
    reals.sort { ($0.code, $0.place) < ($1.code, $1.place) }
    texts.sort { left, right in
      let order = left.code.span.compare(right.code.span)
      return order == 0 ? left.place < right.place : order < 0
    }
  }

  /// The names of a domain; nil when it has none.
  init?(_ domain: Domain?) {
    guard case .codedValues(_, let values)? = domain else { return nil }
    self.init(codes: values.map(\.code), names: values.map(\.name))
  }

  /// The place of a value's code; nil when the list has no such code.
  func place(of value: RecordValue, in record: Span<UInt8>) -> Int? {
    switch value {
    case .null, .blob: return nil
    case .integer(let code): return place(of: code)
    case .real(let code):
      if let integer = Int64(exactly: code), let place = place(of: integer) { return place }
      return Self.first(in: reals) { $0.code < code }.flatMap { $0.code == code ? $0.place : nil }
    case .text(let range):
      let text = record.extracting(range)
      if let place = place(ofText: text) { return place }
      if integers.isEmpty { return nil }
      return DecimalParser.parseInt64(text, in: 0..<text.count).flatMap { integerPlace(of: $0) }
    }
  }

  /// The name of a value's code.
  func name(of value: RecordValue, in record: Span<UInt8>) -> String? {
    place(of: value, in: record).map { names[$0] }
  }

  private func place(of code: Int64) -> Int? {
    if let place = integerPlace(of: code) { return place }
    guard !texts.isEmpty else { return nil }
    let text = Array(String(code).utf8)
    return place(ofText: text.span)
  }

  private func integerPlace(of code: Int64) -> Int? {
    Self.first(in: integers) { $0.code < code }.flatMap { $0.code == code ? $0.place : nil }
  }

  private func place(ofText text: Span<UInt8>) -> Int? {
    var low = 0
    var high = texts.count
    while low < high {
      let middle = (low + high) / 2
      let code = texts[middle].code
      if code.span.compare(text) < 0 { low = middle + 1 } else { high = middle }
    }
    guard low < texts.count else { return nil }
    let (code, place) = texts[low]
    return code.span.isEqual(to: text) ? place : nil
  }

  /// The first element of a sorted list that does not come before what is sought.
  private static func first<Element>(
    in list: [Element], before: (Element) -> Bool
  ) -> Element? {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if before(list[middle]) { low = middle + 1 } else { high = middle }
    }
    return low < list.count ? list[low] : nil
  }
}
