package import Bytes
import Synchronization

/// A destination for a command's text.
package protocol ByteSink: Sendable {
  /// Takes bytes, in order, from any thread.
  func write(_ bytes: [UInt8]) throws(BytesError)
}

/// A standard stream of the process. It drops all text after its reader closes it.
package final class StreamSink: ByteSink {
  private let stream: StandardStream
  private let isClosed = Mutex(false)

  /// A sink that writes to a stream of the process.
  package init(_ stream: StandardStream) {
    self.stream = stream
  }

  package func write(_ bytes: [UInt8]) throws(BytesError) {
    // Holding the lock while writing keeps lines of two threads apart.
    try isClosed.withLock { (isClosed) throws(BytesError) in
      guard !isClosed else { return }
      isClosed = try !stream.write(bytes.span)
    }
  }
}

/// A sink that keeps its text in memory, for tests and previews.
package final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])

  /// An empty sink.
  package init() {}

  package func write(_ more: [UInt8]) {
    bytes.withLock { $0 += more }
  }

  /// All text written so far.
  package var text: String {
    bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
