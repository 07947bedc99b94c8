import OrderedJSON

/// The attachment counts of a returned package. Attachments that were taken are linked, missing,
/// without a row, or refused.
package struct AttachmentCounts: Sendable, Equatable {
  /// New attachments that rows hold or name, and files that no row names.
  package var taken = 0
  /// Taken attachments whose bytes were received.
  package var arrived = 0
  /// Received attachments that belong to a record of the result.
  package var linked = 0
  /// Linked attachments that already existed.
  package var duplicate = 0
  /// Taken attachments whose bytes are missing.
  package var missing = 0

  /// Whether the package has no new attachments.
  package var isEmpty: Bool { taken == 0 }

  var json: JSON {
    [
      "taken": .number(taken), "arrived": .number(arrived), "linked": .number(linked),
      "missing": .number(missing), "duplicate": .number(duplicate),
    ]
  }
}
