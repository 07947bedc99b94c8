import FeatureData
import Filters
import TestSupport
import Testing

/// Random clauses, evaluated by SQLite too. Both get the same text, except for dates and GlobalIDs,
/// which SQLite compares as the stored texts.
@Suite(.needs(.sqlite3))
struct WhereOracleTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `every clause has the same result in SQLite for every row`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let samples = WhereSamples(&generator, count: 60)
    var script = samples.script
    var clauses: [String] = []
    for _ in 0..<150 {
      let clause = RandomClause.truth(&generator, depth: 3)
      clauses.append(clause.ours)
      script += "SELECT group_concat(ifnull((\(clause.theirs)),'U'),'') FROM"
      script += " (SELECT * FROM t ORDER BY id);\n"
    }
    let sqlite = try #require(Tool.sqlite3)
    let answers = try await sqlite.run([":memory:"], stdin: Array(script.utf8)).lines
    try #require(answers.count == clauses.count)
    for (clause, answer) in zip(clauses, answers) {
      let compiled = try WhereClause(
        parsing: clause, fields: WhereSamples.fields, firstFieldColumn: 2)
      let outcomes = try WhereSamples.outcomes(compiled, samples.records)
      #expect(outcomes == answer, "seed \(seed): \(clause)")
    }
  }
}

/// A clause in our spelling and in SQLite's.
struct RandomClause {
  var ours: String
  var theirs: String

  init(_ ours: String, _ theirs: String? = nil) {
    self.ours = ours
    self.theirs = theirs ?? ours
  }

  static func + (left: RandomClause, right: RandomClause) -> RandomClause {
    RandomClause(left.ours + right.ours, left.theirs + right.theirs)
  }

  static func + (left: RandomClause, right: String) -> RandomClause {
    left + RandomClause(right)
  }

  static func + (left: String, right: RandomClause) -> RandomClause {
    RandomClause(left) + right
  }

  /// Predicates joined with parentheses only by chance, so that precedence matters.
  static func truth(_ generator: inout SeededGenerator, depth: Int) -> RandomClause {
    guard depth > 0 else { return predicate(&generator) }
    switch generator.integer(in: 0...6) {
    case 0...1:
      return truth(&generator, depth: depth - 1) + " AND " + truth(&generator, depth: depth - 1)
    case 2...3:
      return truth(&generator, depth: depth - 1) + " OR " + truth(&generator, depth: depth - 1)
    case 4: return "NOT " + truth(&generator, depth: depth - 1)
    case 5: return "(" + truth(&generator, depth: depth - 1) + ")"
    default: return predicate(&generator)
    }
  }

  private static func predicate(_ generator: inout SeededGenerator) -> RandomClause {
    switch generator.integer(in: 0...15) {
    case 12: return function(&generator) + comparison(&generator) + number(&generator)
    case 13: return made(&generator) + comparison(&generator) + textLiteral(&generator)
    case 14: return choice(&generator)
    case 15:
      return made(&generator) + not(&generator) + "LIKE " + textLiteral(&generator)
    case 0...2: return number(&generator) + comparison(&generator) + number(&generator)
    case 3: return text(&generator) + comparison(&generator) + textLiteral(&generator)
    case 4: return RandomClause("S") + comparison(&generator) + RandomClause("T")
    case 5: return RandomClause("D") + comparison(&generator) + moment(&generator)
    case 6: return RandomClause("G") + comparison(&generator) + identity(&generator)
    case 7: return column(&generator) + " IS " + not(&generator) + "NULL"
    case 8: return list(&generator)
    case 9: return between(&generator)
    case 10: return like(&generator)
    default: return literals(&generator)
    }
  }

  private static func literals(_ generator: inout SeededGenerator) -> RandomClause {
    RandomClause(pick(["1=1", "1=0", "TRUE", "FALSE", "N = NULL", "NULL <> S"], &generator))
  }

  private static func column(_ generator: inout SeededGenerator) -> RandomClause {
    RandomClause(pick(["N", "r", "\"S\"", "D", "G", "N + R", "UPPER(S)"], &generator))
  }

  private static func comparison(_ generator: inout SeededGenerator) -> RandomClause {
    RandomClause(pick([" = ", "<>", " != ", "<", "<=", " > ", " >= "], &generator))
  }

