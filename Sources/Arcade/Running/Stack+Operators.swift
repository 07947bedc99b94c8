// Operators (Arcade: operators; type casting).
//
//   +            joins texts if either side is text, else adds numbers
//   - * / %      numbers only; a date counts as NaN, since DateDiff subtracts dates
//   == !=        same type and same value: null equals only null, "1" is not 1
//   < <= > >=    texts by their UTF-16 units; else numbers: null and "" are 0, a date is its
//                milliseconds
//   & | ^ ~ <<   32-bit integers
//   ! && ||      booleans only

/// The operators that need nothing but their operands, on the stack of a run. The machine passes each
/// function only the codes of its group, so that `default` is the last of them.
extension [ArcadeValue] {
  mutating func arithmetic(_ code: Instruction.Code) {
    let right = removeLast().asOperand
    let last = count - 1
    let left = self[last].asOperand
    let value: Double
    switch code {
    case .subtract: value = left - right
    case .multiply: value = left * right
    case .divide: value = left / right
    default: value = left.truncatingRemainder(dividingBy: right)
    }
    self[last] = .number(value)
  }

  mutating func unary(_ code: Instruction.Code) throws(ArcadeProblem) {
    let last = count - 1
    switch code {
    case .not:
      guard case .boolean(let truth) = self[last] else {
        throw .notBoolean(found: self[last].kind, subject: "the operand of !")
      }
      self[last] = .boolean(!truth)
    case .negate: self[last] = .number(-self[last].asOperand)
    case .plus: self[last] = .number(self[last].asOperand)
    default: self[last] = .number(Double(Int32(bitPattern: ~self[last].asBits)))
    }
  }

  /// Pops two values and compares them.
  mutating func isEqual() -> Bool {
    let right = removeLast()
    return removeLast().isSame(as: right)
  }

  /// Gives a date without a zone the zone of the one that it is compared with.
  mutating func alignDates(in zones: ArcadeZones) {
    guard case .date(let one) = self[count - 2], case .date(let two) = self[count - 1],
      one.zone != two.zone
    else { return }
    let (first, second) = zones.aligned(one, two)
    (self[count - 2], self[count - 1]) = (.date(first), .date(second))
  }

  mutating func compare(_ code: Instruction.Code) {
    let right = removeLast()
    let last = count - 1
    let truth: Bool
    if case .text(let one) = self[last], case .text(let two) = right {
      switch code {
      case .less: truth = one.precedesInUTF16(two)
      case .lessOrEqual: truth = !two.precedesInUTF16(one)
      case .greater: truth = two.precedesInUTF16(one)
      default: truth = !one.precedesInUTF16(two)
      }
    } else {
      let one = self[last].asNumber
      let two = right.asNumber
      switch code {
      case .less: truth = one < two
      case .lessOrEqual: truth = one <= two
      case .greater: truth = one > two
      default: truth = one >= two
      }
    }
    self[last] = .boolean(truth)
  }

  mutating func bitwise(_ code: Instruction.Code) {
    let right = removeLast().asBits
    let last = count - 1
    let left = self[last].asBits
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
    self[last] = .number(value)
  }
}
