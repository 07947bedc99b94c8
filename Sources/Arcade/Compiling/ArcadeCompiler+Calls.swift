extension ArcadeCompiler {
  /// Compiles a call. The callee is a built-in function, a declared function or a value.
  mutating func call(
    _ callee: ArcadeSyntax.NodeIndex, _ arguments: [ArcadeSyntax.NodeIndex], at offset: Int
  ) throws(ArcadeError) {
    guard case .name(let name) = syntax.nodes[callee] else {
      return try callValue(callee, arguments, orFunction: -1, at: offset)
    }
    let folded = name.lowercased()
    let builtin = ArcadeFunctions.indexByName[folded]
    if names.variable(folded) != nil {
      // In `var count = Count(x)` the name still means the built-in function. It means the variable
      // once that holds a function.
      return try callValue(callee, arguments, orFunction: builtin ?? -1, at: offset)
    }
    if let index = names.function(folded) {
      return try callDeclared(index, arguments, at: offset)
    }
    guard let builtin else { throw error(.unknownFunction(name), at: offset) }
    let function = ArcadeFunctions.all[builtin]
    try checkCount(arguments.count, of: function, at: offset)
    facts.noteUse(of: function, hasTables: hasTables, at: offset)
    // Without arguments, these functions return the current time.
    if arguments.isEmpty, ["Date", "DateOnly", "Time"].contains(function.name) {
      facts.usesClock = true
    }
    switch function.support {
    case .unsupported:
      for argument in arguments {
        try value(argument)
        code.emit(.drop, at: offset)
      }
      code.emit(.null, at: offset)
    case .compiled:
      try compiled(function, arguments, at: offset)
    case .runs, .runsOnTables, .callsBack:
      facts.notePattern(of: function, arguments, in: syntax)
      for argument in arguments { try value(argument) }
      facts.noteTable(function, arguments, in: syntax, at: offset)
      passScope(toFunction: builtin, at: offset)
      code.emit(.call, builtin, b: arguments.count, at: offset)
    }
  }

  private mutating func callValue(
    _ callee: ArcadeSyntax.NodeIndex, _ arguments: [ArcadeSyntax.NodeIndex],
    orFunction builtin: Int,
    at offset: Int
  ) throws(ArcadeError) {
    var builtin = builtin
    if builtin >= 0 {
      let function = ArcadeFunctions.all[builtin]
      switch function.support {
      case .runs, .runsOnTables, .callsBack:
        if function.arity.contains(arguments.count) {
          facts.noteUse(of: function, hasTables: hasTables, at: offset)
        } else {
          builtin = -1
        }
      case .compiled, .unsupported: builtin = -1
      }
    }
    try value(callee)
    for argument in arguments { try value(argument) }
    passScope(toFunction: builtin, at: offset)
    code.emit(.callValue, builtin, b: arguments.count, at: offset)
  }

  /// Lets a call of `Filter` name the variables that are visible here.
  private mutating func passScope(toFunction index: Int, at offset: Int) {
    guard index >= 0, case .callsBack(.filter) = ArcadeFunctions.all[index].support else { return }
    code.emit(.scope, names.currentScope(), at: offset)
  }

  private mutating func callDeclared(
    _ index: Int, _ arguments: [ArcadeSyntax.NodeIndex], at offset: Int
  ) throws(ArcadeError) {
    for argument in arguments { try value(argument) }
    code.emit(.callDeclared, index, b: arguments.count, at: offset)
  }

  private func checkCount(
    _ count: Int, of function: ArcadeFunction, at offset: Int
  ) throws(ArcadeError) {
    var expected = function.arityDescription
    var isRight = function.arity.contains(count)
    switch function.name {
    case "When":
      expected = "pairs of a condition and a value, then a default"
      isRight = isRight && count % 2 == 1
    case "Decode":
      expected = "a value, pairs of a code and a value, then a default"
      isRight = isRight && count % 2 == 0
    case "Dictionary":
      expected = "pairs of a key and a value"
      isRight = isRight && (count % 2 == 0 || count == 1)
    default: break
    }
    guard isRight else {
      throw error(
        .argumentCount(function: function.name, given: count, expected: expected), at: offset)
    }
  }

  /// Compiles `IIf`, `When` and `Decode`, which evaluate only the branch that is chosen.
  private mutating func compiled(
    _ function: ArcadeFunction, _ arguments: [ArcadeSyntax.NodeIndex], at offset: Int
  ) throws(ArcadeError) {
    var ends: [Int] = []
    let condition = code.number(ofName: "a condition of \(function.name)")
    if function.name == "Decode" {
      try value(arguments[0])
      for index in stride(from: 1, to: arguments.count - 1, by: 2) {
        code.emit(.duplicate, at: offset)
        try value(arguments[index])
        code.emit(.equal, at: offset)
        let skip = code.emitJump(.jumpIfFalse, b: condition, at: offset)
        code.emit(.drop, at: offset)
        try value(arguments[index + 1])
        ends.append(code.emitJump(.jump, at: offset))
        code.land(skip)
      }
      code.emit(.drop, at: offset)
    } else {
      for index in stride(from: 0, to: arguments.count - 1, by: 2) {
        try value(arguments[index])
        let skip = code.emitJump(.jumpIfFalse, b: condition, at: syntax.offsets[arguments[index]])
        try value(arguments[index + 1])
        ends.append(code.emitJump(.jump, at: offset))
        code.land(skip)
      }
    }
    try value(arguments[arguments.count - 1])
    for end in ends { code.land(end) }
  }
}
