import FeatureData
import Filters
import MapModel

/// Clauses `FIELD < @name`, `FIELD > @least AND FIELD <= @most` and the like, which an index of sorted
/// numbers answers alone.
enum OrderClause {
  /// The rows of a table that satisfy a clause with these parameters, in order; nil for other
  /// clauses, and for fields without an index.
  static func rows(
    of table: ArcadeTable, numbered number: Int, for clause: String,
    with parameters: FilterParameters, in run: ArcadeRun
  ) throws(ArcadeProblem) -> [Int]? {
    guard number >= 0 else { return nil }
    var limits: [(comparison: OrderIndex.Comparison, limit: Double)] = []
    var indexed: Int?
    for part in conjuncts(of: clause) {
      guard let (field, comparison, parameter) = comparison(in: part),
        let column = table.schema.column(named: field), indexed ?? column == column,
        let value = parameters.names.firstIndex(where: { $0.isSameName(as: parameter) }),
        case .number(let limit) = parameters.values[value], !limit.isNaN
      else { return nil }
      indexed = column
      limits.append((comparison, limit))
    }
    guard let indexed else { return nil }
    return try run.context.tables?.orders.index(of: table, numbered: number, column: indexed)?
      .rows(limits)
  }

  /// The parts of a clause that AND joins. The parts of texts and of BETWEEN are no comparisons.
  private static func conjuncts(of clause: String) -> [String] {
    clause.split(whereSeparator: \.isWhitespace).map(String.init)
      .split(omittingEmptySubsequences: false) { $0.isSameName(as: "and") }
      .map { $0.joined(separator: " ") }
  }

  /// The field, the comparison and the parameter of a clause that is nothing else.
  private static func comparison(
    in clause: String
  ) -> (field: String, comparison: OrderIndex.Comparison, parameter: String)? {
    let marks = clause.utf8.filter { "<>=".utf8.contains($0) }
    guard let comparison = OrderIndex.Comparison(rawValue: String(decoding: marks, as: UTF8.self))
    else { return nil }
    let sides = clause.utf8.split(omittingEmptySubsequences: false) { "<>=".utf8.contains($0) }
    guard let first = sides.first, let last = sides.last, sides.count == marks.count + 1,
      sides.dropFirst().dropLast().allSatisfy(\.isEmpty)
    else { return nil }
    func trimmed(_ part: Substring.UTF8View) -> String {
      String(
        decoding: part.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
    }
    let (field, parameter) = (trimmed(first), trimmed(last))
    guard isName(field), parameter.utf8.first == UInt8(ascii: "@"), isName(parameter.dropFirst())
    else { return nil }
    return (field, comparison, String(parameter.dropFirst()))
  }

  private static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
      }
  }
}
