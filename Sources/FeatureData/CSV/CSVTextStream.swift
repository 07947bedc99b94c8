import Bytes

/// The text of a CSV file as UTF-8, read once from start to end.
struct CSVTextStream {
  private let stream: ByteStream
  /// Nil for UTF-8, which is passed on as it is.
  private var decoder: TextDecoder?

  /// Opens a file. A byte order mark overrides `encoding`.
  init(_ region: FileRegion, _ encoding: TextEncoding) throws(BytesError) {
    stream = try ByteStream(region: region)
    var start: [UInt8] = []
    _ = try ByteStream(region: region).read(upTo: 3, appendingTo: &start)
    let encoding = TextEncoding(mark: start) ?? encoding
    if encoding != .utf8 { decoder = TextDecoder(encoding) }
  }

  /// The number of bytes read so far, as on disk.
  var position: Int { stream.position }

  /// Adds the text of the next bytes, up to `maximum`. Returns `false` at the end.
  mutating func read(
    upTo maximum: Int, appendingTo text: inout [UInt8]
  ) throws(BytesError) -> Bool {
    guard decoder != nil else { return try stream.read(upTo: maximum, appendingTo: &text) > 0 }
    var block: [UInt8] = []
    if try stream.read(upTo: maximum, appendingTo: &block) > 0 {
      decoder?.decode(block.span, appendingTo: &text)
      return true
    }
    let before = text.count
    decoder?.finish(appendingTo: &text)
    return text.count > before
  }
}
