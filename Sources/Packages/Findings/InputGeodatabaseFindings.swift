import Geodatabase

// Other programs write input geodatabases. Parts may be malformed, or the file may hold no layers.
extension GeodatabaseReader {
  /// Reports each unreadable part, and a delta geodatabase, which has no complete layers.
  ///
  /// - Parameters:
  ///   - file: the name of the geodatabase, as the user knows it.
  ///   - severity: the severity for an unreadable feature class or table.
  package func findings(of file: String, dataset severity: Severity) -> [Finding] {
    unreadable.map { Finding($0, in: file, dataset: severity) }
      + (delta.map { [Finding($0, in: file)] } ?? [])
  }
}

extension Finding {
  /// Reports an unreadable item of a geodatabase, and what is lost with it.
  init(_ item: UnreadableItem, in file: String, dataset severity: Severity) {
    let lost =
      switch item.kind {
      case .dataset: "Fieldpack leaves its records out."
      case .domain: "Its fields have no allowed values."
      case .relationshipClass: "Fieldpack doesn't relate its records."
      case .serviceItem: "Fieldpack reads the layer without its service definition."
      }
    self.init(
      .geodatabaseItemUnreadable, item.kind == .dataset ? severity : .warning, subject: item.name,
      "\(file): \(item.problem). \(lost)")
  }

  fileprivate init(_ delta: Delta, in file: String) {
    self.init(
      .geodatabaseIsDelta, subject: file,
      "This is a delta geodatabase. It has changes between a replica and its service, but no "
        + "complete layers.", samples: delta.changes.map(\.title))
  }
}
