import FeatureData
import Filters
import MapModel

/// Clauses that an index answers.
enum EqualityClause {
  /// The field and parameter of a clause `FIELD = @name`, alone or joined with others by AND.
  private static func equality(in clause: String) -> (field: String, parameter: String)? {
    var words: [String] = []
    for part in clause.split(whereSeparator: \.isWhitespace) {
      // Split `A=@b` into three words.
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      for (index, side) in sides.enumerated() {
        if index > 0 { words.append("=") }
        if !side.isEmpty { words.append(String(side)) }
      }
    }
    guard words.count >= 3, words[1] == "=", words[2].utf8.first == UInt8(ascii: "@") else {
      return nil
    }
    let isAlone = words.count == 3 || words[3].lowercased() == "and"
    let names = clause.lowercased().utf8.split { byte in
      !byte.isDigit && byte &- 0x61 >= 26 && byte != UInt8(ascii: "_") && byte < 0x80
    }
    guard isAlone, !names.contains(where: { $0.elementsEqual("or".utf8) }) else { return nil }
    return (words[0], String(words[2].dropFirst()))
  }

  /// The rows of a table that can match a clause with these parameters; nil if all rows must be
  /// read.
  static func candidates(
    of table: ArcadeTable, numbered number: Int, for clause: String,
    with parameters: FilterParameters, in run: ArcadeRun
  ) throws(ArcadeProblem) -> [Int]? {
    guard number >= 0, let (field, parameter) = Self.equality(in: clause),
      let column = table.schema.column(named: field),
      let value = parameters.names.firstIndex(where: { $0.isSameName(as: parameter) })
    else { return nil }
    return try run.context.tables?.indexes.index(of: table, numbered: number, column: column)?
      .rows(of: parameters.values[value])
  }
}
