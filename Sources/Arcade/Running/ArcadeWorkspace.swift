/// Runs expressions, one after another, on one feature after another, reusing its memory.
package struct ArcadeWorkspace: Sendable {
  /// What runs know besides the feature.
  package var context: ArcadeContext
  /// What `Console` was given in the last run, up to `mostMessages` texts.
  package internal(set) var messages: [String] = []

  var stack: [ArcadeValue] = []
  var globals: [ArcadeValue] = []
  var heap = ArcadeHeap()
  /// Steps and bytes the run may still take.
  var stepsLeft = 0
  var bytesLeft = 0
  /// Calls under way.
  var depth = 0
  /// What runs; nil between runs.
  var code: ArcadeCode?

  /// A workspace for runs under one context.
  package init(context: ArcadeContext) {
    self.context = context
  }
}

extension ArcadeWorkspace {
  /// Makes a record `$feature` for the runs that follow.
  ///
  /// - Throws: `damagedRecord`.
  package mutating func setFeature(
    _ record: Span<UInt8>, schema: ArcadeSchema
  ) throws(ArcadeProblem) {
    heap.features[0].schema = schema
  }

  /// What an expression gives for the feature set last. Arrays, dictionaries and the like are to be
  /// read before the next run.
  package mutating func value(of program: ArcadeProgram) throws(ArcadeError) -> ArcadeValue {
    .null
  }

  /// Calls a function that was passed as an argument.
  package mutating func call(
    _ function: ArcadeFunctionName, _ arguments: [ArcadeValue]
  ) throws(ArcadeProblem) -> ArcadeValue {
    .null
  }
}
