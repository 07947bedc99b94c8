package import OrderedJSON
package import Packages

/// Something that a site leaves out, or shows differently from the map.
package struct SiteFinding: Sendable, Equatable {
  /// Its code.
  package var id: FindingID
  /// The layer it is about; empty for the map as a whole.
  package var subject: String
  /// One sentence.
  package var message: String
  /// The number of records or files; nil where a count has no meaning.
  package var count: Int?

  package init(_ id: FindingID, subject: String, _ message: String, count: Int? = nil) {
    self.id = id
    self.subject = subject
    self.message = message
    self.count = count
  }

  /// The finding as machines read it; members in a fixed order.
  package var json: JSON {
    [
      "id": .string(id.rawValue), "subject": .string(subject), "message": .string(message),
      "count": count.map { .number($0) } ?? .null,
    ]
  }
}
