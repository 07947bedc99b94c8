import MapModel
import OrderedJSON

/// Decides which rows of each layer belong to a part of the data.
///
/// A filter is for its layer, and an area for all layers with geometry. Of a layer or table that has
/// neither, the rows that are related to chosen rows are wanted, and else all.
struct PartChoice {
  /// The layers in the order in which to read them: those that others refer to come first.
  let order: [Int]
  private let part: FetchPart
  private let catalogue: Catalogue
  /// The IDs of the rows of each layer that has been read, if they are a part.
  private var chosen: [Int: [Int64]] = [:]
  private var parts: [Int: RowPart] = [:]

  /// A relationship from a layer that others refer to.
  private struct Link {
    let origin: Int
    /// The keys' field in the origin, and in the layer that refers to it.
    let (originField, field): (String, String)
  }

  /// - Throws: `ServicesError.noSuchLayer` if a filter is for another layer.
  init(_ part: FetchPart, _ catalogue: Catalogue) throws(ServicesError) {
    for filter in part.filters
    where !catalogue.map.shown.contains(where: { $0.isNamed(filter.layer) }) {
      throw .noSuchLayer(name: filter.layer, layers: catalogue.map.shown.map(\.title))
    }
    self.part = part
    self.catalogue = catalogue
    order = Self.order(catalogue)
  }

  private static func order(_ catalogue: Catalogue) -> [Int] {
    var order: [Int] = []
    // Relationships can make a circle.
    var seen: Set<Int> = []
    func visit(_ index: Int) {
      guard seen.insert(index).inserted else { return }
      for link in links(to: index, catalogue) { visit(link.origin) }
      order.append(index)
    }
    for index in catalogue.layers.indices { visit(index) }
    return order
  }

  /// The layers that a layer's rows refer to.
  private static func links(to index: Int, _ catalogue: Catalogue) -> [Link] {
    let layer = catalogue.layers[index]
    return layer.definition.relationships.compactMap { relationship in
      guard relationship.role == .destination, relationship.relationshipTableID == nil,
        relationship.cardinality != .manyToMany,
        let origin = catalogue.layers.firstIndex(where: {
          $0.address == layer.address.layer(relationship.relatedTableID)
        }), origin != index,
        let other = catalogue.layers[origin].definition.relationships.first(where: {
          $0.id == relationship.id && $0.role == .origin
        })
      else { return nil }
      return Link(origin: origin, originField: other.keyField, field: relationship.keyField)
    }
  }

  /// Which rows of a layer to fetch, after the layers that it refers to have been read.
  ///
  /// - Throws: `ServicesError`.
  mutating func part(of index: Int, over client: ServiceClient) async throws -> RowPart {
    let layer = catalogue.layers[index]
    let own = catalogue.map.shown.filter { $0.address == layer.address }
    var rows = RowPart()
    rows.filter =
      part.filters.first { filter in own.contains { $0.isNamed(filter.layer) } }?.clause
    if layer.definition.kind != .table { rows.area = part.areaParameters }
    if rows.isEverything {
      var related: [RowPart.Related] = []
      for link in Self.links(to: index, catalogue) {
        guard let ids = chosen[link.origin] else { continue }
        let keys = try await KeyReader(client: client, layer: catalogue.layers[link.origin]).keys(
          link.originField, ofRows: ids)
        related.append(RowPart.Related(field: link.field, keys: keys))
      }
      if !related.isEmpty { rows.related = related }
    }
    parts[index] = rows
    return rows
  }

  /// Notes the rows of a layer that has been read.
  mutating func note(_ ids: [Int64], of index: Int) {
    if parts[index]?.isEverything == false { chosen[index] = ids }
  }
}

/// Reads the keys that related rows refer to.
struct KeyReader: Sendable {
  let client: ServiceClient
  let layer: ServedLayer

  /// How many rows one question is about, and how many questions are asked at once.
  private static let rows = 250
  private static let batch = 16

  /// The keys of rows as SQL writes them, each once, in the order of the rows.
  ///
  /// - Throws: `ServicesError`.
  func keys(_ field: String, ofRows ids: [Int64]) async throws -> [String] {
    let size = min(Self.rows, layer.pageSize)
    let questions = stride(from: 0, to: ids.count, by: size).map { start in
      let rows = ids[start..<min(ids.count, start + size)]
      return Question.json(
        layer.url + "/query",
        [
          ("objectIds", rows.map { "\($0)" }.joined(separator: ",")), ("outFields", field),
          ("returnGeometry", "false"),
        ])
    }
    var (keys, taken): ([String], Set<String>) = ([], [])
    for start in stride(from: 0, to: questions.count, by: Self.batch) {
      let batch = Array(questions[start..<min(questions.count, start + Self.batch)])
      for (index, document) in try await client.documents(batch).enumerated() {
        let first = (start + index) * size
        let count = min(ids.count, first + size) - first
        guard let features = document["features"]?.array, features.count == count else {
          throw ServicesError.answerUnusable(
            address: layer.url, expected: "the keys of \(count) rows")
        }
        for case let key? in features.map({ Self.text($0, field) }) where taken.insert(key).inserted
        {
          keys.append(key)
        }
      }
    }
    return keys
  }

  /// The key of a row as SQL writes it; nil for null.
  private static func text(_ row: JSON, _ field: String) -> String? {
    let attributes = row["attributes"]?.object ?? JSONObject()
    let name = attributes.keys.first { $0.isSameName(as: field) }
    switch name.flatMap({ attributes[$0] }) {
    case .string(let text): return "'\(text.replacing("'", with: "''"))'"
    case .number(let number): return number.text
    default: return nil
    }
  }
}
