/// Writes a long JSON document in parts, in the pretty style of ``JSONWriter``. The content need
/// not be in memory at once.
///
/// ```swift
/// var stream = JSONStream()
/// stream.begin(.object)
/// stream.begin(.array, key: "rows")
/// for row in rows { stream.add(row) }
/// stream.end()
/// stream.end()
/// try output.write(stream.take())
/// ```
package struct JSONStream: Sendable {
  /// The kinds of containers.
  package enum Container: Sendable { case array, object }

  private var writer = JSONWriter(style: .pretty)
  /// The open containers, outermost first, with the number of their items so far.
  private var open: [(container: Container, count: Int)] = []

  /// Creates an empty document.
  package init() {}

  /// The number of bytes that were not taken yet.
  package var byteCount: Int { writer.bytes.count }

  /// Begins an array or object: the document, an element, or, with a key, a member.
  package mutating func begin(_ container: Container, key: String? = nil) {
    beginItem(key)
    open.append((container, 0))
    writer.bytes.append(container == .array ? 0x5B : 0x7B)
  }

  /// Adds an element, or, with a key, a member.
  package mutating func add(_ value: JSON, key: String? = nil) {
    beginItem(key)
    writer.append(value, level: open.count)
  }

  /// Returns the stream as it will be after `count` more items, without their bytes. What follows
  /// them can then be written separately.
  package func behind(_ count: Int) -> JSONStream {
    var stream = self
    stream.writer.bytes = []
    if let last = open.indices.last { stream.open[last].count += count }
    return stream
  }

  /// Ends the innermost open array or object. Ending the outermost one ends the document.
  package mutating func end() {
    guard let (container, count) = open.popLast() else { return }
    writer.endItems(isEmpty: count == 0, level: open.count)
    writer.bytes.append(container == .array ? 0x5D : 0x7D)
    if open.isEmpty { writer.bytes.append(0x0A) }
  }

  /// Returns the bytes written since the last call.
  package mutating func take() -> [UInt8] {
    defer { writer.bytes.removeAll(keepingCapacity: true) }
    return writer.bytes
  }

  private mutating func beginItem(_ key: String?) {
    guard let last = open.indices.last else { return }
    writer.beginItem(open[last].count, level: open.count)
    open[last].count += 1
    if let key { writer.append(key: key) }
  }
}
