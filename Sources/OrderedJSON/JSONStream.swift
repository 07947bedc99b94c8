/// Writes a long JSON document part by part, as ``JSONWriter`` writes it pretty: what is in it need
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
  /// What holds items.
  package enum Container: Sendable { case array, object }

  private var writer = JSONWriter(style: .pretty)
  /// The containers that are open, outermost first, with their items so far.
  private var open: [(container: Container, count: Int)] = []

  /// A document of which nothing is written yet.
  package init() {}

  /// Bytes that were not taken yet.
  package var byteCount: Int { writer.bytes.count }

  /// Begins an array or object: the document, an element, or with a key a member.
  package mutating func begin(_ container: Container, key: String? = nil) {
    beginItem(key)
    open.append((container, 0))
    writer.bytes.append(container == .array ? 0x5B : 0x7B)
  }

  /// Adds an element, or with a key a member.
  package mutating func add(_ value: JSON, key: String? = nil) {
    beginItem(key)
    writer.append(value, level: open.count)
  }

  /// The stream as it will be behind so many more items, without their bytes: what follows can be
  /// written beside them.
  package func behind(_ count: Int) -> JSONStream {
    var stream = self
    stream.writer.bytes = []
    if let last = open.indices.last { stream.open[last].count += count }
    return stream
  }

  /// Ends the array or object begun last; with the outermost one, the document.
  package mutating func end() {
    guard let (container, count) = open.popLast() else { return }
    writer.endItems(isEmpty: count == 0, level: open.count)
    writer.bytes.append(container == .array ? 0x5D : 0x7D)
    if open.isEmpty { writer.bytes.append(0x0A) }
  }

  /// The bytes written since the last call.
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
