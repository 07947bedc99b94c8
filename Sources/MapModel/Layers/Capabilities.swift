/// What a service or a map allows, from a comma-separated list such as `Create,Query,Editing`.
package struct Capabilities: Sendable, Equatable {
  /// The names as written, blanks trimmed.
  package let names: [String]

  /// Splits a list.
  package init(parsing text: String) {
    names = text.utf8.split(separator: UInt8(ascii: ",")).map { part in
      let trimmed = part.drop { $0 == 0x20 }
      let end = trimmed.lastIndex { $0 != 0x20 }.map(trimmed.index(after:)) ?? trimmed.startIndex
      return String(decoding: trimmed[..<end], as: UTF8.self)
    }.filter { !$0.isEmpty }
  }

  /// Whether a name is in the list, without regard to case.
  package func contains(_ name: String) -> Bool {
    names.contains { $0.isSameName(as: name) }
  }

  /// Whether rows may be changed in any way.
  package var allowsEditing: Bool {
    contains("Editing") || contains("Create") || contains("Update") || contains("Delete")
  }

  /// Whether rows may be added; a list that says only `Editing` allows all three.
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
