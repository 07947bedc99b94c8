import CZlib

/// One zlib decompressor that takes its input in pieces.
@safe package struct Inflater: ~Copyable {
  /// Whether the end of the stream was reached and its checksum, if it has one, was right.
  package private(set) var isFinished = false
  /// Compressed bytes read so far, for error messages.
  package private(set) var consumed = 0
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates a decompressor at the start of a stream.
  package init(format: DeflateFormat) throws(BytesError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe inflateInit2_(
      stream, format.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      unsafe stream.deallocate()
      throw .badDeflate(offset: 0, message: "zlib does not start (\(code))")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Starts another stream of the same format, such as the next member of a gzip file.
  package mutating func restart() {
    _ = unsafe inflateReset(stream)
    isFinished = false
  }

  /// Inflates from `input` at `position`, moves `position` past the bytes used, and adds at most
  /// `limit` bytes to `output`. If more input is needed, neither changes. Throws `badDeflate`.
  package mutating func inflate(
    _ input: Span<UInt8>, from position: inout Int, into output: inout [UInt8], upTo limit: Int
  ) throws(BytesError) {
    guard !isFinished, limit > 0, position >= 0, position <= input.count else { return }
    let room = min(limit, 1 << 30)
    let given = min(input.count - position, 1 << 30)
    let start = output.count
    output.append(zeros: room)
    let from = position
    let code = unsafe input.withUnsafeBufferPointer { bytes in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = bytes.baseAddress.map {
          unsafe UnsafeMutablePointer(mutating: $0 + from)
        }
        unsafe stream.pointee.avail_in = uInt(given)
        unsafe stream.pointee.next_out = target.baseAddress.map { unsafe $0 + start }
        unsafe stream.pointee.avail_out = uInt(room)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    output.removeLast(Int(unsafe stream.pointee.avail_out))
    let taken = given - Int(unsafe stream.pointee.avail_in)
    position += taken
    consumed += taken
    switch code {
    case Z_STREAM_END: isFinished = true
    case Z_OK, Z_BUF_ERROR: break
    default:
      let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
      throw .badDeflate(offset: consumed, message: message ?? "zlib error \(code)")
    }
  }
}
