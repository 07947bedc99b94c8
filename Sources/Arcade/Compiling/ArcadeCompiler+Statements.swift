extension ArcadeCompiler {
  /// Compiles statements in order.
  ///
  /// - Parameter isLast: whether the last of them may be the last statement of the expression.
  mutating func block(_ statements: [ArcadeSyntax.NodeIndex], isLast: Bool) throws(ArcadeError) {
    for (index, node) in statements.enumerated() {
      try statement(node, isLast: isLast && index == statements.count - 1)
    }
  }

  /// Compiles a statement. It leaves the stack unchanged.
  mutating func statement(_ node: ArcadeSyntax.NodeIndex, isLast: Bool = false) throws(ArcadeError)
  {
    let offset = syntax.offsets[node]
    switch syntax.nodes[node] {
    case .expression(let value):
      try expression(value, isLast: isLast)
    case .variables(let list):
      for variable in list {
        guard let value = variable.value else {
          code.emit(.null, at: offset)
          try store(variable.name, at: offset)
          continue
        }
        try self.value(value)
        try store(variable.name, at: offset)
      }
    case .block(let statements):
      try block(statements, isLast: isLast)
    case .branches(let branches, let otherwise):
      try compile(branches, otherwise: otherwise, isLast: isLast)
    case .forEach(let name, let collection, let isOf, let body):
      try forEach(name, in: collection, isOf: isOf, body: body, at: offset)
    case .loop(let start, let condition, let update, let body):
      try loop(start: start, condition: condition, update: update, body: body, at: offset)
    case .returnValue(let value):
      if let value { try self.value(value) } else { code.emit(.null, at: offset) }
      code.emit(.returnTop, at: offset)
    case .breakLoop:
      loops[loops.count - 1].breaks.append(code.emitJump(.jump, at: offset))
    case .continueLoop:
      loops[loops.count - 1].continues.append(code.emitJump(.jump, at: offset))
    case .function, .empty:
      break
    default:
      try value(node)
      code.emit(.drop, at: offset)
    }
  }

  private mutating func expression(_ node: ArcadeSyntax.NodeIndex, isLast: Bool) throws(ArcadeError)
  {
    let offset = syntax.offsets[node]
    try value(node)
    // An assignment has no value as a statement.
    if isLast, case .assign = syntax.nodes[node] { return code.emit(.drop, at: offset) }
    code.emit(isLast ? .returnTop : .drop, at: offset)
  }

  private mutating func compile(
    _ branches: [ArcadeSyntax.Branch], otherwise: ArcadeSyntax.NodeIndex?, isLast: Bool
  ) throws(ArcadeError) {
    var ends: [Int] = []
    for (index, branch) in branches.enumerated() {
      try value(branch.condition)
      let skip = code.emitJump(
        .jumpIfFalse, b: code.number(ofName: "the condition of if"),
        at: syntax.offsets[branch.condition]
      )
      try statement(branch.body, isLast: isLast)
      if index < branches.count - 1 || otherwise != nil {
        ends.append(code.emitJump(.jump, at: syntax.offsets[branch.body]))
      }
      code.land(skip)
    }
    if let otherwise { try statement(otherwise, isLast: isLast) }
    for end in ends { code.land(end) }
  }

  private mutating func loop(
    start: ArcadeSyntax.NodeIndex?, condition: ArcadeSyntax.NodeIndex?,
    update: ArcadeSyntax.NodeIndex?, body: ArcadeSyntax.NodeIndex, at offset: Int
  ) throws(ArcadeError) {
    if let start { try statement(start) }
    let top = code.next
    var exit: Int?
    if let condition {
      try value(condition)
      exit = code.emitJump(
        .jumpIfFalse, b: code.number(ofName: "the condition of a loop"),
        at: syntax.offsets[condition])
    }
    loops.append(Loop())
    try statement(body)
    let loop = loops.removeLast()
    for jump in loop.continues { code.land(jump) }
    if let update { try statement(update) }
    code.emit(.jump, top, at: offset)
    if let exit { code.land(exit) }
    for jump in loop.breaks { code.land(jump) }
  }

  /// Compiles a `for…in` or `for…of` loop. The stack holds the collection and the position in it while the body
  /// runs.
  private mutating func forEach(
    _ name: String, in collection: ArcadeSyntax.NodeIndex, isOf: Bool,
    body: ArcadeSyntax.NodeIndex, at offset: Int
  ) throws(ArcadeError) {
    try value(collection)
    code.emit(isOf ? .iterateElements : .iterate, at: syntax.offsets[collection])
    let top = code.next
    let next = code.emitJump(.next, at: offset)
    try store(name, at: offset)
    loops.append(Loop())
    try statement(body)
    let loop = loops.removeLast()
    for jump in loop.continues { code.land(jump) }
    code.emit(.jump, top, at: offset)
    code.land(next)
    for jump in loop.breaks { code.land(jump) }
    code.emit(.drop, at: offset)
    code.emit(.drop, at: offset)
  }

  /// Pops a value into a variable.
  mutating func store(_ name: String, at offset: Int) throws(ArcadeError) {
    switch names.variable(name) {
    case .local(let slot): code.emit(.setLocal, slot, at: offset)
    case .global(let slot): code.emit(.setGlobal, slot, at: offset)
    case nil: throw error(.unknownName(name), at: offset)
    }
  }
}
