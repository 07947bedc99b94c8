import Bytes
import MapModel

/// Which rows of a layer to fetch.
struct RowPart: Sendable {
  /// The rows that refer to some keys of another layer's rows.
  struct Related: Sendable {
    /// The field with the key.
    let field: String
    /// The keys as SQL writes them, each once.
    let keys: [String]
  }

  /// A filter in the service's own SQL; nil for all rows.
  var filter: String?
  /// The parameters of a query that choose an area; empty for everywhere.
  var area: [(name: String, value: String)] = []
  /// The related rows, one list for each relationship; nil to take no heed of relationships.
  var related: [Related]?

  /// How many keys one question names.
  private static let keys = 100

  /// Whether all rows are wanted.
  var isEverything: Bool { filter == nil && area.isEmpty && related == nil }

  /// What each question for IDs says.
  func choices(kind: LayerDefinition.Kind) -> [[(name: String, value: String)]] {
    guard let related else {
      return [[("where", filter.map { "(\($0))" } ?? "1=1")] + (kind == .table ? [] : area)]
    }
    return related.flatMap { related in
      stride(from: 0, to: related.keys.count, by: Self.keys).map { start in
        let keys = related.keys[start..<min(related.keys.count, start + Self.keys)]
        return [("where", "\(related.field) IN (\(keys.joined(separator: ",")))")]
      }
    }
  }
}
