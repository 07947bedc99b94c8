import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Edits replicas like an ArcGIS client: through the views and triggers of the file, whose functions
/// are registered in Python.
struct ReplicaClient {

  /// 2026-05-01T12:30:00Z in milliseconds. Edits are a minute apart.
  static let noon = 1_777_638_600_000

  /// An edit. Edits in the same minute are one transaction.
  struct Edit {
    var sql: String
    var minute: Int

    init(_ sql: String, minute: Int) {
      self.sql = sql
      self.minute = minute
    }
  }

  /// Edits a geodatabase, with each statement in its own transaction.
  static func edit(_ path: String, _ statements: [String]) async throws {
    try await edit(path, statements.enumerated().map { Edit($1, minute: $0) })
  }

  static func edit(_ path: String, _ edits: [Edit]) async throws {
    let json = JSON.array(
      edits.map { ["at": .number(noon + $0.minute * 60_000), "sql": .string($0.sql)] })
    let script = Fixture.repository + "/Tests/Judges/edit_replica.py"
    let made = try await #require(Tool.python3).run([script, path], stdin: JSONWriter.write(json))
    try #require(made.status == 0, "\(made.errorText)")
  }
}

/// An answer of `diff --json`.
struct DiffAnswer {
  let document: JSON

  init(_ document: JSON) { self.document = document }

  /// Each change as `Title action GLOBALID field,field`, in the order of the answer. Changed geometry
  /// is the field `geometry`.
  var changes: [String] {
    (document["tables"]?.array ?? []).flatMap { table in
      (table["changes"]?.array ?? []).map { change in
        var fields = (change["fields"]?.array ?? []).compactMap { $0["field"]?.string }
        if change["geometry"] != nil { fields.append("geometry") }
        let action = change["action"]?.string ?? ""
        let id = change["globalid"]?.string ?? ""
        let words = [table["title"]?.string ?? "", action, id]
        return (words + (action == "update" ? [fields.joined(separator: ",")] : []))
          .joined(separator: " ")
      }
    }
  }

  /// The messages of the issues.
  var issues: [String] {
    (document["issues"]?.array ?? []).compactMap { $0["kind"]?.string }
  }

  /// The values of a field before and after.
  func values(of field: String, _ id: String) -> (old: JSON?, new: JSON?) {
    for table in document["tables"]?.array ?? [] {
      for change in table["changes"]?.array ?? [] where change["globalid"]?.string == id {
        let found = change["fields"]?.array?.first { $0["field"]?.string == field }
        if let found { return (found["old"], found["new"]) }
      }
    }
    return (nil, nil)
  }
}
