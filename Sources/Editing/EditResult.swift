package import FeatureData
package import OrderedJSON

/// Why an edit is refused: the field app's error code, or the service's if the app has none.
package struct EditError: Error, Sendable, Equatable {
  package var code: Int
  /// One line.
  package var message: String

  init(_ code: Int, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ violation: FieldViolation) {
    code = violation.code.rawValue
    message =
      violation.field.isEmpty ? violation.message : "\(violation.field): \(violation.message)"
  }

  /// For a valid edit that is not applied because another edit is refused.
  static let rolledBack = EditError(1_003, "Operation rolled back.")
  static let missing = EditError(1_011, "Object is missing.")
  static let layerNotFound = EditError(2_001, "Layer not found.")

  static func invalid(_ message: String) -> EditError {
    EditError(FieldViolation.Code.invalid.rawValue, message)
  }
}

/// The result of one edit.
package struct EditResult: Sendable, Equatable {
  package var objectID: Int64?
  package var globalID: GlobalID?
  /// Empty for a valid edit.
  package var errors: [EditError] = []

  /// The result in the form of an applyEdits response.
  ///
  /// - Parameter isRolledBack: whether other edits were refused.
  func json(isRolledBack: Bool) -> JSON {
    var members = JSONObject()
    members.append("objectId", objectID.map { .number(Int($0)) } ?? .null)
    members.append("globalId", globalID.map { .string($0.text) } ?? .null)
    let errors = errors.isEmpty && isRolledBack ? [.rolledBack] : errors
    members.append("success", .bool(errors.isEmpty))
    guard let first = errors.first else { return .object(members) }
    members.append(
      "error",
      [
        "code": .number(first.code),
        "description": .string(errors.map(\.message).joined(separator: "; ")),
      ])
    return .object(members)
  }
}

/// The results of the edits of one layer or table, in the order of the document.
package struct LayerEditResult: Sendable {
  /// The layer's number or name in the document.
  package var id: JSON
  /// The title of the layer or table; nil if no layer or table has that name.
  package var title: String?
  package var adds: [EditResult] = []
  package var updates: [EditResult] = []
  package var deletes: [EditResult] = []
  package var attachmentAdds: [EditResult] = []
  package var attachmentUpdates: [EditResult] = []
  package var attachmentDeletes: [EditResult] = []

  /// All results, each with the kind of its edit and its index in that list.
  package var all: [(kind: String, index: Int, result: EditResult)] {
    let lists = [
      ("adds", adds), ("updates", updates), ("deletes", deletes),
      ("attachments.adds", attachmentAdds), ("attachments.updates", attachmentUpdates),
      ("attachments.deletes", attachmentDeletes),
    ]
    return lists.flatMap { kind, results in
      results.enumerated().map { (kind, $0, $1) }
    }
  }

  func json(isRolledBack: Bool) -> JSON {
    func list(_ results: [EditResult]) -> JSON {
      .array(results.map { $0.json(isRolledBack: isRolledBack) })
    }
    var members = JSONObject()
    members.append("id", id)
    members.append("addResults", list(adds))
    members.append("updateResults", list(updates))
    members.append("deleteResults", list(deletes))
    members.append(
      "attachments",
      [
        "addResults": list(attachmentAdds), "updateResults": list(attachmentUpdates),
        "deleteResults": list(attachmentDeletes),
      ])
    return .object(members)
  }
}
