extension ArcadeCompiler {
  /// Compiles a value. Running the code pushes it onto the stack.
  mutating func value(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    let offset = syntax.offsets[node]
    switch syntax.nodes[node] {
    case .number(let number): emitConstant(.number(number), at: offset)
    case .text(let text): emitConstant(.text(text), at: offset)
    case .boolean(let value): emit(value ? .yes : .no, at: offset)
    case .null: emit(.null, at: offset)
    case .name(let name): try self.name(name, at: offset)
    case .array(let values):
      for value in values { try self.value(value) }
      emit(.array, values.count, at: offset)
    case .dictionary(let keys, let values):
      for (key, value) in zip(keys, values) {
        emitConstant(.text(key), at: syntax.offsets[value])
        try self.value(value)
      }
      emit(.dictionary, values.count, at: offset)
    case .template(let pieces, let values):
      try template(pieces, values, at: offset)
    case .unary(let code, let operand):
      if code == .negate, case .number(let number) = syntax.nodes[operand] {
        return emitConstant(.number(-number), at: offset)
      }
      try value(operand)
      emit(code, at: offset)
    case .binary: try chain(node)
    case .member(let object, let name): try member(object, name, at: offset)
    case .element(let object, let index): try element(of: object, at: index, offset: offset)
    case .call(let callee, let arguments): try call(callee, arguments, at: offset)
    case .assign(let target, let code, let value):
      try assign(value, to: target, with: code, at: offset)
    case .step(let target, let amount, let isPrefix):
      try step(target, by: amount, isPrefix: isPrefix, at: offset)
    default: try statement(node)
    }
  }

  /// Compiles a chain of left-associative operators in a loop, without recursion.
  private mutating func chain(_ node: ArcadeSyntax.NodeIndex) throws(ArcadeError) {
    var links: [(operation: ArcadeSyntax.Operator, right: ArcadeSyntax.NodeIndex, offset: Int)] = []
    var first = node
    while case .binary(let operation, let left, let right) = syntax.nodes[first] {
      links.append((operation, right, syntax.offsets[first]))
      first = left
    }
    try value(first)
    for link in links.reversed() {
      switch link.operation {
      case .compute(let code):
        try value(link.right)
        emit(code, at: link.offset)
      case .and, .or:
        let skip = emitJump(
          link.operation == .and ? .jumpIfFalseKeeping : .jumpIfTrueKeeping, at: link.offset)
        try value(link.right)
        emit(
          .checkBoolean, number(ofName: link.operation == .and ? "&&" : "||"), at: link.offset)
        land(skip)
      }
    }
  }

  private mutating func template(
    _ pieces: [String], _ values: [ArcadeSyntax.NodeIndex], at offset: Int
  ) throws(ArcadeError) {
    var count = 0
    for (index, piece) in pieces.enumerated() {
      if !piece.isEmpty {
        emitConstant(.text(piece), at: offset)
        count += 1
      }
      if index < values.count {
        try value(values[index])
        count += 1
      }
    }
    emit(.join, count, at: offset)
  }

  /// Compiles a name used as a value.
  private mutating func name(_ name: String, at offset: Int) throws(ArcadeError) {
    let folded = name.lowercased()
    if let local = locals?[folded] { return emit(.local, local, at: offset) }
    if let global = globals[folded] { return emit(.global, global, at: offset) }
    if let index = declaredIndexes[folded] {
      return emitConstant(.function(.declared(Int32(index))), at: offset)
    }
    if folded.utf8.first == UInt8(ascii: "$") { return try global(folded, at: offset) }
    if let value = Self.constants[folded] { return emitConstant(.number(value), at: offset) }
    if let index = ArcadeFunctions.indexByName[folded] {
      try noteUse(ofFunction: index, at: offset)
      return emitConstant(.function(.builtin(Int32(index))), at: offset)
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
      usesFeatureSets = true
      guard hasTables, profile.globals.contains(global) else {
        unsupported.append(error(.unavailable(name: name), at: offset))
        return emit(.null, at: offset)
      }
    } else if global == .view || !profile.globals.contains(global) {
      unsupported.append(error(.unavailable(name: name), at: offset))
      return emit(.null, at: offset)
    }
    emit(.named, global.number, at: offset)
  }

  func isName(_ node: ArcadeSyntax.NodeIndex, _ name: String) -> Bool {
    guard case .name(let text) = syntax.nodes[node] else { return false }
    return text.lowercased() == name
  }

