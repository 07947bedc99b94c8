/// Function reference: array and dictionary functions. Some change the array they are given; those
/// that return an array make a new one.
enum CollectionFunctions {
  static let all: [ArcadeFunction] = elements + changes + keys + tests + callbacks

  private static let elements: [ArcadeFunction] = [
    ArcadeFunction("Array", 0...2) { run, arguments throws(ArcadeProblem) in
      switch run.value(arguments, 0) {
      case .array(let array): return try run.makeValue(run.elements(of: array))
      case .number(let number):
        let count = Int(clamping: number)
        guard count >= 0 else {
          throw run.badArgument(arguments, 0, message: "it must not be negative")
        }
        try run.budget.charge(elements: count)
        return try run.makeValue([ArcadeValue](repeating: run.value(arguments, 1), count: count))
      case .null: return try run.makeValue([])
      case let value: return try run.makeValue([value])
      }
    },
    ArcadeFunction("Count", 1) { run, arguments throws(ArcadeProblem) in
      switch run.value(arguments, 0) {
      case .text(let text): .number(text.utf16.count)
      case .array(let array): .number(run.elements(of: array).count)
      case .dictionary(let dictionary): .number(run.entries(of: dictionary).count)
      case .feature(let feature): .number(run.fieldNames(of: feature).count)
      case .featureSet(let set): .number(run.count(of: set))
      case .null: .number(0)
      default:
        throw run.wrongType(arguments, 0, expected: "text, an array, a dictionary or a feature set")
      }
    },
    ArcadeFunction("First", 1) { run, arguments throws(ArcadeProblem) in
      switch run.value(arguments, 0) {
      case .array(let array): run.elements(of: array).first ?? .null
      case .featureSet(let set): try run.row(at: 0, of: set).map(ArcadeValue.feature) ?? .null
      case .null: .null
      default: throw run.wrongType(arguments, 0, expected: "an array or a feature set")
      }
    },
    ArcadeFunction("Front", 1) { run, arguments throws(ArcadeProblem) in
      guard let value = try run.array(arguments, 0).first else {
        throw .indexOutside(index: 0, count: 0)
      }
      return value
    },
    ArcadeFunction("Back", 1) { run, arguments throws(ArcadeProblem) in
      guard let value = try run.array(arguments, 0).last else {
        throw .indexOutside(index: -1, count: 0)
      }
      return value
    },
    ArcadeFunction("Reverse", 1) { run, arguments throws(ArcadeProblem) in
      try run.makeValue(Array(try run.array(arguments, 0).reversed()))
    },
    ArcadeFunction("Slice", 1...3) { run, arguments throws(ArcadeProblem) in
      let elements = try run.array(arguments, 0)
      func bound(_ index: Int, else other: Int) -> Int {
        guard arguments.count > index else { return other }
        let bound = run.integer(arguments, index)
        return max(0, min(elements.count, bound < 0 ? bound + elements.count : bound))
      }
      let start = bound(1, else: 0)
      let end = bound(2, else: elements.count)
      return try run.makeValue(start < end ? Array(elements[start..<end]) : [])
    },
    ArcadeFunction("Splice", 0...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      var result: [ArcadeValue] = []
      for index in 0..<arguments.count {
        if case .array(let array) = run.value(arguments, index) {
          let elements = run.elements(of: array)
          try run.budget.charge(elements: elements.count)
          result += elements
        } else {
          result.append(run.value(arguments, index))
        }
      }
      return try run.makeValue(result)
    },
    ArcadeFunction("Top", 2) { run, arguments throws(ArcadeProblem) in
      let count = max(0, run.integer(arguments, 1))
      if case .featureSet(let set) = run.value(arguments, 0), let held = run.held(set) {
        let rows =
          held.rows.map { Array($0.prefix(count)) } ?? Array(0..<min(count, run.count(of: set)))
        return try run.makeValue(HeldFeatureSet(table: held.table, rows: rows))
      }
      return try run.makeValue(Array(try run.array(arguments, 0).prefix(count)))
    },
    ArcadeFunction("Distinct", 1...ArcadeFunction.many) { run, arguments throws(ArcadeProblem) in
      if case .featureSet(let set) = run.value(arguments, 0) {
        return try RowGroups.grouped(set, arguments, statisticsAt: nil, in: &run)
      }
      var seen: Set<String> = []
      let values = run.flattened(arguments)
      try run.budget.charge(steps: values.count)
      return try run.makeValue(
        values.filter { !$0.isNull && seen.insert($0.identity).inserted })
    },
    ArcadeFunction("Dictionary", 0...ArcadeFunction.many) {
      run, arguments throws(ArcadeProblem) in try dictionary(arguments, in: &run)
    },
    ArcadeFunction("FromJSON", 1) { run, arguments throws(ArcadeProblem) in
      try ArcadeJSON.value(ofJSON: try run.text(arguments, 0), arguments, in: &run)
    },
  ]

