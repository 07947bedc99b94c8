import FeatureData
import GeoPackage
import Merging
import OrderedJSON
import Packages
import TestSupport
import Testing

/// A merge in a town with rules, and the values that the rules set.
struct RuleCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The rules as JSON.
  var rules: [String]
  /// The data as issued. Every store also has the wards.
  var base: String
  /// The data in each returned package.
  var returned: [String]
  /// The office data. Nil if it is as issued.
  var current: String?
  /// The content of `addresses.csv`. Nil if there is no such file.
  var addresses: String?
  /// The values that rules set, one per line: `Trees 1 cond NULL>G`.
  var sets: String
  var problems: [String]

  init(
    _ name: String, rules: String..., base: String = "", returned: String...,
    current: String? = nil, addresses: String? = nil, sets: String = "", problems: [String] = []
  ) {
    self.name = name
    self.rules = rules
    self.base = base
    self.returned = returned
    self.current = current
    self.addresses = addresses
    self.sets = sets
    self.problems = problems
  }

  var testDescription: String { name }

  static let wards = """
    Wards 90 name=NORTH box=0,5,10,10
    Wards 91 name=SOUTH box=0,0,10,5
    Wards 92 name=TWICE box=8,8,20,20
    Wards 93 box=-10,-10,-5,-5

    """

  /// Merges and applies the rules.
  func merge(
    wards: String = Self.wards, order: [Int]? = nil, merged: Set<UInt64> = []
  ) async throws -> (merged: MergeOutcome, outcome: MergeOutcome, schema: MergeSchema) {
    let folder = try TemporaryFolder()
    if let addresses { try folder.write(addresses, to: "addresses.csv") }
    let schema = try RuleTown.schema()
    let issued = try RuleTown.store(wards + base, "base.gpkg", in: folder)
    let office = try RuleTown.store(wards + (current ?? base), "current.gpkg", in: folder)
    var packages: [ReturnedPackage] = []
    for (index, text) in returned.enumerated() {
      let store = try RuleTown.store(wards + text, "\(index).gpkg", in: folder)
      let diff = try await PackageDiff(
        base: issued, returned: store, schema: schema, packageID: "p\(index)", packageIndex: index)
      packages.append(
        ReturnedPackage(
          identity: "p\(index)", changes: diff.tables, issues: diff.issues,
          base: try StoreRows(issued, schema: schema),
          returned: try StoreRows(store, schema: schema)
        ))
    }
    let rows = try StoreRows(office, schema: schema)
    let resolved = try MergeResolution.merge(
      (order ?? Array(packages.indices)).map { packages[$0] }, into: rows, schema: schema,
      mergedBefore: merged)
    var outcome = resolved
    try mapRules().apply(
      to: &outcome, schema: schema, current: rows, files: RuleFiles(folders: [folder.path]))
    return (resolved, outcome, schema)
  }

  func mapRules() throws -> MapRules {
    let text = "[\(rules.joined(separator: ","))]"
    return try MapRules(json: try JSONParser.parse(Array(text.utf8)), path: "bindings.json")
  }

  /// Returns a value as text, with the package that entered the old value, and why it was kept:
  /// `Trees 1 cond NULL>G`.
  static func line(_ value: RuleValue, _ schema: MergeSchema) -> String {
    let writer = CityWriter(schema: schema)
    let table = schema.tables[value.table]
    let words = [
      table.name, writer.name(value.id), table.fields[value.field].name,
      "\(writer.text(value.old))>\(writer.text(value.new))",
    ]
    let by = value.old.isNull ? [] : value.oldPackage.map { ["of package \($0)"] } ?? []
    let refusal = value.refusal.map { refusal in
      switch refusal {
      case .violation(let violation): "\(violation.code.rawValue)"
      case .conflict: "stays: conflict"
      case .entered: "stays: entered"
      }
    }
    return (words + by + [refusal].compactMap(\.self)).joined(separator: " ")
  }
}
