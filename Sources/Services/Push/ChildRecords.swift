import FeatureData
import MapModel
import OrderedJSON

/// The related records of records that are to be deleted.
struct ChildRecords: Sendable {
  let client: ServiceClient
  let parent: PushedLayer
  let relation: Relationship
  /// Deletions of children that will be sent before, such as those of a dry run.
  let deleted: Set<GlobalID>
  /// Additions and updates of children that will be sent before.
  let edited: [OpenEdit]

  /// How many parents one question is about.
  private static let most = 100

  /// The records that have children in the service, after what will be sent before.
  ///
  /// - Throws: `ServicesError`.
  func parents(among edits: [RecordEdit]) async throws -> Set<GlobalID> {
    let address = parent.layer.address.layer(relation.relatedTableID)
    let child = try ServedLayer(
      await client.document(.json(address.description)), at: address)
    let ends = child.definition.relationships
    guard let end = ends.first(where: { $0.id == relation.id && $0.role == .destination }),
      let field = child.definition.fields.named(end.keyField)
    else { return [] }
    let keys = keys(field)
    let gone = deleted.union(keys.keys)
    var found = Set(
      edits.filter { edit in keys.values.contains { isKey($0, of: edit, field) } }.map(\.id))
    var waiting = stride(from: 0, to: edits.count, by: Self.most).map {
      Array(edits[$0..<min(edits.count, $0 + Self.most)])
    }
    while let part = waiting.popLast() {
      let question = question(part, of: child, field)
      let json = try await client.document(question)
      guard let features = json["features"]?.array else {
        throw ServicesError.answerUnusable(address: question.address, expected: "records")
      }
      for feature in features where !isGone(feature, gone, of: child) {
        let value = feature["attributes"]?.object?.value(of: field)
        for edit in part where isKey(value, of: edit, field) { found.insert(edit.id) }
      }
      // Of those that a cut answer shows, one child is enough.
      let rest = part.filter { !found.contains($0.id) }
      if json["exceededTransferLimit"]?.bool == true, !rest.isEmpty, part.count > 1 {
        let middle = (rest.count + 1) / 2
        waiting += [Array(rest[..<middle]), Array(rest[middle...])].filter { !$0.isEmpty }
      }
    }
    return found
  }

  /// The keys that children will have, by their GlobalIDs.
  private func keys(_ field: Field) -> [GlobalID: JSON?] {
    var keys: [GlobalID: JSON?] = [:]
    for edit in edited {
      guard let value = edit.values.first(where: { $0.field.isNamed(field.name) }) else { continue }
      keys[edit.edit.id] = .some(value.ours)
    }
    return keys
  }

  private func isKey(_ value: JSON?, of edit: RecordEdit, _ field: Field) -> Bool {
    guard let value, !value.isNull else { return false }
    return ServedValue(field: field).isSame(value, parent.key(relation.keyField, of: edit))
  }

  private func isGone(
    _ feature: JSON, _ gone: Set<GlobalID>, of child: ServedLayer
  ) -> Bool {
    guard let name = child.definition.globalIDField, let field = child.definition.fields.named(name)
    else { return false }
    let id = feature["attributes"]?.object?.value(of: field)?.string.flatMap { GlobalID($0) }
    return id.map { gone.contains($0) } ?? false
  }

  private func question(
    _ edits: [RecordEdit], of child: ServedLayer, _ field: Field
  ) -> Question {
    let keys = edits.flatMap { literals(parent.key(relation.keyField, of: $0), of: field) }
    let fields = [child.definition.globalIDField, field.name].compactMap(\.self)
    return .json(
      child.url + "/query",
      [
        ("where", keys.isEmpty ? "1=0" : "\(field.name) IN (\(keys.joined(separator: ",")))"),
        ("outFields", fields.joined(separator: ",")), ("returnGeometry", "false"),
      ])
  }

  /// A key in SQL. Services write GlobalIDs in two ways.
  private func literals(_ key: JSON?, of field: Field) -> [String] {
    if field.type.isIdentity, let id = key?.string.flatMap({ GlobalID($0) }) {
      let plain = id.text.lowercased().filter { $0 != "{" && $0 != "}" }
      return ["'\(id.text)'", "'\(plain)'"]
    }
    if let number = key?.int { return ["\(number)"] }
    guard let text = key?.string else { return [] }
    return [
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    ]
  }
}

extension PushedLayer {
  /// An end of a relationship of the layer.
  func end(_ role: Relationship.Role, of id: Int) -> Relationship? {
    layer.definition.relationships.first { $0.id == id && $0.role == role }
  }

  /// The value of a field by which other records refer to a record.
  func key(_ field: String, of edit: RecordEdit) -> JSON? {
    if idField.isNamed(field) { return .string(edit.id.text) }
    let value = edit.values.first { $0.field.isNamed(field) }
    return edit.action == .delete ? value?.before : value?.ours
  }
}