  private static func not(_ generator: inout SeededGenerator) -> String {
    pick(["", "NOT "], &generator)
  }

  private static func number(_ generator: inout SeededGenerator, depth: Int = 2) -> RandomClause {
    if depth > 0, generator.integer(in: 0...2) == 0 {
      let sign = pick([" + ", "-", "*", " / "], &generator)
      let sum = number(&generator, depth: depth - 1) + sign + number(&generator, depth: depth - 1)
      return generator.integer(in: 0...2) == 0 ? "(" + sum + ")" : sum
    }
    switch generator.integer(in: 0...7) {
    case 0...2: return RandomClause("N")
    case 3...4: return RandomClause("R")
    case 5: return RandomClause(" -N")
    case 6: return RandomClause(" \(generator.integer(in: -3...10))")
    default: return RandomClause(" \(WhereSamples.real(&generator))")
    }
  }

  private static func text(_ generator: inout SeededGenerator) -> RandomClause {
    RandomClause(pick(["S", "T", "UPPER(T)", "lower( T )"], &generator))
  }

  /// A number from a function, in our spelling and in SQLite's.
  private static func function(_ generator: inout SeededGenerator) -> RandomClause {
    let number = number(&generator, depth: 1)
    let text = text(&generator)
    let part = textLiteral(&generator)
    switch generator.integer(in: 0...11) {
    case 0: return "ABS(R - " + halves(&generator) + ")"
    case 1: return "SIGN(" + number + ")"
    case 2:
      return RandomClause("CEILING(\(number.ours))", "ceil(\(number.theirs))")
    case 3: return "FLOOR(" + number + ")"
    case 4: return "ROUND(" + halves(&generator) + ")"
    case 5:
      let divisor = generator.integer(in: -3...3)
      return RandomClause("MOD(N, \(divisor))", "(N % \(divisor))")
    case 6: return "LENGTH(" + text + ")"
    case 7:
      return RandomClause(
        "POSITION(\(part.ours) IN \(text.ours))", "instr(\(text.theirs), \(part.theirs))")
    case 8: return "COALESCE(" + number + ", N, 3)"
    case 9: return "NULLIF(" + number + ", N)"
    case 10:
      let unit = pick([("YEAR", "%Y"), ("MONTH", "%m"), ("DAY", "%d"), ("HOUR", "%H")], &generator)
      return RandomClause(
        "EXTRACT(\(unit.0) FROM D)", "CAST(strftime('\(unit.1)', D) AS INTEGER)")
    default:
      return RandomClause("TRUNCATE(\(number.ours))", "trunc(\(number.theirs))")
    }
  }

  /// Numbers that are exact in both decimal and binary form.
  private static func halves(_ generator: inout SeededGenerator) -> RandomClause {
    RandomClause("\(Double(generator.integer(in: -40...40)) / 2)") + " + " + RandomClause("N * 0")
  }

  /// A text from a function.
  private static func made(_ generator: inout SeededGenerator) -> RandomClause {
    let text = text(&generator)
    switch generator.integer(in: 0...7) {
    case 0: return "(" + text + " || " + textLiteral(&generator) + ") "
    case 1:
      let other = textLiteral(&generator)
      return RandomClause(
        "CONCAT(\(text.ours), \(other.ours))", "(\(text.theirs) || \(other.theirs))")
    case 2:
      let start = generator.integer(in: 1...4)
      let count = generator.integer(in: 0...3)
      return RandomClause(
        "SUBSTRING(\(text.ours) FROM \(start) FOR \(count))",
        "substr(\(text.theirs), \(start), \(count))")
    case 3:
      let start = generator.integer(in: 1...4)
      return RandomClause(
        "SUBSTRING(\(text.ours), \(start))", "substr(\(text.theirs), \(start))")
    case 4:
      let side = pick([("LEADING", "ltrim"), ("TRAILING", "rtrim"), ("BOTH", "trim")], &generator)
      return RandomClause(
        "TRIM(\(side.0) 'a' FROM \(text.ours))", "\(side.1)(\(text.theirs), 'a')")
    case 5: return "COALESCE(" + text + ", T, '') "
    case 6: return "NULLIF(" + text + ", 'a') "
    default:
      return RandomClause("CAST(N AS VARCHAR(30))", "CAST(N AS TEXT)")
    }
  }