  private static let changes: [ArcadeFunction] = [
    ArcadeFunction("Push", 2) { run, arguments throws(ArcadeProblem) in
      let array = try run.arrayReference(arguments, 0)
      try run.append(run.value(arguments, 1), to: array)
      return .number(run.heap.arrays[Int(array.slot)].count)
    },
    ArcadeFunction("Pop", 1) { run, arguments throws(ArcadeProblem) in
      let array = try run.arrayReference(arguments, 0)
      guard let value = run.heap.arrays[Int(array.slot)].popLast() else {
        throw .indexOutside(index: -1, count: 0)
      }
      return value
    },
    ArcadeFunction("Insert", 3) { run, arguments throws(ArcadeProblem) in
      if case .dictionary(let dictionary) = run.value(arguments, 0) {
        let key = try run.plainText(arguments, 1)
        try run.budget.charge(elements: 2)
        run.heap.dictionaries[Int(dictionary.slot)].set(key, run.value(arguments, 2))
        return .null
      }
      let array = try run.arrayReference(arguments, 0)
      let position = try elementIndex(arguments, 1, of: array, allowsEnd: true, in: run)
      try run.append(.null, to: array)
      let count = run.heap.arrays[Int(array.slot)].count
      try run.budget.charge(steps: (count - position) / 8)
      run.heap.arrays[Int(array.slot)].removeLast()
      run.heap.arrays[Int(array.slot)].insert(run.value(arguments, 2), at: position)
      return .null
    },
    ArcadeFunction("Erase", 2) { run, arguments throws(ArcadeProblem) in
      if case .dictionary(let dictionary) = run.value(arguments, 0) {
        let key = try run.plainText(arguments, 1)
        try run.budget.charge(steps: run.entries(of: dictionary).count)
        run.heap.dictionaries[Int(dictionary.slot)].remove(key)
        return .null
      }
      let array = try run.arrayReference(arguments, 0)
      let position = try elementIndex(arguments, 1, of: array, allowsEnd: false, in: run)
      try run.budget.charge(steps: run.heap.arrays[Int(array.slot)].count / 8)
      run.heap.arrays[Int(array.slot)].remove(at: position)
      return .null
    },
    ArcadeFunction("Resize", 2...3) { run, arguments throws(ArcadeProblem) in
      let array = try run.arrayReference(arguments, 0)
      let count = run.integer(arguments, 1)
      guard count >= 0 else {
        throw run.badArgument(arguments, 1, message: "it must not be negative")
      }
      try run.budget.charge(elements: count)
      let missing = count - run.heap.arrays[Int(array.slot)].count
      if missing > 0 {
        run.heap.arrays[Int(array.slot)].append(
          contentsOf: repeatElement(run.value(arguments, 2), count: missing))
      } else {
        run.heap.arrays[Int(array.slot)].removeLast(-missing)
      }
      return .null
    },
  ]

