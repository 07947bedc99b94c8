package import OrderedJSON

/// The rules of a map, in the order in which they are applied.
package struct MapRules: Sendable, Equatable {
  /// The rules as read.
  package let json: JSON
  package let rules: [MapRule]

  /// The largest number of rules.
  static let limit = 1_000
  /// The largest distance to an address, in meters.
  static let farthestAddress = 10_000.0

  init(json: JSON, rules: [MapRule]) {
    self.json = json
    self.rules = rules
  }

  /// The names of the address tables that the rules need, each once.
  package var addressFiles: [String] {
    var names: [String] = []
    for rule in rules {
      if case .fill(let fill) = rule, case .addresses(let addresses) = fill.source,
        !names.contains(where: { $0.hasSameUTF8(as: addresses.file) })
      {
        names.append(addresses.file)
      }
    }
    return names
  }
}

extension MapRules {
  /// Reads the `rules` of a bindings document.
  ///
  /// - Parameter path: the path of the document, for messages.
  /// - Throws: `PackagingError.bindings`, also for a member that no rule has.
  package init(json: JSON, path: String) throws {
    guard let items = json.array, items.count <= Self.limit else {
      throw PackagingError.bindings(
        path: path, expected: "\"rules\", an array of at most \(Self.limit) rules")
    }
    var rules: [MapRule] = []
    for (index, item) in items.enumerated() {
      guard let members = item.object else {
        throw PackagingError.bindings(path: path, expected: "an object for rule \(index + 1)")
      }
      let reader = RuleReader(members: members, path: path, location: "rule \(index + 1)")
      rules.append(try reader.rule())
    }
    self.init(json: json, rules: rules)
  }

  /// Whether a bindings document has rules.
  ///
  /// - Throws: `LocatedError`, `BytesError`.
  package static func areIn(bindings path: String) throws -> Bool {
    try JSONDocument.read(path: path)["rules"] != nil
  }

  /// Reads only the rules of a bindings document.
  ///
  /// - Throws: `PackagingError.bindings` for a document without rules, `LocatedError`, `BytesError`.
  package init(bindings path: String) throws {
    guard let rules = try JSONDocument.read(path: path)["rules"] else {
      throw PackagingError.bindings(path: path, expected: "\"rules\", an array")
    }
    try self.init(json: rules, path: path)
  }
}
