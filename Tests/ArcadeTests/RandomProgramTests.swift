import Arcade
import Foundation
import TestSupport
import Testing

/// Random programs end in a value or an error, within the limits.
struct RandomProgramTests {
  static let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"
  static let limits = ArcadeLimits(
    steps: 20_000, calls: 12, bytes: 1 << 18, textLength: 1 << 14, arrayLength: 1_000)

  /// Writes programs that are mostly valid.
  struct Writer {
    var generator: SeededGenerator
    let names = ["a", "b", "c", "d"]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func pick<T>(_ list: [T]) -> T {
      list[generator.integer(in: 0...list.count - 1)]
    }

    mutating func program() -> String {
      var text = "var a = 1, b = [1, 'x', null], c = {k: 2}, d = 'text', "
      text += "s = FeatureSetByName($map, 'Inspections'), q = \(pick(["Filter", "Count", "f"]));\n"
      text += "function f(x) { \(statement(2)) return \(value(2)) }\n"
      text += "function g(x, y) { return \(value(2)) }\n"
      for _ in 0..<generator.integer(in: 1...5) { text += statement(3) + "\n" }
      return text + "return " + value(3)
    }

    mutating func statement(_ depth: Int) -> String {
      guard depth > 0 else { return pick(names) + " = " + value(1) + ";" }
      switch generator.integer(in: 0...9) {
      case 0: return "if (\(value(depth - 1)) == \(value(1))) { \(statement(depth - 1)) }"
      case 1:
        return "if (\(value(1)) < \(value(1))) { \(statement(depth - 1)) } "
          + "else { \(statement(depth - 1)) }"
      case 2:
        return
          "for (var i = 0; i < \(generator.integer(in: 0...9)); i++) { \(statement(depth - 1)) }"
      case 3: return "for (var i in \(value(depth - 1))) { \(statement(depth - 1)) }"
      case 4: return "while (\(value(1)) != \(value(1))) { \(statement(depth - 1)) break; }"
      case 5: return pick(names) + pick([" += ", " -= ", " *= ", " = "]) + value(depth) + ";"
      case 6: return pick(names) + pick(["++;", "--;"])
      case 7: return "\(pick(names))[\(value(1))] = \(value(depth - 1));"
      case 8: return "Push(b, \(value(depth - 1)));"
      default: return value(depth) + ";"
      }
    }

    mutating func value(_ depth: Int) -> String {
      guard depth > 0 else {
        return pick([
          "1", "0", "-2.5", "'x'", "''", "null", "true", "false", "a", "b", "c", "d", "PI",
          "$feature.DBH", "$feature.Empty", "$feature.Planted", "$feature", "[]", "NaN", "1e300",
          "$layer", "s", "'Score > @a'", "'Kind, By'", "$map", "'Inspections'",
        ])
      }
      switch generator.integer(in: 0...11) {
      case 0...2:
        let sign = pick([
          "+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "&", "<<", ">>>",
        ])
        return "(\(value(depth - 1)) \(sign) \(value(depth - 1)))"
      case 3: return pick(["!", "-", "+", "~"]) + "(\(value(depth - 1)))"
      case 4: return "[\(value(depth - 1)), \(value(depth - 1))]"
      case 5: return "\(pick(names))[\(value(depth - 1))]"
      case 6: return "f(\(value(depth - 1)))"
      case 7: return "`${\(value(depth - 1))}x`"
      case 8:
        return pick([
          "c.k", "c.K", "Geometry($feature).x", "g(a, b)", "Extent(s)", "Filter(s, 'Kind = @a')",
          "Filter(b, IsEmpty)", "q(s, 'Kind = @a')", "q(b)",
          "Point(1, 2)", "GroupBy(s, 'By', {name: 'n', expression: 'Score', statistic: 'SUM'})",
        ])
      default: return call(depth)
      }
    }

    /// A call of any supported function, with random arguments.
    mutating func call(_ depth: Int) -> String {
      let function = pick(ArcadeFunctions.all)
      var count = min(function.arity.lowerBound + generator.integer(in: 0...2), 5)
      count = min(count, function.arity.upperBound)
      if function.name == "When" { count = 3 }
      if function.name == "Decode" { count = 4 }
      switch function.support {
      case .unsupported: return "Upper(\(value(depth - 1)))"
      default: break
      }
      var arguments: [String] = []
      for index in 0..<count {
        arguments.append(
          index == 1 && generator.integer(in: 0...3) == 0 ? "g" : value(depth - 1))
      }
      return "\(function.name)(\(arguments.joined(separator: ", ")))"
    }
  }

  private func run(_ source: String, in workspace: inout ArcadeWorkspace) -> Bool {
    do throws(ArcadeError) {
      let program = try ArcadeProgram(
        parsing: source, profile: .popup, features: Expressions.schema, hasTables: true)
      let value = try workspace.value(of: program)
      _ = try? workspace.run.json(of: value)
      return true
    } catch {
      #expect(error.position.offset <= source.utf8.count)
      #expect(!error.description.isEmpty)
      return false
    }
  }

  @Test func `random programs end in a value or an error`() throws {
    var workspace = try FeatureSetTests.workspace(limits: Self.limits)
    var values = 0
    let rounds = Self.isExhaustive ? 200_000 : 1_500
    for seed in 0..<rounds {
      var writer = Writer(seed: UInt64(seed))
      if run(writer.program(), in: &workspace) { values += 1 }
    }
    #expect(values > rounds / 100)
  }

  @Test func `a random program gives the same value each time`() throws {
    for seed in 0..<200 {
      var writer = Writer(seed: UInt64(seed))
      let source = writer.program()
      let first = Result { try FeatureSetTests.value(source, limits: Self.limits) }
      let second = Result { try FeatureSetTests.value(source, limits: Self.limits) }
      #expect("\(first)" == "\(second)")
    }
  }

  @Test func `damaged programs end in a value or an error`() throws {
    var workspace = try FeatureSetTests.workspace(limits: Self.limits)
    var sources: [[UInt8]] = []
    for seed in 0..<20 {
      var writer = Writer(seed: UInt64(seed))
      sources.append(Array(writer.program().utf8))
    }
    Fuzz.run(iterations: Self.isExhaustive ? 200_000 : 1_500) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(sources[Int(seed) % sources.count], others: sources)
      _ = run(String(decoding: bytes, as: UTF8.self), in: &workspace)
    }
  }

  @Test func `random bytes end in an error or a value`() throws {
    var workspace = try FeatureSetTests.workspace(limits: Self.limits)
    let alphabet = Array("(){}[]'\"`$;:,.+-*/=<>!&| \nvarifforfunctionreturn0x1e9ab\\u".utf8)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<(Self.isExhaustive ? 200_000 : 2_000) {
      let length = generator.integer(in: 0...60)
      var bytes: [UInt8] = []
      for _ in 0..<length { bytes.append(alphabet[generator.integer(in: 0...alphabet.count - 1)]) }
      _ = run(String(decoding: bytes, as: UTF8.self), in: &workspace)
    }
  }
}
