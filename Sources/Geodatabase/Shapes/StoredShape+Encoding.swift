import Bytes

extension StoredShape {
  /// Appends the blob, padded with zeros.
  package func encode(to output: inout [UInt8]) {
    var body: [UInt8] = []
    encode(to: &output, body: &body)
  }

  /// Appends the blob, using a reusable buffer.
  func encode(to output: inout [UInt8], body: inout [UInt8]) {
    output.append(0x64)
    for shift in [UInt32(0), 8, 16] {
      output.append(UInt8(truncatingIfNeeded: srid >> shift))
    }
    append(UInt32(truncatingIfNeeded: x.count), to: &output)
    output.append(kind.rawValue | (hasZ ? 0x02 : 0) | (hasM ? 0x01 : 0))
    output.append(form)
    if x.count > Self.mostWithoutBox { encodeBox(to: &output) }
    body.removeAll(keepingCapacity: true)
    encodeBody(to: &body)
    let start = output.count
    output.append(packed: Int64(body.count))
    while output.count - start < 4 { output.append(0) }
    append(flags, to: &output)
    output.append(body.span)
  }

  private func append(_ word: UInt32, to output: inout [UInt8]) {
    for shift in [UInt32(0), 8, 16, 24] {
      output.append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  private func encodeBox(to output: inout [UInt8]) {
    let isParted = kind.rawValue & 0x10 != 0
    var box = (minX: Int64.max, minY: Int64.max, maxX: Int64.min, maxY: Int64.min)
    var sizes: [Int64] = []
    var last = -1
    for point in x.indices {
      if isParted, isSeparator(point) {
        sizes.append(Int64(point - last))
        last = point
        continue
      }
      box.minX = min(box.minX, x[point])
      box.minY = min(box.minY, y[point])
      box.maxX = max(box.maxX, x[point])
      box.maxY = max(box.maxY, y[point])
    }
    let isEmpty = box.minX > box.maxX
    for side in [box.minX, box.minY, box.maxX, box.maxY] {
      output.append(packed: isEmpty ? 0 : side)
    }
    guard isParted, hasParts else { return }
    output.append(packed: Int64(sizes.count))
    for size in sizes { output.append(packed: size) }
  }

  private func encodeBody(to output: inout [UInt8]) {
    var lastX: Int64 = 0
    var lastY: Int64 = 0
    for point in x.indices {
      output.append(packed: x[point] &- lastX)
      output.append(packed: y[point] &- lastY)
      lastX = x[point]
      lastY = y[point]
    }
    for values in [z, m] {
      var last: Int64 = 0
      for value in values {
        output.append(packed: value &- last)
        last = value
      }
    }
  }
}
