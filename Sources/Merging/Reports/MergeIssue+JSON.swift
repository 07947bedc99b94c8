import FeatureData
import OrderedJSON

extension MergeIssue {
  /// What a merge adds to an issue. A diff of one package has no use for it.
  struct Provenance {
    /// The key of the record in a table without GlobalIDs, or else null.
    var key: JSON
    /// The name of the package, or null.
    var package: JSON
  }

  /// The issue as JSON for reports, with its members in a fixed order.
  ///
  /// - Parameter provenance: nil for the report of a diff.
  func json(_ schema: MergeSchema, _ provenance: Provenance? = nil) -> JSON {
    let table = table.map { schema.tables[$0] }
    let column = field.flatMap { name in table?.fieldIndex(named: name) }
    let meaning = column.flatMap { table?.fields[$0].meaning } ?? .text
    var members: JSONObject = [
      "kind": .string(kind.rawValue), "table": table.map { .string($0.name) } ?? .null,
      "globalid": id.map { .string($0.text) } ?? .null,
    ]
    if let provenance { members.append("key", provenance.key) }
    members.append("field", field.map { .string($0) } ?? .null)
    members.append("value", value?.json(meaning) ?? .null)
    if provenance != nil { members.append("code", code.map { .number($0) } ?? .null) }
    members.append("message", .string(message))
    if let provenance { members.append("package", provenance.package) }
    return .object(members)
  }
}
