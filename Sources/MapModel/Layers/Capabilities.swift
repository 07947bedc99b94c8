/// The operations that a service or map allows, from a comma-separated list such as
/// `Create,Query,Editing`.
package struct Capabilities: Sendable, Equatable {
  /// The names as written, without surrounding blanks.
  package let names: [String]

  /// Splits a list.
  package init(parsing text: String) {
    names = text.utf8.split(separator: UInt8(ascii: ",")).map { part in
      let trimmed = part.drop { $0 == 0x20 }
      let end = trimmed.lastIndex { $0 != 0x20 }.map(trimmed.index(after:)) ?? trimmed.startIndex
      return String(decoding: trimmed[..<end], as: UTF8.self)
    }.filter { !$0.isEmpty }
  }

  /// Returns whether a name is in the list, ignoring case.
  package func contains(_ name: String) -> Bool {
    names.contains { $0.isSameName(as: name) }
  }

  /// Whether any kind of edit is allowed.
  package var allowsEditing: Bool {
    contains("Editing") || contains("Create") || contains("Update") || contains("Delete")
  }

  /// Whether rows may be added. A list with only `Editing` allows all three operations.
  package var allowsCreate: Bool { allows("Create") }
  /// Whether rows may be changed.
  package var allowsUpdate: Bool { allows("Update") }
  /// Whether rows may be deleted.
  package var allowsDelete: Bool { allows("Delete") }

  private func allows(_ name: String) -> Bool {
    if contains(name) { return true }
    return contains("Editing") && !contains("Create") && !contains("Update") && !contains("Delete")
  }
}