  private static let keys: [ArcadeFunction] = [
    ArcadeFunction("GetKeys", 1) { run, arguments throws(ArcadeProblem) in
      let entries = run.entries(of: try run.dictionary(arguments, 0))
      return try run.makeValue(entries.keys.map(ArcadeValue.text))
    },
    ArcadeFunction("GetValues", 1) { run, arguments throws(ArcadeProblem) in
      try run.makeValue(run.entries(of: try run.dictionary(arguments, 0)).values)
    },
  ]

  private static let tests: [ArcadeFunction] = [
    ArcadeFunction("IndexOf", 2) { run, arguments throws(ArcadeProblem) in
      let elements = try run.array(arguments, 0)
      try run.budget.charge(steps: elements.count / 4)
      let wanted = run.value(arguments, 1)
      return .number(elements.firstIndex { $0.isSame(as: wanted) } ?? -1)
    },
    ArcadeFunction("Includes", 2) { run, arguments throws(ArcadeProblem) in
      let elements = try run.array(arguments, 0)
      try run.budget.charge(steps: elements.count / 4)
      let wanted = run.value(arguments, 1)
      return .boolean(elements.contains { $0.isSame(as: wanted) })
    },
  ]

  private static let callbacks: [ArcadeFunction] = [
    ArcadeFunction("Sort", 1...2, .callsBack(.sort)),
    ArcadeFunction("Map", 2...2, .callsBack(.map)),
    ArcadeFunction("Filter", 2...2, .callsBack(.filter)),
    ArcadeFunction("Reduce", 2...3, .callsBack(.reduce)),
    ArcadeFunction("All", 2...2, .callsBack(.all)),
    ArcadeFunction("Any", 2...2, .callsBack(.any)),
    ArcadeFunction("None", 2...2, .callsBack(.none)),
  ]
}

extension CollectionFunctions {
  /// An argument that is an index of an array. A negative one counts from the end.
  private static func elementIndex(
    _ arguments: ArcadeArguments, _ index: Int, of array: ArcadeArray, allowsEnd: Bool,
    in run: ArcadeRun
  ) throws(ArcadeProblem) -> Int {
    let count = run.heap.arrays[Int(array.slot)].count
    let number = run.integer(arguments, index)
    let position = number < 0 ? number + count : number
    guard position >= 0, position < count || (allowsEnd && position == count) else {
      throw .indexOutside(index: number, count: count)
    }
    return position
  }

  /// Makes a dictionary from pairs of keys and values, or from the text of a JSON object (function
  /// reference, Dictionary).
  private static func dictionary(_ arguments: ArcadeArguments, in run: inout ArcadeRun)
    throws(ArcadeProblem) -> ArcadeValue
  {
    var entries = ArcadeEntries()
    if arguments.count == 1 {
      switch run.value(arguments, 0) {
      case .dictionary(let dictionary): return try run.makeValue(run.entries(of: dictionary))
      case .feature(let feature):
        var attributes = ArcadeEntries()
        for name in run.fieldNames(of: feature) {
          attributes.set(name, try run.member(of: feature, named: name))
        }
        entries.set(
          "geometry", try run.geometry(of: feature).map(ArcadeValue.geometry) ?? .null)
        entries.set("attributes", try run.makeValue(attributes))
        return try run.makeValue(entries)
      case .text(let text):
        let value = try ArcadeJSON.value(ofJSON: text, arguments, in: &run)
        guard case .dictionary = value else {
          throw run.badArgument(arguments, 0, message: "it is not a JSON object")
        }
        return value
      default: throw run.wrongType(arguments, 0, expected: "JSON text of an object")
      }
    }
    for index in stride(from: 0, to: arguments.count, by: 2) {
      switch run.value(arguments, index) {
      case .text, .number, .boolean, .null: break
      default: throw run.wrongType(arguments, index, expected: "text")
      }
      entries.set(try run.text(arguments, index), run.value(arguments, index + 1))
    }
    return try run.makeValue(entries)
  }
}
