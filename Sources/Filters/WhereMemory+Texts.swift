import Bytes

// Functions of texts. A part of a text is a range of the same bytes. Only texts with changed case
// and joined texts are written to new bytes.

extension WhereMemory {
  /// Returns whether a text with this number of bytes can still be stored.
  private func hasRoom(for count: Int) -> Bool {
    bytes.count - keptCount <= Self.mostMade - count
  }

  mutating func folded(
    _ value: WhereValue, isUpper: Bool, in record: Span<UInt8>
  ) -> WhereValue {
    guard let text = text(value), hasRoom(for: text.range.count) else { return .null }
    let start = bytes.count
    for index in text.range {
      let byte = text.isMade ? bytes[index] : record[index]
      if byte >= 0x80 {
        bytes.removeLast(bytes.count - start)
        return foldedBeyondASCII(text.range, isMade: text.isMade, isUpper: isUpper, in: record)
      }
      let letter = isUpper ? UInt8(ascii: "a") : UInt8(ascii: "A")
      bytes.append(byte >= letter && byte < letter + 26 ? byte ^ 0x20 : byte)
    }
    return .made(start..<bytes.count)
  }

  private mutating func foldedBeyondASCII(
    _ range: Range<Int>, isMade: Bool, isUpper: Bool, in record: Span<UInt8>
  ) -> WhereValue {
    let text =
      isMade
      ? String(decoding: bytes[range], as: UTF8.self)
      : record.extracting(range).repairedString()
    let start = bytes.count
    bytes.append(contentsOf: (isUpper ? text.uppercased() : text.lowercased()).utf8)
    return .made(start..<bytes.count)
  }

  /// Counts characters by the bytes that begin one.
  func length(
    of text: (range: Range<Int>, isMade: Bool), _ record: Span<UInt8>
  ) -> Int {
    let made = bytes.span
    let subject = text.isMade ? made.extracting(text.range) : record.extracting(text.range)
    return Self.length(subject)
  }

  private static func length(_ text: Span<UInt8>) -> Int {
    var count = 0
    for index in text.indices where text[index] & 0xC0 != 0x80 { count &+= 1 }
    return count
  }

  /// Joins two texts. A chain of joins grows at its end, so that it is not copied for each part.
  mutating func joined(
    _ left: WhereValue, with right: WhereValue, in record: Span<UInt8>
  ) -> WhereValue {
    guard let one = text(left), let two = text(right),
      hasRoom(for: one.range.count + two.range.count)
    else { return .null }
    var start = bytes.count
    if one.isMade, one.range.upperBound == start, one.range.lowerBound >= keptCount {
      start = one.range.lowerBound
    } else {
      append(one, record)
    }
    append(two, record)
    return .made(start..<bytes.count)
  }

  /// Appends a text to the intermediate texts.
  mutating func append(
    _ text: (range: Range<Int>, isMade: Bool), _ record: Span<UInt8>
  ) {
    guard text.isMade else { return bytes.append(record.extracting(text.range)) }
    bytes.reserveCapacity(bytes.count + text.range.count)
    for index in text.range { bytes.append(bytes[index]) }
  }

  mutating func position(
    of part: WhereValue, in whole: WhereValue, _ record: Span<UInt8>
  ) -> WhereValue {
    guard let one = text(part), let two = text(whole) else { return .null }
    let made = bytes.span
    let wanted = one.isMade ? made.extracting(one.range) : record.extracting(one.range)
    let subject = two.isMade ? made.extracting(two.range) : record.extracting(two.range)
    guard wanted.count > 0 else { return .integer(1) }
    var at = 0
    while let start = subject.firstIndex(of: wanted[0], from: at) {
      guard subject.count - start >= wanted.count else { break }
      if subject.extracting(start..<start + wanted.count).isEqual(to: wanted) {
        return .integer(Int64(Self.length(subject.extracting(0..<start))) + 1)
      }
      at = start + 1
    }
    return .integer(0)
  }

  /// Returns the characters from `start` on that the text has. A start below 1 shortens the result.
  mutating func substring(
    of value: WhereValue, from start: WhereNumber?, length: WhereNumber?, in record: Span<UInt8>
  ) -> WhereValue {
    guard let text = text(value), let start, let first = start.cut else { return .null }
    var end = Int64.max
    if let length {
      guard let count = length.cut, count >= 0 else { return .null }
      let (sum, overflow) = first.addingReportingOverflow(count)
      end = overflow ? .max : sum
    }
    let made = bytes.span
    let subject = text.isMade ? made.extracting(text.range) : record.extracting(text.range)
    var character: Int64 = 0
    var from: Int?
    var to = subject.count
    for index in subject.indices where subject[index] & 0xC0 != 0x80 {
      character += 1
      if character >= end {
        to = index
        break
      }
      if character >= first, from == nil { from = index }
    }
    let lower = text.range.lowerBound
    let range = from.map { lower + $0..<lower + to } ?? lower..<lower
    return text.isMade ? .made(range) : .text(range)
  }

  mutating func trimmed(
    _ value: WhereValue, removing characters: WhereValue, leading: Bool, trailing: Bool,
    in record: Span<UInt8>
  ) -> WhereValue {
    guard let one = text(value), let two = text(characters) else { return .null }
    let made = bytes.span
    let subject = one.isMade ? made.extracting(one.range) : record.extracting(one.range)
    let unwanted = two.isMade ? made.extracting(two.range) : record.extracting(two.range)
    var start = 0
    var end = subject.count
    while leading, start < end {
      let next = Self.characterEnd(subject, start)
      guard Self.holds(unwanted, character: subject.extracting(start..<next)) else { break }
      start = next
    }
    while trailing, start < end {
      var last = end - 1
      while last > start, subject[last] & 0xC0 == 0x80 { last -= 1 }
      guard Self.holds(unwanted, character: subject.extracting(last..<end)) else { break }
      end = last
    }
    let range = one.range.lowerBound + start..<one.range.lowerBound + end
    return one.isMade ? .made(range) : .text(range)
  }

  private static func characterEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }

  /// Returns whether a text contains a character.
  private static func holds(_ text: Span<UInt8>, character: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      let end = characterEnd(text, start)
      if text.extracting(start..<end).isEqual(to: character) { return true }
      start = end
    }
    return false
  }
}
