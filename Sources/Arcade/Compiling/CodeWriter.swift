/// The instructions of an expression while they are written, with the tables they refer to.
struct CodeWriter {
  private(set) var instructions: [Instruction] = []
  /// For each instruction, the byte offset of its source.
  private(set) var offsets: [Int32] = []
  private(set) var constants: [ArcadeValue] = []
  /// Names and other texts that instructions refer to by index.
  private(set) var names: [String] = []

  /// The index of the next instruction.
  var next: Int { instructions.count }

  mutating func emit(_ code: Instruction.Code, _ a: Int = 0, b: Int = 0, at offset: Int) {
    instructions.append(Instruction(code, a, b))
    offsets.append(Int32(truncatingIfNeeded: offset))
  }

  /// Emits a jump whose target is not yet known. Returns its index, for `land`.
  mutating func emitJump(_ code: Instruction.Code, b: Int = 0, at offset: Int) -> Int {
    emit(code, -1, b: b, at: offset)
    return instructions.count - 1
  }

  /// Makes a jump lead to the next instruction.
  mutating func land(_ jump: Int) {
    instructions[jump].a = Int32(truncatingIfNeeded: instructions.count)
  }

  mutating func emitConstant(_ value: ArcadeValue, at offset: Int) {
    constants.append(value)
    emit(.constant, constants.count - 1, at: offset)
  }

  /// The index of a name among `names`. Adds the name if needed.
  mutating func number(ofName name: String) -> Int {
    if let index = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return index }
    names.append(name)
    return names.count - 1
  }
}
