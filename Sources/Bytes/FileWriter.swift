import Glibc

/// Buffered writing for all outputs: 256 KiB at a time, with patches of earlier bytes. The writer
/// does not own the descriptor. Its holder closes that.
struct FileWriter: Sendable {
  static let bufferSize = 256 * 1024

  let descriptor: FileDescriptor
  /// The output's final path, not the temporary one. Used in messages.
  let path: String
  private var buffer: [UInt8] = []
  /// Bytes already written to the file. The buffer follows them.
  private var flushed = 0
  /// The part of these bytes that the kernel has begun to write to disk.
  private var begun = 0

  init(descriptor: FileDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
    buffer.reserveCapacity(FileWriter.bufferSize)
  }

  var count: Int { flushed + buffer.count }

  /// Starts writing bytes to disk in the background, some MB at a time, so that the final sync has
  /// little to wait for.
  mutating func synchronizeBehind() {
    guard flushed - begun >= 16 * FileWriter.bufferSize else { return }
    descriptor.beginSynchronizing(at: begun, count: flushed - begun)
    begun = flushed
  }

  mutating func append(_ span: Span<UInt8>) throws(BytesError) {
    if buffer.count + span.count > FileWriter.bufferSize { try flush() }
    guard span.count < FileWriter.bufferSize else {
      try put(span, at: flushed)
      flushed += span.count
      return
    }
    buffer.append(span)
  }

  /// Adds the bytes of a file region.
  mutating func append(_ region: FileRegion) throws(BytesError) {
    try flush()
    var done = try copy(region)
    var block: [UInt8] = []
    while done < region.count {
      let count = min(FileWriter.bufferSize, region.count - done)
      try region.read(at: done, count: count, into: &block)
      try append(block.span)
      done += count
    }
  }

  /// Lets the kernel copy as much of a region as it can. Returns the number of bytes.
  private mutating func copy(_ region: FileRegion) throws(BytesError) -> Int {
    var done = 0
    while done < region.count {
      let count = descriptor.copy(
        region.count - done, of: region.file.descriptor, at: region.offset + done, to: flushed)
      guard count > 0 else {
        let code = errno
        if count < 0, code == ENOSPC || code == EDQUOT || code == EFBIG {
          throw SystemError.writing(path, code)
        }
        return done
      }
      done += count
      flushed += count
    }
    return done
  }

  mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    precondition(
      offset >= 0 && offset <= count - span.count, "the patch must lie inside the written bytes")
    if offset >= flushed {
      buffer.store(span, at: offset - flushed)
    } else {
      if offset + span.count > flushed { try flush() }
      try put(span, at: offset)
    }
  }

  /// Reads back bytes that were written.
  mutating func read(at offset: Int, count: Int) throws(BytesError) -> [UInt8] {
    precondition(
      offset >= 0 && offset <= self.count - count, "the range must lie inside the written bytes")
    try flush()
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = descriptor.read(at: offset + done, into: &bytes, done..<count)
      guard got > 0 else { throw SystemError.reading(path, got < 0 ? errno : EIO) }
      done += got
    }
    return bytes
  }

  mutating func flush() throws(BytesError) {
    try put(buffer.span, at: flushed)
    flushed += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  private func put(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    let code = descriptor.write(span, at: offset)
    if code != 0 { throw SystemError.writing(path, code) }
  }
}
