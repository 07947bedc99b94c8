// The stack machine. Every instruction pops its operands and pushes its result. The compiler
// guarantees that the operands are there.

extension ArcadeWorkspace {
  /// Runs until the current call ends. After an error, `next` is the instruction after the failed
  /// one.
  mutating func step(_ code: ArcadeCode, _ next: inout Int) throws(ArcadeProblem) -> ArcadeValue {
    let instructions = code.instructions
    let table = ArcadeFunctions.all
    var base = frames.last?.base ?? 0
    // The scope whose variables the next call may name: `scope` sets it, that call uses it up.
    var scope: Int?
    while true {
      let instruction = instructions[next]
      next += 1
      stepsLeft -= 1
      if stepsLeft < 0 { throw .tooManySteps(limit: context.limits.steps) }
      let a = Int(instruction.a)
      switch instruction.code {
      case .constant: stack.append(code.constants[a])
      case .null: stack.append(.null)
      case .yes: stack.append(.boolean(true))
      case .no: stack.append(.boolean(false))
      case .local: stack.append(stack[base + a])
      case .setLocal: stack[base + a] = stack.removeLast()
      case .global: stack.append(globals[a])
      case .setGlobal: globals[a] = stack.removeLast()
      case .field: stack.append(try field(a, of: code.features))
      case .fieldNamed: stack.append(try member(of: .current, named: code.names[a]))
      case .named: stack.append(try named(a))
      case .drop: stack.removeLast()
      case .duplicate: stack.append(stack[stack.count - 1])
      case .duplicatePair:
        stack.append(stack[stack.count - 2])
        stack.append(stack[stack.count - 2])
      case .tuck: stack.insert(stack.removeLast(), at: stack.count - a)
      case .add: try add()
      case .subtract, .multiply, .divide, .remainder: arithmetic(instruction.code)
      case .negate, .plus, .not, .bitNot: try unary(instruction.code)
      case .equal: stack.append(.boolean(isEqual()))
      case .unequal: stack.append(.boolean(!isEqual()))
      case .less, .lessOrEqual, .greater, .greaterOrEqual: compare(instruction.code)
      case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .shiftRightUnsigned:
        bitwise(instruction.code)
      case .jump: next = a
      case .jumpIfFalse:
        let condition = stack.removeLast()
        guard case .boolean(let truth) = condition else {
          throw .notBoolean(found: condition.kind, subject: code.names[Int(instruction.b)])
        }
        if !truth { next = a }
      case .jumpIfFalseKeeping, .jumpIfTrueKeeping:
        let isAnd = instruction.code == .jumpIfFalseKeeping
        guard case .boolean(let truth) = stack[stack.count - 1] else {
          throw .notBoolean(found: stack[stack.count - 1].kind, subject: isAnd ? "&&" : "||")
        }
        if truth == isAnd { stack.removeLast() } else { next = a }
      case .checkBoolean:
        guard case .boolean = stack[stack.count - 1] else {
          throw .notBoolean(found: stack[stack.count - 1].kind, subject: code.names[a])
        }
      case .member: try replaceByMember(code.names[a])
      case .element: try replaceByElement()
      case .setMember: try setMember(code.names[a])
      case .setElement: try setElement()
      case .array:
        let elements = Array(stack.suffix(a))
        stack.removeLast(a)
        stack.append(try makeValue(elements))
      case .dictionary: try makeDictionary(a)
      case .join: try join(a)
      case .call:
        try callBuiltin(a, argumentCount: Int(instruction.b), in: table, scope: scope.take())
      case .callDeclared: base = try enter(code.functions[a], &next)
      case .callValue:
        base = try callValue(
          orBuiltin: a, argumentCount: Int(instruction.b), of: code, next: &next, base: base,
          table: table, scope: scope.take())
      case .scope: scope = a
      case .iterate: try iterate()
      case .next: try advance(orGoTo: a, &next)
      case .returnTop:
        let value = stack.removeLast()
        stack.removeLast(stack.count - base)
        guard let frame = frames.popLast(), frame.next >= 0 else { return value }
        next = frame.next
        base = frames.last?.base ?? 0
        stack.append(value)
      }
    }
  }

  /// Begins a call of a declared function whose arguments are on the stack. Returns the stack index
  /// of its variables.
  private mutating func enter(
    _ function: ArcadeCode.Function, _ next: inout Int
  ) throws(ArcadeProblem) -> Int {
    guard frames.count < context.limits.calls else {
      throw .tooManyCalls(limit: context.limits.calls)
    }
    let base = stack.count - function.parameters
    for _ in function.parameters..<function.locals { stack.append(.null) }
    frames.append(Frame(next: next, base: base))
    next = function.entry
    return base
  }

  /// Calls a built-in function whose arguments are on the stack, and replaces them with its value.
  ///
  /// - Parameter scope: the scope whose variables the function may name, of the innermost frame.
  mutating func callBuiltin(
    _ index: Int, argumentCount count: Int, in table: [ArcadeFunction], scope: Int? = nil
  ) throws(ArcadeProblem) {
    let function = table[index]
    let body: ArcadeFunction.Body
    switch function.support {
    case .runs(let it), .runsOnTables(let it): body = it
    case .compiled: throw .notCallable(found: function.name)
    case .unsupported(let reason): throw .unsupported(function: function.name, reason: reason)
    }
    guard function.arity.contains(count) else {
      throw .argumentCount(
        function: function.name, given: count, expected: function.arityDescription)
    }
    let base = stack.count - count
    let value = try body(
      &self,
      ArcadeArguments(base: base, count: count, function: function.name, scope: scope))
    stack.removeLast(count)
    stack.append(value)
  }

  /// Calls the value below the arguments. Returns the stack index of the current variables.
  private mutating func callValue(
    orBuiltin builtin: Int, argumentCount count: Int, of code: ArcadeCode, next: inout Int,
    base: Int, table: [ArcadeFunction], scope: Int?
  ) throws(ArcadeProblem) -> Int {
    let callee = stack.count - count - 1
    switch stack[callee] {
    case .function(.declared(let function)):
      let declared = code.functions[Int(function)]
      guard declared.parameters == count else {
        throw .argumentCount(
          function: declared.name, given: count,
          expected: ArcadeFunction(
            declared.name, declared.parameters...declared.parameters, .compiled
          ).arityDescription)
      }
      stack.remove(at: callee)
      return try enter(declared, &next)
    case .function(.builtin(let function)):
      stack.remove(at: callee)
      try callBuiltin(Int(function), argumentCount: count, in: table)
    case let other:
      guard builtin >= 0 else { throw .notCallable(found: other.kind) }
      stack.remove(at: callee)
      try callBuiltin(builtin, argumentCount: count, in: table, scope: scope)
    }
    return base
  }
}
