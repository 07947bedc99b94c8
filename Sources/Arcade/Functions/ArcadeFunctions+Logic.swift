import Geometry

// Function reference: logical functions, and functions that test the type of a value.

extension ArcadeFunctions {
  static let logic: [ArcadeFunction] = [
    ArcadeFunction("IIf", 3...3, .compiled),
    ArcadeFunction("When", 3...ArcadeFunction.many, .compiled),
    ArcadeFunction("Decode", 4...ArcadeFunction.many, .compiled),
    ArcadeFunction("IsEmpty", 1) { run, arguments throws(ArcadeProblem) in
      .boolean(run.value(arguments, 0).isEmpty)
    },
    ArcadeFunction("IsNan", 1) { run, arguments throws(ArcadeProblem) in
      guard case .number(let number) = run.value(arguments, 0) else { return .boolean(false) }
      return .boolean(number.isNaN)
    },
    ArcadeFunction("Boolean", 1) { run, arguments throws(ArcadeProblem) in
      .boolean(run.value(arguments, 0).asBoolean)
    },
    ArcadeFunction("TypeOf", 1) { run, arguments throws(ArcadeProblem) in
      let value = run.value(arguments, 0)
      switch value {
      // TypeOf uses other names for text and geometries than the language guide.
      case .text: return .text("String")
      case .null: return .text("")
      case .geometry(let geometry): return .text(run.typeName(of: geometry))
      default: return .text(value.kind)
      }
    },
    ArcadeFunction("DefaultValue", 2...3) { run, arguments throws(ArcadeProblem) in
      let value = run.value(arguments, 0)
      if arguments.count == 2 { return value.isEmpty ? run.value(arguments, 1) : value }
      let found = try run.find(run.value(arguments, 1), in: value) ?? .null
      return found.isEmpty ? run.value(arguments, 2) : found
    },
    ArcadeFunction("HasValue", 2) { run, arguments throws(ArcadeProblem) in
      let found = try run.find(run.value(arguments, 1), in: run.value(arguments, 0))
      return .boolean(found.map { !$0.isEmpty } ?? false)
    },
    ArcadeFunction("HasKey", 2) { run, arguments throws(ArcadeProblem) in
      let object = run.value(arguments, 0)
      switch object {
      case .null: return .boolean(false)
      case .dictionary, .feature, .geometry: break
      default: throw run.wrongType(arguments, 0, expected: "a dictionary or a feature")
      }
      guard case .text = run.value(arguments, 1) else {
        throw run.wrongType(arguments, 1, expected: "text")
      }
      return .boolean(try run.find(run.value(arguments, 1), in: object) != nil)
    },
    ArcadeFunction("Equals", 2) { run, arguments throws(ArcadeProblem) in
      let (one, two) = (run.value(arguments, 0), run.value(arguments, 1))
      if one.hasShape, two.hasShape, one.isGeometry || two.isGeometry,
        let shape = try run.shape(arguments, 0), let other = try run.shape(arguments, 1)
      {
        try run.checkReferences(of: shape, and: other, arguments)
        return .boolean(shape.geometry.isSame(as: other.geometry))
      }
      return .boolean(one.isSame(as: two))
    },
  ]
}

extension ArcadeValue {
  fileprivate var isGeometry: Bool { if case .geometry = self { true } else { false } }

  /// Whether this is a geometry, or a feature that may have one.
  fileprivate var hasShape: Bool { if case .feature = self { true } else { isGeometry } }

  /// Whether this is null or empty text (function reference: IsEmpty).
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    default: false
    }
  }

  /// The value converted to a boolean (Arcade: type casting, boolean).
  var asBoolean: Bool {
    switch self {
    case .boolean(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .text(let text): text.lowercased() == "true"
    default: false
    }
  }

  /// Whether a test function accepts by returning this (function reference: All, Any, None,
  /// Filter).
  var isTruthy: Bool {
    switch self {
    case .boolean(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .text(let text): !text.isEmpty
    case .null: false
    default: true
    }
  }
}

extension ArcadeWorkspace {
  /// The value of a key or index in a collection, or at the end of a path of them. Nil if it does
  /// not exist.
  mutating func find(
    _ key: ArcadeValue, in object: ArcadeValue
  ) throws(ArcadeProblem) -> ArcadeValue? {
    if case .array(let path) = key {
      var value = object
      for key in elements(of: path) {
        guard let next = try find(key, in: value) else { return nil }
        value = next
      }
      return value
    }
    switch (object, key) {
    case (.array(let array), .number(let number)):
      let elements = heap.arrays[Int(array.slot)]
      guard let whole = Int(exactly: number) else { return nil }
      let index = whole < 0 ? whole + elements.count : whole
      return elements.indices.contains(index) ? elements[index] : nil
    case (.dictionary(let dictionary), .text(let name)):
      return heap.dictionaries[Int(dictionary.slot)][name]
    case (.feature, .text(let name)), (.geometry, .text(let name)):
      do throws(ArcadeProblem) {
        return try member(of: object, name)
      } catch {
        switch error {
        case .unknownField, .noMembers, .memberOfNull: return nil
        default: throw error
        }
      }
    default: return nil
    }
  }
}
