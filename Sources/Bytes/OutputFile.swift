import Glibc

/// A plain output. It is written directly under its own name, or it is nameless scratch space. The
/// system frees scratch space when it is closed, however the process ends.
package struct OutputFile: ~Copyable, PatchableOutput {
  private var writer: FileWriter
  private var isOpen = true

  /// Creates the file, or truncates an existing one.
  package init(path: String) throws(BytesError) {
    let flags = O_RDWR | O_CREAT | O_TRUNC
    guard let descriptor = FileDescriptor.open(path, flags: flags, mode: 0o644) else {
      throw SystemError.writing(path, errno)
    }
    writer = FileWriter(descriptor: descriptor, path: path)
  }

  /// Creates a nameless file in the folder, for data that does not fit in memory.
  package init(scratchIn folder: String) throws(BytesError) {
    let name = "\(folder)/.fieldpack-scratch-\(getpid())-\(Temporaries.nextNumber())"
    let flags = O_RDWR | O_CREAT | O_EXCL
    var code: Int32 = 0
    // An interruption between the two calls would leave the file behind.
    let opened = Temporaries.withoutInterruption { () -> FileDescriptor? in
      let descriptor = FileDescriptor.open(name, flags: flags, mode: 0o600)
      code = errno
      if descriptor != nil { _ = unsafe unlink(name) }
      return descriptor
    }
    guard let descriptor = opened else { throw SystemError.writing(folder, code) }
    writer = FileWriter(descriptor: descriptor, path: folder)
  }

  deinit {
    if isOpen { writer.descriptor.close() }
  }

  /// Bytes appended so far.
  package var count: Int { writer.count }

  /// Adds bytes to the end.
  package mutating func append(_ span: Span<UInt8>) throws(BytesError) {
    try writer.append(span)
  }

  /// Adds the bytes of a file region to the end.
  package mutating func append(_ region: FileRegion) throws(BytesError) {
    try writer.append(region)
  }

  /// Writes over bytes that were appended before.
  package mutating func write(_ span: Span<UInt8>, at offset: Int) throws(BytesError) {
    try writer.write(span, at: offset)
  }

  /// Flushes and closes the file. Throws when the last bytes could not be written.
  package consuming func close() throws(BytesError) {
    try writer.flush()
    isOpen = false
    writer.descriptor.close()
  }

  /// Flushes and reopens the same file for reading, nameless or not.
  package consuming func reopen() throws(BytesError) -> InputFile {
    try writer.flush()
    isOpen = false
    return try InputFile(path: writer.path, adopting: writer.descriptor)
  }

  /// Flushes the file, removes its name and reopens it for reading. The system frees it when it is
  /// closed.
  package consuming func withdraw() throws(BytesError) -> InputFile {
    _ = unsafe unlink(writer.path)
    return try reopen()
  }
}
