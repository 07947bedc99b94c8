import Geodatabase

// A geodatabase comes from other programs: parts of it may be malformed, or it may be of a kind that
// holds no layers.
extension GeodatabaseReader {
  /// Names each part that cannot be read, and a geodatabase that holds no whole layers.
  ///
  /// - Parameters:
  ///   - file: its name, as its owner knows it.
  ///   - severity: that of a feature class or table that cannot be read.
  func findings(of file: String, dataset severity: Severity) -> [Finding] {
    unreadable.map { Finding($0, in: file, dataset: severity) }
      + (delta.map { [Finding($0, in: file)] } ?? [])
  }
}

extension Finding {
  /// What is lost with an item of a geodatabase.
  init(_ item: UnreadableItem, in file: String, dataset severity: Severity) {
    let lost =
      switch item.kind {
      case .dataset: "Its rows are left out."
      case .domain: "Its fields have no list of values."
      case .relationshipClass: "Its records are not related."
      case .serviceItem: "It is read without what its service says of it."
      }
    self.init(
      .sourceItemUnreadable, item.kind == .dataset ? severity : .warning, subject: item.name,
      "\(file): \(item.problem). \(lost)")
  }

  fileprivate init(_ delta: Delta, in file: String) {
    self.init(
      .dataIsDelta, subject: file,
      "It is a delta geodatabase: it carries changes between a replica and its service, not whole "
        + "layers.", samples: delta.changes.map(\.title))
  }
}
