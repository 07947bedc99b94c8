/// One step of the machine. It works on a stack of values; `a` and `b` mean what the code says.
struct Instruction: Sendable {
  enum Code: UInt8, Sendable {
    /// Push constant a.
    case constant
    /// Push null, true, false.
    case null
    case yes
    case no
    /// Push variable a of the call; store the top into it and drop it.
    case local
    case setLocal
    /// The same with variable a of the expression.
    case global
    case setGlobal
    /// Push column a of `$feature`.
    case field
    /// Push the field of `$feature` named by constant a.
    case fieldNamed
    /// Push what global a (`ArcadeGlobal`) names.
    case named
    /// Drop the top; push it again.
    case drop
    case duplicate
    /// Duplicate the two topmost.
    case duplicatePair
    /// Move the top below the next a.
    case tuck
    // Operators: the operands are the topmost.
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
    /// Go on at a.
    case jump
    /// Take the top, which must be true or false, and go on at a when it is false; b says what for.
    case jumpIfFalse
    /// `&&`: a false top stays and it goes on at a; a true one is dropped.
    case jumpIfFalseKeeping
    /// `||`: a true top stays and it goes on at a; a false one is dropped.
    case jumpIfTrueKeeping
    /// The top must be true or false, as the right side of && or ||.
    case checkBoolean
    /// Replace the top by its member of constant a.
    case member
    /// Replace object and index by the element.
    case element
    /// Object and value: set the member of constant a, leave the value.
    case setMember
    /// Object, index and value: set the element, leave the value.
    case setElement
    /// Replace the topmost a by an array.
    case array
    /// Replace the topmost 2 × a, keys and values, by a dictionary.
    case dictionary
    /// Replace the topmost a by their texts joined: a template.
    case join
    /// Call function a of the language with b arguments.
    case call
    /// Call declared function a with b arguments.
    case callDeclared
    /// Call the value below the b arguments; when it is no function, function a of the language, or
    /// none for -1.
    case callValue
    /// Replace the top by what `for…in` goes over.
    case iterate
    /// Push the next key of what `for…in` goes over, or drop that and go on at a.
    case next
    /// The next call may ask for variables by name: those of scope a.
    case scope
    /// Leave the call with the top.
    case leave
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

/// What an expression became: instructions and what they refer to.
final class ArcadeCode: Sendable {
  /// A function that the expression declares.
  struct Function: Sendable {
    let name: String
    /// Its first instruction.
    let entry: Int
    let parameters: Int
    /// Parameters and variables.
    let locals: Int
  }

  /// The variables that can be seen from a place, for filters that name them (`@name`).
  struct Scope: Sendable {
    /// In lower case.
    var names: [String] = []
    /// As the names: places among those of the call, or of the expression.
    var slots: [(isLocal: Bool, index: Int)] = []
  }

  let source: String
  let instructions: [Instruction]
  /// Where each instruction comes from: bytes of the source.
  let offsets: [Int32]
  let constants: [ArcadeValue]
  /// Constants that are texts, for those who need the text.
  let names: [String]
  let functions: [Function]
  let scopes: [Scope]
  let globals: Int
  let features: ArcadeSchema?
  let unsupported: [ArcadeError]

  init(_ compiler: ArcadeCompiler) {
    source = compiler.source
    instructions = compiler.instructions
    offsets = compiler.offsets
    constants = compiler.constants
    names = compiler.names
    functions = compiler.functions
    scopes = compiler.scopes
    globals = compiler.globalCount
    features = compiler.features
    unsupported = compiler.unsupported
  }
}
