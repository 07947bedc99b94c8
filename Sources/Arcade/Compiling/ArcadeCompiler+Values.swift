extension ArcadeCompiler {
  /// Compiles a value. Running the code pushes it onto the stack.
  mutating func value(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    let offset = syntax.offsets[node]
    switch syntax.nodes[node] {
    case .number(let number): code.emitConstant(.number(number), at: offset)
    case .text(let text): code.emitConstant(.text(text), at: offset)
    case .boolean(let value): code.emit(value ? .yes : .no, at: offset)
    case .null: code.emit(.null, at: offset)
    case .name(let name): try self.name(name, at: offset)
    case .array(let values):
      for value in values { try self.value(value) }
      code.emit(.array, values.count, at: offset)
    case .dictionary(let keys, let values):
      for (key, value) in zip(keys, values) {
        code.emitConstant(.text(key), at: syntax.offsets[value])
        try self.value(value)
      }
      code.emit(.dictionary, values.count, at: offset)
    case .template(let pieces, let values):
      try template(pieces, values, at: offset)
    case .unary(let operation, let operand):
      if operation == .negate, case .number(let number) = syntax.nodes[operand] {
        return code.emitConstant(.number(-number), at: offset)
      }
      try value(operand)
      code.emit(.init(operation), at: offset)
    case .binary: try chain(node)
    case .member(let object, let name): try member(object, name, at: offset)
    case .element(let object, let index): try element(of: object, at: index, offset: offset)
    case .call(let callee, let arguments): try call(callee, arguments, at: offset)
    case .assign(let target, let operation, let value):
      try assign(value, to: target, with: operation.flatMap(Instruction.Code.init), at: offset)
    case .step(let target, let amount, let isPrefix):
      try step(target, by: amount, isPrefix: isPrefix, at: offset)
    default: try statement(node)
    }
  }

  /// Compiles a chain of left-associative operators in a loop, without recursion.
  private mutating func chain(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    var links:
      [(operation: ArcadeSyntax.BinaryOperator, right: ArcadeSyntax.NodeIndex, offset: Int)] = []
    var first = node
    while case .binary(let operation, let left, let right) = syntax.nodes[first] {
      links.append((operation, right, syntax.offsets[first]))
      first = left
    }
    try value(first)
    for link in links.reversed() {
      if let computing = Instruction.Code(link.operation) {
        try value(link.right)
        code.emit(computing, at: link.offset)
      } else {
        let skip = code.emitJump(
          link.operation == .and ? .jumpIfFalseKeeping : .jumpIfTrueKeeping, at: link.offset)
        try value(link.right)
        code.emit(
          .checkBoolean, code.number(ofName: link.operation == .and ? "&&" : "||"), at: link.offset)
        code.land(skip)
      }
    }
  }

  private mutating func template(
    _ pieces: [String], _ values: [ArcadeSyntax.NodeIndex], at offset: Int
  ) throws(ArcadeError) {
    var count = 0
    for (index, piece) in pieces.enumerated() {
      if !piece.isEmpty {
        code.emitConstant(.text(piece), at: offset)
        count += 1
      }
      if index < values.count {
        try value(values[index])
        count += 1
      }
    }
    code.emit(.join, count, at: offset)
  }

  /// Compiles a name used as a value.
  private mutating func name(_ name: String, at offset: Int) throws(ArcadeError) {
    let folded = name.lowercased()
    switch names.variable(folded) {
    case .local(let slot): return code.emit(.local, slot, at: offset)
    case .global(let slot): return code.emit(.global, slot, at: offset)
    case nil: break
    }
    if let index = names.function(folded) {
      return code.emitConstant(.function(.declared(Int32(index))), at: offset)
    }
    if folded.utf8.first == UInt8(ascii: "$") { return try global(folded, at: offset) }
    if let value = Self.constants[folded] { return code.emitConstant(.number(value), at: offset) }
    if let index = ArcadeFunctions.indexByName[folded] {
      facts.noteUse(of: ArcadeFunctions.all[index], hasTables: hasTables, at: offset)
      return code.emitConstant(.function(.builtin(Int32(index))), at: offset)
    }
    throw error(.unknownName(name), at: offset)
  }

  private static let constants: [String: Double] = [
    "pi": .pi, "infinity": .infinity, "nan": .nan,
  ]

  private mutating func global(_ name: String, at offset: Int) throws(ArcadeError) {
    guard let global = ArcadeGlobal(rawValue: name) else {
      throw error(.unknownName(name), at: offset)
    }
    if [.layer, .map, .datastore].contains(global) {
      facts.usesFeatureSets = true
      guard hasTables, profile.globals.contains(global) else {
        facts.noteUnsupported(.unavailable(name: name), at: offset)
        return code.emit(.null, at: offset)
      }
    } else if global == .view || !profile.globals.contains(global) {
      facts.noteUnsupported(.unavailable(name: name), at: offset)
      return code.emit(.null, at: offset)
    }
    code.emit(.named, global.number, at: offset)
  }

  private mutating func member(
    _ object: ArcadeSyntax.NodeIndex, _ name: String, at offset: Int
  ) throws(ArcadeError) {
    if syntax.isName(object, "$feature") { return field(name, at: offset) }
    if syntax.isName(object, "$view") { return viewMember(name, at: offset) }
    if syntax.isName(object, "textformatting"), names.variable("textformatting") == nil {
      guard let text = Self.formattings[name.lowercased()] else {
        throw error(.unknownName("TextFormatting." + name), at: offset)
      }
      return code.emitConstant(.text(text), at: offset)
    }
    try value(object)
    code.emit(.member, code.number(ofName: name), at: offset)
  }

  private static let formattings: [String: String] = [
    "newline": "\n", "tab": "\t", "doublequote": "\"", "singlequote": "'", "backwardslash": "\\",
    "forwardslash": "/",
  ]

  private mutating func viewMember(_ name: String, at offset: Int) {
    guard profile.globals.contains(.view), name.lowercased() == "scale" else {
      facts.noteUnsupported(.unavailable(name: "$view." + name), at: offset)
      return code.emit(.null, at: offset)
    }
    facts.usesViewScale = true
    code.emit(.named, ArcadeGlobal.view.number, at: offset)
  }

  /// Compiles a field of `$feature`: by its column if the layer is known and has it, else by name.
  private mutating func field(_ name: String, at offset: Int) {
    if let features {
      if let column = features.column(named: name) { return code.emit(.field, column, at: offset) }
      facts.noteUnknownField(name, layer: features.title, at: offset)
    }
    code.emit(.fieldNamed, code.number(ofName: name), at: offset)
  }

  private mutating func element(
    of object: ArcadeSyntax.NodeIndex, at index: ArcadeSyntax.NodeIndex, offset: Int
  ) throws(ArcadeError) {
    if syntax.isName(object, "$feature"), case .text(let name) = syntax.nodes[index] {
      return field(name, at: offset)
    }
    try value(object)
    try value(index)
    code.emit(.element, at: offset)
  }

  private mutating func assign(
    _ right: ArcadeSyntax.NodeIndex, to target: ArcadeSyntax.NodeIndex,
    with computing: Instruction.Code?, at offset: Int
  ) throws(ArcadeError) {
    switch syntax.nodes[target] {
    case .name(let name):
      if computing != nil { try variable(name, at: syntax.offsets[target]) }
      try value(right)
      if let computing { code.emit(computing, at: offset) }
      code.emit(.duplicate, at: offset)
      try store(name.lowercased(), at: syntax.offsets[target])
    case .member(let object, let name):
      try value(object)
      if let computing {
        code.emit(.duplicate, at: offset)
        code.emit(.member, code.number(ofName: name), at: offset)
        try value(right)
        code.emit(computing, at: offset)
      } else {
        try value(right)
      }
      code.emit(.setMember, code.number(ofName: name), at: offset)
    case .element(let object, let index):
      try value(object)
      try value(index)
      if let computing {
        code.emit(.duplicatePair, at: offset)
        code.emit(.element, at: offset)
        try value(right)
        code.emit(computing, at: offset)
      } else {
        try value(right)
      }
      code.emit(.setElement, at: offset)
    default:
      throw error(.notAssignable, at: offset)
    }
  }

  /// Compiles reading a variable before it is written.
  private mutating func variable(_ name: String, at offset: Int) throws(ArcadeError) {
    let folded = name.lowercased()
    guard names.variable(folded) != nil else {
      throw error(.unknownName(name), at: offset)
    }
    try self.name(name, at: offset)
  }

  /// Compiles `++` and `--`. The prefix form yields the new value, the postfix form the old one.
  private mutating func step(
    _ target: ArcadeSyntax.NodeIndex, by amount: Double, isPrefix: Bool, at offset: Int
  ) throws(ArcadeError) {
    switch syntax.nodes[target] {
    case .name(let name):
      try variable(name, at: syntax.offsets[target])
      code.emit(.plus, at: offset)
      if !isPrefix { code.emit(.duplicate, at: offset) }
      code.emitConstant(.number(amount), at: offset)
      code.emit(.add, at: offset)
      if isPrefix { code.emit(.duplicate, at: offset) }
      return try store(name.lowercased(), at: syntax.offsets[target])
    case .member(let object, let name):
      try value(object)
      code.emit(.duplicate, at: offset)
      code.emit(.member, code.number(ofName: name), at: offset)
      code.emit(.plus, at: offset)
      if !isPrefix {
        code.emit(.duplicate, at: offset)
        code.emit(.tuck, 2, at: offset)
      }
      code.emitConstant(.number(amount), at: offset)
      code.emit(.add, at: offset)
      code.emit(.setMember, code.number(ofName: name), at: offset)
    case .element(let object, let index):
      try value(object)
      try value(index)
      code.emit(.duplicatePair, at: offset)
      code.emit(.element, at: offset)
      code.emit(.plus, at: offset)
      if !isPrefix {
        code.emit(.duplicate, at: offset)
        code.emit(.tuck, 3, at: offset)
      }
      code.emitConstant(.number(amount), at: offset)
      code.emit(.add, at: offset)
      code.emit(.setElement, at: offset)
    default:
      throw error(.notAssignable, at: offset)
    }
    if !isPrefix { code.emit(.drop, at: offset) }
  }
}

extension ArcadeGlobal {
  /// The operand of the instruction `named`.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
