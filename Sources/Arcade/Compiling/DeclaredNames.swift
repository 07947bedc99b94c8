/// The variables and functions that an expression declares, and which of them a name means.
///
/// Variables belong to the function that declares them, or to the whole expression. Blocks have no
/// scope of their own. All names are in lower case.
struct DeclaredNames {
  /// A declared function, before it is compiled.
  struct Function {
    let name: String
    let parameters: [String]
    let body: ArcadeSyntax.NodeIndex
  }

  /// Where a variable is stored.
  enum Variable {
    /// A slot of the current function.
    case local(Int)
    /// A slot of the expression.
    case global(Int)
  }

  private(set) var functions: [Function] = []
  private var functionIndexes: [String: Int] = [:]
  private var globals: [String: Int] = [:]
  /// The slot of each variable of the current function; nil outside functions.
  private var locals: [String: Int]?
  private(set) var scopes: [ArcadeCode.Scope] = []
  /// The index of the current scope; nil until it is first needed.
  private var scope: Int?

  /// The number of variables outside functions.
  var globalCount: Int { globals.count }

  /// Declares a function. Returns whether its name is new.
  mutating func declare(_ function: Function) -> Bool {
    guard functionIndexes[function.name] == nil else { return false }
    functionIndexes[function.name] = functions.count
    functions.append(function)
    return true
  }

  /// Declares a variable of the expression.
  mutating func declareGlobal(_ name: String) {
    if globals[name] == nil { globals[name] = globals.count }
  }

  /// Enters a function with its parameters and variables. Returns how many there are.
  mutating func enter(_ names: [String]) -> Int {
    var slots: [String: Int] = [:]
    for name in names where slots[name] == nil { slots[name] = slots.count }
    locals = slots
    scope = nil
    return slots.count
  }

  /// Leaves the current function.
  mutating func leave() { locals = nil }

  /// The variable of a name; nil if there is none.
  func variable(_ name: String) -> Variable? {
    if let slot = locals?[name] { return .local(slot) }
    return globals[name].map { .global($0) }
  }

  /// The index of the declared function of a name; nil if there is none.
  func function(_ name: String) -> Int? { functionIndexes[name] }

  /// The index of the current scope. Creates the scope on first use.
  mutating func currentScope() -> Int {
    if let scope { return scope }
    var made = ArcadeCode.Scope()
    for (name, slot) in (locals ?? [:]).sorted(by: { $0.value < $1.value }) {
      made.names.append(name)
      made.slots.append((true, slot))
    }
    for (name, slot) in globals.sorted(by: { $0.value < $1.value })
    where locals?[name] == nil {
      made.names.append(name)
      made.slots.append((false, slot))
    }
    scopes.append(made)
    scope = scopes.count - 1
    return scopes.count - 1
  }
}
