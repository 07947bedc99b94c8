// Operators (Arcade: operators; type casting).
//
//   +            joins texts if either side is text, else adds numbers
//   - * / %      numbers only; a date counts as NaN, since DateDiff subtracts dates
//   == !=        same type and same value: null equals only null, "1" is not 1
//   < <= > >=    texts by their UTF-16 units; else numbers: null and "" are 0, a date is its
//                milliseconds
//   & | ^ ~ <<   32-bit integers
//   ! && ||      booleans only

extension ArcadeValue {
  /// The value as a number in arithmetic. Dates are not numbers here.
  var asOperand: Double {
    switch self {
    case .number(let value): value
    case .date, .day, .time: .nan
    default: asNumber
    }
  }

  /// The value as a 32-bit integer (ECMA-262, ToInt32).
  var asBits: UInt32 {
    let number = asOperand
    guard number.isFinite else { return 0 }
    let rest = number.rounded(.towardZero).truncatingRemainder(dividingBy: 4_294_967_296)
    return UInt32(truncatingIfNeeded: Int64(rest))
  }

  /// Whether two values have the same type and value (Arcade: logical operators, equality).
  package func isSame(as other: ArcadeValue) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)): one == two
    case (.text(let one), .text(let two)): one.utf8.elementsEqual(two.utf8)
    case (.null, .null): true
    case (.boolean(let one), .boolean(let two)): one == two
    case (.date(let one), .date(let two)): one.milliseconds == two.milliseconds
    case (.day(let one), .day(let two)): one == two
    case (.time(let one), .time(let two)): one == two
    case (.array(let one), .array(let two)): one == two
    case (.dictionary(let one), .dictionary(let two)): one == two
    case (.feature(let one), .feature(let two)): one == two
    case (.featureSet(let one), .featureSet(let two)): one == two
    case (.geometry(let one), .geometry(let two)): one == two
    case (.function(let one), .function(let two)): one == two
    default: false
    }
  }
}

extension String {
  /// Whether this text sorts before another by UTF-16 units, as the language compares texts.
  func precedesInUTF16(_ other: String) -> Bool {
    var one = utf8.makeIterator()
    var two = other.utf8.makeIterator()
    while true {
      guard let left = one.next() else { return two.next() != nil }
      guard let right = two.next() else { return false }
      if left != right {
        // Four-byte characters are surrogates in UTF-16 and sort before U+E000 to U+FFFF.
        let isPrivate = (left == 0xee || left == 0xef, right == 0xee || right == 0xef)
        if isPrivate.0, right >= 0xf0 { return false }
        if isPrivate.1, left >= 0xf0 { return true }
        return left < right
      }
    }
  }
}

extension ArcadeWorkspace {
  mutating func add() throws(ArcadeProblem) {
    let right = stack.removeLast()
    let last = stack.count - 1
    switch (stack[last], right) {
    case (.number(let one), .number(let two)): stack[last] = .number(one + two)
    case (.text(let one), _):
      var text = one
      // Release the stack's copy first, so that the text can grow in its buffer.
      stack[last] = .null
      text += try self.text(of: right)
      stack[last] = try makeValue(text)
    case (let one, .text(let two)):
      stack[last] = try makeValue(try text(of: one) + two)
    case (let one, let two): stack[last] = .number(one.asOperand + two.asOperand)
    }
  }

  mutating func arithmetic(_ code: Instruction.Code) {
    let right = stack.removeLast().asOperand
    let last = stack.count - 1
    let left = stack[last].asOperand
    let value: Double
    switch code {
    case .subtract: value = left - right
    case .multiply: value = left * right
    case .divide: value = left / right
    default: value = left.truncatingRemainder(dividingBy: right)
    }
    stack[last] = .number(value)
  }

  mutating func unary(_ code: Instruction.Code) throws(ArcadeProblem) {
    let last = stack.count - 1
    switch code {
    case .not:
      guard case .boolean(let truth) = stack[last] else {
        throw .notBoolean(found: stack[last].kind, subject: "the operand of !")
      }
      stack[last] = .boolean(!truth)
    case .negate: stack[last] = .number(-stack[last].asOperand)
    case .plus: stack[last] = .number(stack[last].asOperand)
    default: stack[last] = .number(Double(Int32(bitPattern: ~stack[last].asBits)))
    }
  }

  /// Pops two values and compares them.
  mutating func isEqual() -> Bool {
    let right = stack.removeLast()
    return stack.removeLast().isSame(as: right)
  }

  mutating func compare(_ code: Instruction.Code) {
    let right = stack.removeLast()
    let last = stack.count - 1
    let truth: Bool
    if case .text(let one) = stack[last], case .text(let two) = right {
      switch code {
      case .less: truth = one.precedesInUTF16(two)
      case .lessOrEqual: truth = !two.precedesInUTF16(one)
      case .greater: truth = two.precedesInUTF16(one)
      default: truth = !one.precedesInUTF16(two)
      }
    } else {
      let one = stack[last].asNumber
      let two = right.asNumber
      switch code {
      case .less: truth = one < two
      case .lessOrEqual: truth = one <= two
      case .greater: truth = one > two
      default: truth = one >= two
      }
    }
    stack[last] = .boolean(truth)
  }

  mutating func bitwise(_ code: Instruction.Code) {
    let right = stack.removeLast().asBits
    let last = stack.count - 1
    let left = stack[last].asBits
    let signed = Int32(bitPattern: left)
    let value: Double
    switch code {
    case .bitAnd: value = Double(Int32(bitPattern: left & right))
    case .bitOr: value = Double(Int32(bitPattern: left | right))
    case .bitXor: value = Double(Int32(bitPattern: left ^ right))
    case .shiftLeft: value = Double(signed &<< Int32(right & 31))
    case .shiftRight: value = Double(signed &>> Int32(right & 31))
    default: value = Double(left &>> (right & 31))
    }
    stack[last] = .number(value)
  }

  /// Joins the texts of the topmost values.
  mutating func join(_ count: Int) throws(ArcadeProblem) {
    var text = ""
    for value in stack.suffix(count) { text += try self.text(of: value) }
    stack.removeLast(count)
    stack.append(try makeValue(text))
  }

  /// Replaces the topmost keys and values with a dictionary.
  mutating func makeDictionary(_ count: Int) throws(ArcadeProblem) {
    var entries = ArcadeEntries()
    let first = stack.count - 2 * count
    for keyIndex in stride(from: first, to: stack.count, by: 2) {
      guard case .text(let key) = stack[keyIndex] else { continue }
      entries.set(key, stack[keyIndex + 1])
    }
    stack.removeLast(2 * count)
    stack.append(try makeValue(entries))
  }
}