  private mutating func member(
    _ object: ArcadeSyntax.NodeIndex, _ name: String, at offset: Int
  ) throws(ArcadeError) {
    if isName(object, "$feature") { return field(name, at: offset) }
    if isName(object, "$view") { return viewMember(name, at: offset) }
    if isName(object, "textformatting"), locals?["textformatting"] == nil,
      globals["textformatting"] == nil
    {
      guard let text = Self.formattings[name.lowercased()] else {
        throw error(.unknownName("TextFormatting." + name), at: offset)
      }
      return emitConstant(.text(text), at: offset)
    }
    try value(object)
    emit(.member, number(ofName: name), at: offset)
  }

  private static let formattings: [String: String] = [
    "newline": "\n", "tab": "\t", "doublequote": "\"", "singlequote": "'", "backwardslash": "\\",
    "forwardslash": "/",
  ]

  private mutating func viewMember(_ name: String, at offset: Int) {
    guard profile.globals.contains(.view), name.lowercased() == "scale" else {
      unsupported.append(error(.unavailable(name: "$view." + name), at: offset))
      return emit(.null, at: offset)
    }
    usesViewScale = true
    emit(.named, ArcadeGlobal.view.number, at: offset)
  }

  /// Compiles a field of `$feature`: by its column if the layer is known and has it, else by name.
  private mutating func field(_ name: String, at offset: Int) {
    if let features {
      if let column = features.column(named: name) { return emit(.field, column, at: offset) }
      unknownFields.append(
        error(.unknownField(name: name, layer: features.title), at: offset))
    }
    emit(.fieldNamed, number(ofName: name), at: offset)
  }

  private mutating func element(
    of object: ArcadeSyntax.NodeIndex, at index: ArcadeSyntax.NodeIndex, offset: Int
  ) throws(ArcadeError) {
    if isName(object, "$feature"), case .text(let name) = syntax.nodes[index] {
      return field(name, at: offset)
    }
    try value(object)
    try value(index)
    emit(.element, at: offset)
  }

  private mutating func assign(
    _ right: ArcadeSyntax.NodeIndex, to target: ArcadeSyntax.NodeIndex,
    with code: Instruction.Code?, at offset: Int
  ) throws(ArcadeError) {
    switch syntax.nodes[target] {
    case .name(let name):
      if code != nil { try variable(name, at: syntax.offsets[target]) }
      try value(right)
      if let code { emit(code, at: offset) }
      emit(.duplicate, at: offset)
      try store(name.lowercased(), at: syntax.offsets[target])
    case .member(let object, let name):
      try value(object)
      if let code {
        emit(.duplicate, at: offset)
        emit(.member, number(ofName: name), at: offset)
        try value(right)
        emit(code, at: offset)
      } else {
        try value(right)
      }
      emit(.setMember, number(ofName: name), at: offset)
    case .element(let object, let index):
      try value(object)
      try value(index)
      if let code {
        emit(.duplicatePair, at: offset)
        emit(.element, at: offset)
        try value(right)
        emit(code, at: offset)
      } else {
        try value(right)
      }
      emit(.setElement, at: offset)
    default:
      throw error(.notAssignable, at: offset)
    }
  }

  /// Compiles reading a variable before it is written.
  private mutating func variable(_ name: String, at offset: Int) throws(ArcadeError) {
    let folded = name.lowercased()
    guard locals?[folded] != nil || globals[folded] != nil else {
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
      emit(.plus, at: offset)
      if !isPrefix { emit(.duplicate, at: offset) }
      emitConstant(.number(amount), at: offset)
      emit(.add, at: offset)
      if isPrefix { emit(.duplicate, at: offset) }
      return try store(name.lowercased(), at: syntax.offsets[target])
    case .member(let object, let name):
      try value(object)
      emit(.duplicate, at: offset)
      emit(.member, number(ofName: name), at: offset)
      emit(.plus, at: offset)
      if !isPrefix {
        emit(.duplicate, at: offset)
        emit(.tuck, 2, at: offset)
      }
      emitConstant(.number(amount), at: offset)
      emit(.add, at: offset)
      emit(.setMember, number(ofName: name), at: offset)
    case .element(let object, let index):
      try value(object)
      try value(index)
      emit(.duplicatePair, at: offset)
      emit(.element, at: offset)
      emit(.plus, at: offset)
      if !isPrefix {
        emit(.duplicate, at: offset)
        emit(.tuck, 3, at: offset)
      }
      emitConstant(.number(amount), at: offset)
      emit(.add, at: offset)
      emit(.setElement, at: offset)
    default:
      throw error(.notAssignable, at: offset)
    }
    if !isPrefix { emit(.drop, at: offset) }
  }
}

extension ArcadeGlobal {
  /// The operand of the instruction `named`.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
