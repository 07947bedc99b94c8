/// An instruction of the stack machine. What the operands `a` and `b` mean depends on the code.
struct Instruction: Sendable {
  enum Code: UInt8, Sendable {
    /// Push constant a.
    case constant
    /// Push null, true or false.
    case null
    case yes
    case no
    /// Push local variable a; pop into local variable a.
    case local
    case setLocal
    /// The same with global variable a.
    case global
    case setGlobal
    /// Push column a of `$feature`.
    case field
    /// Push the field of `$feature` with name a.
    case fieldNamed
    /// Push the value of global a (`ArcadeGlobal`).
    case named
    /// Pop the top; push it again.
    case drop
    case duplicate
    /// Push the two topmost values again.
    case duplicatePair
    /// Move the top below the next a values.
    case tuck
    // Operators, which take their operands from the top.
    case add
    case subtract
    case multiply
    case divide
    case remainder
    case negate
    case plus
    case not
    case equal
    case unequal
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual
    case bitAnd
    case bitOr
    case bitXor
    case bitNot
    case shiftLeft
    case shiftRight
    case shiftRightUnsigned
    /// Continue at instruction a.
    case jump
    /// Pop the top, which must be a boolean. If it is false, continue at a. Name b describes the
    /// condition in errors.
    case jumpIfFalse
    /// `&&`: if the top is false, keep it and continue at a. If it is true, pop it.
    case jumpIfFalseKeeping
    /// `||`: if the top is true, keep it and continue at a. If it is false, pop it.
    case jumpIfTrueKeeping
    /// Check that the top, the right side of `&&` or `||`, is a boolean. Name a is the operator.
    case checkBoolean
    /// Replace the top with its member of name a.
    case member
    /// Replace object and index with the element.
    case element
    /// Pop a value, and set it as the member of name a. Leave the value in the object's slot.
    case setMember
    /// Pop value and index, and set the element. Leave the value in the object's slot.
    case setElement
    /// Replace the a topmost values with an array.
    case array
    /// Replace the 2 × a topmost values, keys and values, with a dictionary.
    case dictionary
    /// Replace the a topmost values with their joined texts: a template.
    case join
    /// Call built-in function a with b arguments.
    case call
    /// Call declared function a with b arguments.
    case callDeclared
    /// Call the value below the b arguments. If it is not a function, call built-in function a,
    /// unless a is -1.
    case callValue
    /// Prepare the top for `for…in` or `for…of`: push the start position.
    case iterate
    case iterateElements
    /// Push the next item of the loop. At the end, continue at a.
    case next
    /// Let the next call look up the variables of scope a by name.
    case scope
    /// Return the top from the call.
    case returnTop
  }

  let code: Code
  var a: Int32
  var b: Int32

  init(_ code: Code, _ a: Int = 0, _ b: Int = 0) {
    self.code = code
    self.a = Int32(truncatingIfNeeded: a)
    self.b = Int32(truncatingIfNeeded: b)
  }
}

extension Instruction.Code {
  /// The instruction of an operator; nil for `&&` and `||`, which are jumps.
  init?(_ operation: ArcadeSyntax.BinaryOperator) {
    switch operation {
    case .and, .or: return nil
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    case .remainder: self = .remainder
    case .equal: self = .equal
    case .unequal: self = .unequal
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .bitAnd: self = .bitAnd
    case .bitOr: self = .bitOr
    case .bitXor: self = .bitXor
    case .shiftLeft: self = .shiftLeft
    case .shiftRight: self = .shiftRight
    case .shiftRightUnsigned: self = .shiftRightUnsigned
    }
  }

  /// The instruction of an operator.
  init(_ operation: ArcadeSyntax.UnaryOperator) {
    switch operation {
    case .negate: self = .negate
    case .plus: self = .plus
    case .not: self = .not
    case .bitNot: self = .bitNot
    }
  }
}
