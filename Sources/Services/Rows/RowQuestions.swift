import FeatureData
import MapModel

/// The questions about the rows of a layer.
struct RowQuestions: Sendable {
  let layer: ServedLayer
  private let part: RowPart
  /// The field of object IDs.
  let idField: String

  /// The largest list of IDs and the largest page, in bytes.
  private static let longestList = 1 << 30
  private static let largestPage = ComposedPages.largestPage
  /// The largest answer with a single row, in bytes.
  private static let largestRow = 256 << 20

  /// - Parameter part: which rows to ask for.
  /// - Throws: `ServicesError.noIDs`.
  init(_ layer: ServedLayer, _ part: RowPart = RowPart()) throws(ServicesError) {
    guard let field = layer.definition.objectIDField else {
      throw .noIDs(layer: layer.name, address: layer.url)
    }
    self.layer = layer
    self.part = part
    idField = field
  }

  private var query: String { layer.url + "/query" }

  /// Which rows the layer has. If the part is of related rows, there are several lists, or none.
  var ids: [Question] {
    part.choices(kind: layer.definition.kind).map { choice in
      .json(query, choice + [("returnIdsOnly", "true")], sizeLimit: Self.longestList)
    }
  }

  /// Which rows were edited at a time or later, of any part; nil if the service doesn't say.
  func ids(editedSince time: Int64) -> Question? {
    guard let field = layer.editDateField else { return nil }
    // As SQL writes it, in UTC and without milliseconds.
    let text = DateText.dateTime(time).prefix(19).split(separator: "T").joined(separator: " ")
    return .json(
      query, [("where", "\(field) >= timestamp '\(text)'"), ("returnIdsOnly", "true")],
      sizeLimit: Self.longestList)
  }

  /// The rows from one ID to another, or all if the layer has none.
  func rows(from first: Int64?, to last: Int64?) -> Question {
    // The rows of an empty part: none, but the page has the fields.
    var clause = part.isEverything ? "1=1" : "1=0"
    if let first, let last { clause = "\(idField) >= \(first) AND \(idField) <= \(last)" }
    return rows([("where", clause)], isOne: first == last)
  }

  /// The rows with some IDs.
  func rows(with ids: [Int64]) -> Question {
    rows([("objectIds", ids.map { "\($0)" }.joined(separator: ","))], isOne: ids.count == 1)
  }

  /// The row with an ID, which no smaller question can replace.
  func row(_ id: Int64) -> Question {
    var question = rows(with: [id])
    question.isDivisible = false
    return question
  }

  private func rows(_ choice: [(name: String, value: String)], isOne: Bool) -> Question {
    let definition = layer.definition
    var parameters = choice + [("outFields", "*")]
    if definition.kind == .table {
      parameters.append(("returnGeometry", "false"))
    } else {
      // No outSR, and nothing that rounds: coordinates come as the service stores them.
      parameters.append(("returnGeometry", "true"))
      if definition.hasZ { parameters.append(("returnZ", "true")) }
      if definition.hasM { parameters.append(("returnM", "true")) }
    }
    if layer.canSort { parameters.append(("orderByFields", "\(idField) ASC")) }
    var question = Question.json(
      query, parameters, sizeLimit: isOne ? Self.largestRow : Self.largestPage)
    question.isDivisible = true
    return question
  }
}
