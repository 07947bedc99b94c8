import OrderedJSON
import TestSupport
import Testing

@Suite struct JSONStreamTests {
  /// Writes a value in parts, down to this depth.
  private func write(_ value: JSON, key: String? = nil, depth: Int, to stream: inout JSONStream) {
    switch value {
    case .array(let elements) where depth > 0:
      stream.begin(.array, key: key)
      for element in elements { write(element, depth: depth - 1, to: &stream) }
      stream.end()
    case .object(let object) where depth > 0:
      stream.begin(.object, key: key)
      for member in object.members {
        write(member.value, key: member.key, depth: depth - 1, to: &stream)
      }
      stream.end()
    default: stream.add(value, key: key)
    }
  }

  @Test(arguments: 1...4)
  func `a document written in parts has the same bytes as the whole`(depth: Int) {
    let document: JSON = [
      "empty": [], "none": [:], "rows": [["id": 1, "tags": ["a", "\"b\""]], [], [:], .null],
      "deep": [[[["x": [true]]]]],
    ]
    var stream = JSONStream()
    write(document, depth: depth, to: &stream)
    #expect(stream.take() == JSONWriter.write(document, style: .pretty))
  }

  @Test func `bytes are taken only once`() {
    var stream = JSONStream()
    stream.begin(.array)
    stream.add(1)
    var bytes = stream.take()
    #expect(stream.byteCount == 0)
    stream.add(2)
    stream.end()
    bytes += stream.take()
    #expect(bytes == JSONWriter.write([1, 2], style: .pretty))
  }

  @Test(arguments: 0...3)
  func `items written separately have the same bytes as items written in sequence`(count: Int) {
    var stream = JSONStream()
    stream.begin(.array)
    var bytes = stream.take()
    var first = stream
    var rest = stream.behind(count)
    for item in 0..<count { first.add(.number(item)) }
    for item in count..<3 { rest.add(.number(item)) }
    bytes += first.take() + rest.take()
    stream = stream.behind(3)
    stream.end()
    bytes += stream.take()
    #expect(bytes == JSONWriter.write([0, 1, 2], style: .pretty))
  }
}
