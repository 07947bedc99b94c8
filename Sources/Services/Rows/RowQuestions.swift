import FeatureData
import MapModel

/// The questions about the rows of a layer.
struct RowQuestions: Sendable {
  let layer: ServedLayer
  /// The field of object IDs.
  let idField: String

  /// The largest list of IDs and the largest page, in bytes.
  private static let longestList = 1 << 30
  private static let largestPage = 256 << 20

  /// - Throws: `ServicesError.noIDs`.
  init(_ layer: ServedLayer) throws(ServicesError) {
    guard let field = layer.definition.objectIDField else {
      throw .noIDs(layer: layer.name, address: layer.url)
    }
    self.layer = layer
    idField = field
  }

  private var query: String { layer.url + "/query" }

  /// Which rows the layer has.
  var ids: Question {
    .json(query, [("where", "1=1"), ("returnIdsOnly", "true")], sizeLimit: Self.longestList)
  }

  /// Which rows were edited at a time or later; nil if the service doesn't say.
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
    var clause = "1=1"
    if let first, let last { clause = "\(idField) >= \(first) AND \(idField) <= \(last)" }
    return rows([("where", clause)])
  }

  /// The rows with some IDs.
  func rows(with ids: [Int64]) -> Question {
    rows([("objectIds", ids.map { "\($0)" }.joined(separator: ","))])
  }

  private func rows(_ choice: [(name: String, value: String)]) -> Question {
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
    var question = Question.json(query, parameters, sizeLimit: Self.largestPage)
    question.isDivisible = true
    return question
  }
}
