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
      run.budget.stepsLeft -= 1
      if run.budget.stepsLeft < 0 { throw .tooManySteps(limit: run.budget.limits.steps) }
      let a = Int(instruction.a)
      switch instruction.code {
      case .constant: run.stack.append(code.constants[a])
      case .null: run.stack.append(.null)
      case .yes: run.stack.append(.boolean(true))
      case .no: run.stack.append(.boolean(false))
      case .local: run.stack.append(run.stack[base + a])
      case .setLocal: run.stack[base + a] = run.stack.removeLast()
      case .global: run.stack.append(globals[a])
      case .setGlobal: globals[a] = run.stack.removeLast()
      case .field: run.stack.append(try run.field(a, of: code.features))
      case .fieldNamed: run.stack.append(try run.member(of: .current, named: code.names[a]))
      case .named: run.stack.append(try named(a))
      case .drop: run.stack.removeLast()
      case .duplicate: run.stack.append(run.stack[run.stack.count - 1])
      case .duplicatePair:
        run.stack.append(run.stack[run.stack.count - 2])
        run.stack.append(run.stack[run.stack.count - 2])
      case .tuck: run.stack.insert(run.stack.removeLast(), at: run.stack.count - a)
      case .add: try add()
      case .subtract, .multiply, .divide, .remainder: run.stack.arithmetic(instruction.code)
      case .negate, .plus, .not, .bitNot: try run.stack.unary(instruction.code)
      case .equal: run.stack.append(.boolean(run.stack.isEqual()))
      case .unequal: run.stack.append(.boolean(!run.stack.isEqual()))
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        run.stack.alignDates(in: run.context.zones)
        run.stack.compare(instruction.code)
      case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight, .shiftRightUnsigned:
        run.stack.bitwise(instruction.code)
      case .jump: next = a
      case .jumpIfFalse:
        let condition = run.stack.removeLast()
        guard case .boolean(let truth) = condition else {
          throw .notBoolean(found: condition.kind, subject: code.names[Int(instruction.b)])
        }
        if !truth { next = a }
      case .jumpIfFalseKeeping, .jumpIfTrueKeeping:
        let isAnd = instruction.code == .jumpIfFalseKeeping
        guard case .boolean(let truth) = run.stack[run.stack.count - 1] else {
          throw .notBoolean(
            found: run.stack[run.stack.count - 1].kind, subject: isAnd ? "&&" : "||")
        }
        if truth == isAnd { run.stack.removeLast() } else { next = a }
      case .checkBoolean:
        guard case .boolean = run.stack[run.stack.count - 1] else {
          throw .notBoolean(found: run.stack[run.stack.count - 1].kind, subject: code.names[a])
        }
      case .member: try replaceByMember(code.names[a])
      case .element: try replaceByElement()
      case .setMember: try setMember(code.names[a])
      case .setElement: try setElement()
      case .array:
        let elements = Array(run.stack.suffix(a))
        run.stack.removeLast(a)
        run.stack.append(try run.makeValue(elements))
      case .dictionary: try makeDictionary(a)
      case .join: try join(a)
      case .call:
        try callBuiltin(a, argumentCount: Int(instruction.b), in: table, scope: scope.take())
      case .callDeclared:
        fit(Int(instruction.b), argumentsTo: code.functions[a])
        base = try enter(code.functions[a], &next)
      case .callValue:
        base = try callValue(
          orBuiltin: a, argumentCount: Int(instruction.b), of: code, next: &next, base: base,
          table: table, scope: scope.take())
      case .scope: scope = a
      case .iterate: try iterate()
      case .iterateElements: try iterateElements()
      case .next: try advance(orGoTo: a, &next)
      case .returnTop:
        let value = run.stack.removeLast()
        run.stack.removeLast(run.stack.count - base)
        guard let frame = frames.popLast(), frame.next >= 0 else { return value }
        next = frame.next
        base = frames.last?.base ?? 0
        run.stack.append(value)
      }
    }
  }

  /// Replaces the `count` arguments on the stack with as many as a declared function takes. Missing
  /// ones are null.
  mutating func fit(_ count: Int, argumentsTo function: ArcadeCode.Function) {
    if count > function.parameters { run.stack.removeLast(count - function.parameters) }
    for _ in min(count, function.parameters)..<function.parameters { run.stack.append(.null) }
  }

  /// Begins a call of a declared function whose arguments are on the stack. Returns the stack index
  /// of its variables.
  private mutating func enter(
    _ function: ArcadeCode.Function, _ next: inout Int
  ) throws(ArcadeProblem) -> Int {
    guard frames.count < run.budget.limits.calls else {
      throw .tooManyCalls(limit: run.budget.limits.calls)
    }
    let base = run.stack.count - function.parameters
    for _ in function.parameters..<function.locals { run.stack.append(.null) }
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
    guard function.arity.contains(count) || !function.support.isRun else {
      throw .argumentCount(
        function: function.name, given: count, expected: function.arityDescription)
    }
    let arguments = ArcadeArguments(
      base: run.stack.count - count, count: count, function: function.name)
    let value: ArcadeValue
    switch function.support {
    case .runs(let body), .runsOnTables(let body): value = try body(&run, arguments)
    case .callsBack(let calling): value = try call(calling, with: arguments, scope: scope)
    case .compiled: throw .notCallable(found: function.name)
    case .unsupported(let reason): throw .unsupported(function: function.name, reason: reason)
    }
    run.stack.removeLast(count)
    run.stack.append(value)
  }

  /// Calls the value below the arguments. Returns the stack index of the current variables.
  private mutating func callValue(
    orBuiltin builtin: Int, argumentCount count: Int, of code: ArcadeCode, next: inout Int,
    base: Int, table: [ArcadeFunction], scope: Int?
  ) throws(ArcadeProblem) -> Int {
    let callee = run.stack.count - count - 1
    switch run.stack[callee] {
    case .function(.declared(let function)):
      let declared = code.functions[Int(function)]
      run.stack.remove(at: callee)
      fit(count, argumentsTo: declared)
      return try enter(declared, &next)
    case .function(.builtin(let function)):
      run.stack.remove(at: callee)
      try callBuiltin(Int(function), argumentCount: count, in: table)
    case let other:
      guard builtin >= 0 else { throw .notCallable(found: other.kind) }
      run.stack.remove(at: callee)
      try callBuiltin(builtin, argumentCount: count, in: table, scope: scope)
    }
    return base
  }
}
