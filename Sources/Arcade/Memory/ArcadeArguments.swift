/// The arguments of one call: a range of the run's stack.
package struct ArcadeArguments: Sendable {
  let base: Int
  /// The number of arguments.
  package let count: Int
  /// The function's name, for errors.
  package let function: String
}
