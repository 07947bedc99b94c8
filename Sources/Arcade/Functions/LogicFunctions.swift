import Geometry

/// Function reference: logical functions, and functions that test the type of a value.
enum LogicFunctions {
  static let all: [ArcadeFunction] = [
    ArcadeFunction("IIf", 3...3, .compiled),
    ArcadeFunction("When", 3...ArcadeFunction.many, .compiled),
    ArcadeFunction("Decode", 2...ArcadeFunction.many, .compiled),
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
      let found = try find(run.value(arguments, 1), of: value, in: &run) ?? .null
      return found.isEmpty ? run.value(arguments, 2) : found
    },
    ArcadeFunction("HasValue", 2) { run, arguments throws(ArcadeProblem) in
      let found = try find(run.value(arguments, 1), of: run.value(arguments, 0), in: &run)
      return .boolean(found.map { !$0.isEmpty } ?? false)
    },
    ArcadeFunction("HasKey", 2) { run, arguments throws(ArcadeProblem) in
      let object = run.value(arguments, 0)
      switch object {
      case .null: return .boolean(false)
      case .dictionary, .feature, .geometry: break
      default: throw run.wrongType(arguments, 0, expected: "a dictionary or a feature")
      }
      let key = ArcadeValue.text(try run.text(arguments, 1))
      return .boolean(try find(key, of: object, in: &run) != nil)
    },
    ArcadeFunction("Equals", 2) { run, arguments throws(ArcadeProblem) in
      let (one, two) = (run.value(arguments, 0), run.value(arguments, 1))
      if hasShape(one), hasShape(two), isGeometry(one) || isGeometry(two),
        let shape = try ShapeArguments.shape(arguments, 0, in: &run),
        let other = try ShapeArguments.shape(arguments, 1, in: &run)
      {
        let aligned = try ShapeArguments.aligned(other, with: shape, arguments, in: &run)
        return .boolean(shape.geometry.isSame(as: aligned.geometry))
      }
      return .boolean(one.isSame(as: two))
    },
  ]
}

extension LogicFunctions {
  private static func isGeometry(_ value: ArcadeValue) -> Bool {
    if case .geometry = value { true } else { false }
  }

  /// Whether a value is a geometry, or a feature that may have one.
  private static func hasShape(_ value: ArcadeValue) -> Bool {
    if case .feature = value { true } else { isGeometry(value) }
  }

  /// The value of a key or index in a collection, or at the end of a path of them. Nil if it does
  /// not exist.
  private static func find(
    _ key: ArcadeValue, of object: ArcadeValue, in run: inout ArcadeRun
  ) throws(ArcadeProblem) -> ArcadeValue? {
    if case .array(let path) = key {
      var value = object
      for key in run.elements(of: path) {
        guard let next = try find(key, of: value, in: &run) else { return nil }
        value = next
      }
      return value
    }
    switch (object, key) {
    case (.array(let array), .number(let number)):
      let elements = run.heap.arrays[Int(array.slot)]
      guard let whole = Int(exactly: number) else { return nil }
      let index = whole < 0 ? whole + elements.count : whole
      return elements.indices.contains(index) ? elements[index] : nil
    case (.dictionary(let dictionary), .text(let name)):
      return run.heap.dictionaries[Int(dictionary.slot)][name]
    case (.feature, .text(let name)), (.geometry, .text(let name)):
      do throws(ArcadeProblem) {
        return try run.member(of: object, name)
      } catch {
        guard error.isMissingMember else { throw error }
        return nil
      }
    default: return nil
    }
  }
}
