import Bytes

/// The chunks of a picture before its pixels (PNG 5.3).
struct PNGChunks {
  private var ranges: [(type: ArraySlice<UInt8>, content: Range<Int>)] = []

  /// Lists the chunks; none if the bytes aren't a PNG. It ends at the first one that is cut short.
  init(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
    var place = 8
    while bytes.count - place >= 12 {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[place + 4..<place + 8]
      guard length <= bytes.count - place - 12, !type.elementsEqual(Array(literal: "IDAT")) else {
        return
      }
      ranges.append((type, place + 8..<place + 8 + length))
      place += 12 + length
    }
  }

  /// The content of the first chunk of a type; nil if there is none.
  subscript(type: StaticString) -> Range<Int>? {
    let type = Array(literal: type)
    return ranges.first { $0.type.elementsEqual(type) }?.content
  }
}