  private static func choice(_ generator: inout SeededGenerator) -> RandomClause {
    let truth = predicate(&generator)
    let other = predicate(&generator)
    switch generator.integer(in: 0...2) {
    case 0:
      return "CASE WHEN " + truth + " THEN " + number(&generator) + " WHEN " + other + " THEN N END"
        + comparison(&generator) + number(&generator)
    case 1:
      return "CASE N WHEN 1 THEN 'a' WHEN " + number(&generator) + " THEN S ELSE 'b' END"
        + comparison(&generator) + textLiteral(&generator)
    default:
      return "CASE WHEN " + truth + " THEN " + other + " ELSE " + predicate(&generator) + " END"
    }
  }

  private static func textLiteral(_ generator: inout SeededGenerator) -> RandomClause {
    let literal = WhereSamples.Value.text(pick(WhereSamples.texts, &generator)).sql
    return generator.integer(in: 0...4) == 0
      ? RandomClause("N" + literal, literal)
      : RandomClause(literal)
  }

  private static func moment(_ generator: inout SeededGenerator) -> RandomClause {
    let (ours, theirs) = pick(
      [
        ("DATE '2012-05-29'", "'2012-05-29T00:00:00.000Z'"),
        ("date'2013-01-01'", "'2013-01-01T00:00:00.000Z'"),
        ("TIMESTAMP '2012-05-29 15:14:25'", "'2012-05-29T15:14:25.000Z'"),
        ("timestamp '2012-05-29 17:14:25.5+02:00'", "'2012-05-29T15:14:25.500Z'"),
        ("'1969-12-31T23:59:59.999Z'", "'1969-12-31T23:59:59.999Z'"),
      ], &generator)
    return RandomClause(ours, theirs)
  }

  private static func identity(_ generator: inout SeededGenerator) -> RandomClause {
    let id = pick(WhereSamples.identities, &generator)
    let plain = id.lowercased().filter { $0 != "{" && $0 != "}" }
    return RandomClause("'\(pick([id, plain, plain.filter { $0 != "-" }], &generator))'", "'\(id)'")
  }

  private static func list(_ generator: inout SeededGenerator) -> RandomClause {
    let kind = generator.integer(in: 0...3)
    var list = RandomClause("")
    for index in 0...generator.integer(in: 0...4) {
      let comma = index == 0 ? "" : ", "
      let isNull = generator.integer(in: 0...7) == 0
      switch kind {
      case _ where isNull: list = list + comma + "NULL"
      case 0: list = list + comma + RandomClause("\(WhereSamples.integer(&generator))")
      case 1: list = list + comma + textLiteral(&generator)
      case 2: list = list + comma + moment(&generator)
      default: list = list + comma + identity(&generator)
      }
    }
    let name = ["N", "S", "D", "G"][kind]
    return "\(name) " + RandomClause(not(&generator)) + "IN (" + list + ")"
  }

  private static func between(_ generator: inout SeededGenerator) -> RandomClause {
    let start = RandomClause(not(&generator)) + "BETWEEN "
    switch generator.integer(in: 0...2) {
    case 0: return "N " + start + number(&generator) + " AND " + number(&generator)
    case 1: return "S " + start + textLiteral(&generator) + " AND " + textLiteral(&generator)
    default: return "D " + start + moment(&generator) + " AND " + moment(&generator)
    }
  }

  private static func like(_ generator: inout SeededGenerator) -> RandomClause {
    let pattern = pick(
      [
        "'a%'", "'%b'", "'%a%b%'", "'_'", "'__'", "'a_b'", "'%'", "''", "'a!_b' ESCAPE '!'",
        "'a!%%' ESCAPE '!'", "'Z_rich'", "'%''%'", "'%_%_%'", "'a%%_b'", "'!a%' escape '!'",
      ], &generator)
    return RandomClause(pick(["S ", "UPPER(T) ", "T "], &generator))
      + "\(not(&generator))LIKE \(pattern)"
  }

  private static func pick<Choice>(
    _ choices: [Choice], _ generator: inout SeededGenerator
  ) -> Choice {
    choices[generator.integer(in: 0...choices.count - 1)]
  }
}
