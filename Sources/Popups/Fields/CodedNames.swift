import Bytes
import MapModel
import OrderedJSON
import Records

/// The names of a list of codes, looked up by stored value.
///
/// Numbers match by value. A text that contains a number also matches that number and vice versa,
/// because files disagree about the type of codes. If codes are equal, the first one wins.
struct CodedNames: Sendable {
  /// One name per code, in the order of the list.
  let names: [String]
  /// The integer codes in ascending order, with their index in `names`.
  private var integers: [(code: Int64, index: Int)] = []
  /// All other numbers in ascending order.
  private var reals: [(code: Double, index: Int)] = []
  /// Text codes in the order of their bytes.
  private var texts: [(code: [UInt8], index: Int)] = []

  /// Creates a lookup. There must be as many codes as names.
  init(codes: [JSON], names: [String]) {
    self.names = names
    for (index, code) in codes.enumerated() where index < names.count {
      switch code {
      case .number(let number):
        if let integer = number.int64 {
          integers.append((integer, index))
        } else if number.double.isFinite {
          reals.append((number.double, index))
        }
      case .string(let text): texts.append((Array(text.utf8), index))
      default: continue
      }
    }
    integers.sort { ($0.code, $0.index) < ($1.code, $1.index) }
    reals.sort { ($0.code, $0.index) < ($1.code, $1.index) }
    texts.sort { left, right in
      let order = left.code.span.compare(right.code.span)
      return order == 0 ? left.index < right.index : order < 0
    }
  }

  /// Creates a lookup from a domain; nil if it is not a coded value domain.
  init?(_ domain: Domain?) {
    guard case .codedValues(_, let values)? = domain else { return nil }
    self.init(codes: values.map(\.code), names: values.map(\.name))
  }

  /// Returns the index of a value's code; nil if the list does not have it.
  func index(of value: RecordValue, in record: Span<UInt8>) -> Int? {
    switch value {
    case .null, .blob: return nil
    case .integer(let code): return index(of: code)
    case .real(let code):
      if let integer = Int64(exactly: code), let index = index(of: integer) { return index }
      return Self.first(in: reals) { $0.code < code }.flatMap { $0.code == code ? $0.index : nil }
    case .text(let range):
      let text = record.extracting(range)
      if let index = index(ofText: text) { return index }
      if integers.isEmpty { return nil }
      return DecimalParser.parseInt64(text, in: 0..<text.count).flatMap { index(ofInteger: $0) }
    }
  }

  /// Returns the name of a value's code.
  func name(of value: RecordValue, in record: Span<UInt8>) -> String? {
    index(of: value, in: record).map { names[$0] }
  }

  private func index(of code: Int64) -> Int? {
    if let index = index(ofInteger: code) { return index }
    guard !texts.isEmpty else { return nil }
    let text = Array(String(code).utf8)
    return index(ofText: text.span)
  }

  private func index(ofInteger code: Int64) -> Int? {
    Self.first(in: integers) { $0.code < code }.flatMap { $0.code == code ? $0.index : nil }
  }

  private func index(ofText text: Span<UInt8>) -> Int? {
    var low = 0
    var high = texts.count
    while low < high {
      let middle = (low + high) / 2
      let code = texts[middle].code
      if code.span.compare(text) < 0 { low = middle + 1 } else { high = middle }
    }
    guard low < texts.count else { return nil }
    let (code, index) = texts[low]
    return code.span.isEqual(to: text) ? index : nil
  }

  /// Returns the first element of a sorted list that is not before the wanted one.
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
