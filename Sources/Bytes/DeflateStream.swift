import CZlib

/// One zlib compressor, used for one run of bytes. This is a class because zlib keeps the address
/// of its state, and the state must be released exactly once.
@safe final class DeflateStream {
  private let stream: UnsafeMutablePointer<z_stream>

  init(format: DeflateFormat, level: Int) throws(BytesError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let code = unsafe deflateInit2_(
      stream, Int32(max(0, min(9, level))), Z_DEFLATED, format.windowBits, 8,
      Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else {
      unsafe stream.deallocate()
      throw .badDeflate(offset: 0, message: "zlib does not start (\(code))")
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func setDictionary(_ dictionary: Span<UInt8>) throws(BytesError) {
    let code = unsafe dictionary.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, buffer.count > 0 else { return Z_OK }
      return unsafe deflateSetDictionary(stream, base, uInt(clamping: buffer.count))
    }
    guard code == Z_OK else { throw .badDeflate(offset: 0, message: "dictionary refused") }
  }

  func compress(_ bytes: Span<UInt8>, flush: Int32) throws(BytesError) -> [UInt8] {
    guard bytes.count < Int(UInt32.max) / 2 else {
      throw .badDeflate(offset: 0, message: "a block of 2 GiB or more")
    }
    // Room for the worst case and the empty block after a flush, so that one call is enough.
    let room = Int(unsafe deflateBound(stream, uLong(bytes.count))) + 64
    var output = [UInt8](repeating: 0, count: room)
    let code = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { target in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = uInt(input.count)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = uInt(target.count)
        return unsafe deflate(stream, flush)
      }
    }
    let left = Int(unsafe stream.pointee.avail_out)
    guard code == (flush == Z_FINISH ? Z_STREAM_END : Z_OK), left > 0 else {
      throw .badDeflate(offset: 0, message: "compression failed (\(code))")
    }
    output.removeLast(left)
    return output
  }
}
