// A QR code (ISO/IEC 18004:2015) of bytes with error correction level M, which survives damage of
// 15 %.
//
//   ■■■ finder  ···  ■■■     Data goes up and down in columns of two modules, from the lower right
//   ■■■ timing   │   ■■■     corner. A mask then inverts some modules, so that no pattern looks like
//   ···   data  ─┘           a finder.
//   ■■■

/// A QR code: dark and light modules in a square.
package struct QRCode: Sendable, Equatable {
  /// The number of modules in a row.
  package private(set) var side: Int
  /// Whether each module is dark, row by row from the top.
  package private(set) var modules: [Bool]
  /// Modules that carry no data.
  private var isFixed: [Bool]

  /// The number of error correction bytes in a block, and the number of blocks, by version
  /// (ISO/IEC 18004 table 9, level M).
  private static let blocks: [(correction: Int, count: Int)] = [
    (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5),
    (30, 5), (22, 8), (22, 9), (24, 9), (24, 10), (28, 10), (28, 11), (26, 13), (26, 14), (26, 16),
  ]

  /// The code of a text; nil if it is too long, which is from 667 bytes on.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard
      let version = (1...Self.blocks.count).first(where: {
        bytes.count <= Self.capacity($0) - ($0 < 10 ? 2 : 3)
      })
    else { return nil }
    side = version * 4 + 17
    modules = Array(repeating: false, count: side * side)
    isFixed = modules
    drawPatterns(version)
    place(Self.codewords(bytes, version))
    let plain = self
    var best = plain
    var least = Int.max
    for mask in 0..<8 {
      var masked = plain
      masked.apply(mask)
      masked.drawFormat(mask)
      let penalty = masked.penalty
      if penalty < least { (best, least) = (masked, penalty) }
    }
    self = best
  }

  /// Whether a module is dark; false outside.
  package subscript(row: Int, column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
  }

  /// The dark modules as the commands of an SVG path, in units of modules.
  package var svgPath: String {
    var path = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        let start = column
        while column < side, self[row, column] { column += 1 }
        if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
        column += 1
      }
    }
    return path
  }

  // MARK: Data

  /// The number of modules for data and error correction.
  private static func rawModules(_ version: Int) -> Int {
    var count = (16 * version + 128) * version + 64
    if version >= 2 {
      let lines = version / 7 + 2
      count -= (25 * lines - 10) * lines - 55
      if version >= 7 { count -= 36 }
    }
    return count
  }

  /// The number of bytes for data.
  private static func capacity(_ version: Int) -> Int {
    let (correction, count) = blocks[version - 1]
    return rawModules(version) / 8 - correction * count
  }

  /// The data with error correction, block after block in turns.
  private static func codewords(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
    let data = padded(bytes, version)
    let (correction, count) = blocks[version - 1]
    let total = rawModules(version) / 8
    let shortLength = total / count - correction
    let shortCount = count - total % count
    let generator = ReedSolomon(degree: correction)
    var parts: [[UInt8]] = []
    var start = 0
    for block in 0..<count {
      let length = shortLength + (block < shortCount ? 0 : 1)
      parts.append(Array(data[start..<(start + length)]))
      start += length
    }
    var words: [UInt8] = []
    for index in 0...shortLength {
      for part in parts where index < part.count { words.append(part[index]) }
    }
    let remainders = parts.map { generator.remainder(of: $0) }
    for index in 0..<correction { for remainder in remainders { words.append(remainder[index]) } }
    return words
  }

  /// Mode, count and bytes, filled up to the capacity.
  private static func padded(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let capacity = capacity(version) * 8
    append(0, min(4, capacity - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var filler = 0xEC
    while bits.count < capacity {
      append(filler, 8)
      filler ^= 0xEC ^ 0x11
    }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  private mutating func place(_ words: [UInt8]) {
    var bit = 0
    var right = side - 1
    var isUpward = true
    while right >= 1 {
      if right == 6 { right = 5 }
      for step in 0..<side {
        let row = isUpward ? side - 1 - step : step
        for column in [right, right - 1] where !isFixed[row * side + column] {
          guard bit < words.count * 8 else { continue }
          modules[row * side + column] = words[bit / 8] >> (7 - UInt8(bit % 8)) & 1 == 1
          bit += 1
        }
      }
      isUpward.toggle()
      right -= 2
    }
  }

  // MARK: Patterns

  private mutating func fix(row: Int, column: Int, _ isDark: Bool) {
    guard (0..<side).contains(row), (0..<side).contains(column) else { return }
    modules[row * side + column] = isDark
    isFixed[row * side + column] = true
  }

  private mutating func drawPatterns(_ version: Int) {
    for index in 0..<side {
      fix(row: 6, column: index, index.isMultiple(of: 2))
      fix(row: index, column: 6, index.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] {
      square(row: row, column: column, radius: 4) { $0 != 2 && $0 != 4 }
    }
    let places = alignments(version)
    for row in places {
      for column in places {
        let isFinder =
          row == 6 && (column == 6 || column == side - 7) || row == side - 7 && column == 6
        if !isFinder { square(row: row, column: column, radius: 2) { $0 != 1 } }
      }
    }
    drawFormat(0)
    if version >= 7 { drawVersion(version) }
  }

  /// Draws rings around a center; `isDark` gets the distance of a ring.
  private mutating func square(row: Int, column: Int, radius: Int, _ isDark: (Int) -> Bool) {
    for down in -radius...radius {
      for across in -radius...radius {
        fix(row: row + down, column: column + across, isDark(max(abs(down), abs(across))))
      }
    }
  }

  /// The centers of alignment patterns, evenly from the right, ascending.
  private func alignments(_ version: Int) -> [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<(count - 1)).map { side - 7 - $0 * step }.reversed()
  }

  /// Draws the mask and the level, twice, with error correction.
  private mutating func drawFormat(_ mask: Int) {
    // 00 is level M.
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0..<6 { fix(row: index, column: 8, bit(index)) }
    fix(row: 7, column: 8, bit(6))
    fix(row: 8, column: 8, bit(7))
    fix(row: 8, column: 7, bit(8))
    for index in 9..<15 { fix(row: 8, column: 14 - index, bit(index)) }
    for index in 0..<8 { fix(row: 8, column: side - 1 - index, bit(index)) }
    for index in 8..<15 { fix(row: side - 15 + index, column: 8, bit(index)) }
    fix(row: side - 8, column: 8, true)
  }

  private mutating func drawVersion(_ version: Int) {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for index in 0..<18 {
      let isDark = bits >> index & 1 == 1
      let (far, near) = (side - 11 + index % 3, index / 3)
      fix(row: near, column: far, isDark)
      fix(row: far, column: near, isDark)
    }
  }

  // MARK: Masks

  private mutating func apply(_ mask: Int) {
    for row in 0..<side {
      for column in 0..<side where !isFixed[row * side + column] {
        let inverts =
          switch mask {
          case 0: (row + column) % 2 == 0
          case 1: row % 2 == 0
          case 2: column % 3 == 0
          case 3: (row + column) % 3 == 0
          case 4: (row / 2 + column / 3) % 2 == 0
          case 5: row * column % 2 + row * column % 3 == 0
          case 6: (row * column % 2 + row * column % 3) % 2 == 0
          default: ((row + column) % 2 + row * column % 3) % 2 == 0
          }
        if inverts { modules[row * side + column].toggle() }
      }
    }
  }

  /// How hard the code is to read (ISO/IEC 18004 §7.8.3).
  private var penalty: Int {
    var penalty = 0
    for line in 0..<side {
      penalty += Self.penalty(ofLine: (0..<side).map { self[line, $0] })
      penalty += Self.penalty(ofLine: (0..<side).map { self[$0, line] })
    }
    for row in 0..<(side - 1) {
      for column in 0..<(side - 1) {
        let isDark = self[row, column]
        if isDark == self[row, column + 1], isDark == self[row + 1, column],
          isDark == self[row + 1, column + 1]
        {
          penalty += 3
        }
      }
    }
    let dark = modules.count { $0 }
    return penalty + abs(dark * 20 - modules.count * 10) / modules.count * 10
  }

  /// Runs of five and more, and patterns that look like a finder.
  private static func penalty(ofLine line: [Bool]) -> Int {
    var penalty = 0
    var run = 0
    for index in line.indices {
      run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    for pattern in [finder + light, light + finder] where line.count >= pattern.count {
      for start in 0...(line.count - pattern.count)
      where line[start..<(start + pattern.count)].elementsEqual(pattern) { penalty += 40 }
    }
    return penalty
  }
}

/// Error correction: the remainder of a polynomial over the field of 256 elements.
private struct ReedSolomon {
  /// The divisor without its first coefficient, which is 1.
  private var divisor: [UInt8]

  init(degree: Int) {
    divisor = Array(repeating: 0, count: degree)
    divisor[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in divisor.indices {
        divisor[index] = Self.product(divisor[index], root)
        if index + 1 < degree { divisor[index] ^= divisor[index + 1] }
      }
      root = Self.product(root, 2)
    }
  }

  func remainder(of data: [UInt8]) -> [UInt8] {
    var rest = Array(repeating: UInt8(0), count: divisor.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= Self.product(divisor[index], factor) }
    }
    return rest
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      if right >> UInt8(bit) & 1 == 1 { product ^= Int(left) }
    }
    return UInt8(truncatingIfNeeded: product)
  }
}
