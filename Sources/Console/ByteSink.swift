package import Bytes
import Synchronization

/// Where a command's text goes.
package protocol ByteSink: Sendable {
  /// Takes bytes, in order, from any thread.
  func write(_ bytes: [UInt8]) throws(BytesError)
}

/// One of the process's own streams. When its reader has gone away, what follows is dropped.
package final class StreamSink: ByteSink {
  private let stream: StandardStream
  private let isClosed = Mutex(false)

  /// A sink into a stream of the process.
  package init(_ stream: StandardStream) {
    self.stream = stream
  }

  package func write(_ bytes: [UInt8]) throws(BytesError) {
    // The lock is held while writing, so that lines of two threads do not mix.
    try isClosed.withLock { (isClosed) throws(BytesError) in
      guard !isClosed else { return }
      isClosed = try !stream.write(bytes.span)
    }
  }
}

/// A sink that keeps what it is given, for tests and previews.
package final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  /// An empty sink.
  package init() {}

  package func write(_ more: [UInt8]) {
    bytes.withLock { $0 += more }
  }

  /// What was written so far, as text.
  package var text: String {
    bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
