import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packages

/// Checks that the rules of a map fit its layers and fields.
struct RuleChecks {
  let rules: MapRules
  let folder: DataFolder
  let tables: [PlannedTable]
  let relationships: [TableRelationship]

  /// - Returns: what to say of rules that don't fit.
  /// - Throws: faults of the machine.
  func findings() throws -> [Finding] {
    var findings: [Finding] = []
    for (index, rule) in rules.rules.enumerated() {
      let subject: String
      switch rule {
      case .fill(let fill): subject = fill.layer
      case .newest(let newest): subject = newest.parents
      case .prefer(let prefer): subject = prefer.layer ?? ""
      }
      for problem in try problems(of: rule) {
        findings.append(
          Finding(
            .ruleNotApplicable, subject: table(subject)?.title ?? subject,
            "Rule \(index + 1) can't be applied: \(problem).", samples: ["\(rule)"]))
      }
    }
    return findings
  }

  private func problems(of rule: MapRule) throws -> [String] {
    switch rule {
    case .fill(let fill): try problems(of: fill)
    case .newest(let newest): problems(of: newest)
    case .prefer(let prefer): problems(of: prefer)
    }
  }

  private func problems(of prefer: MapRule.Prefer) -> [String] {
    guard let layer = prefer.layer else { return [] }
    guard let target = table(layer) else { return [Self.noLayer(layer)] }
    return prefer.field.map { fieldProblems($0, of: target) } ?? []
  }

  private func problems(of fill: MapRule.Fill) throws -> [String] {
    guard let target = table(fill.layer) else { return [Self.noLayer(fill.layer)] }
    var problems = fieldProblems(fill.field, of: target)
    switch fill.source {
    case .constant: break
    case .polygon(let layer, let field):
      guard let polygons = table(layer) else { return problems + [Self.noLayer(layer)] }
      problems += fieldProblems(field, of: polygons)
      if polygons.schema?.geometry?.kind?.isPolygon != true {
        problems.append("\(polygons.title) is not a polygon layer")
      }
    case .addresses(let addresses): problems += try Self.problems(of: addresses, folder)
    }
    if case .constant = fill.source, !fill.onMove { return problems }
    if target.schema?.geometry?.kind?.isPoint != true {
      problems.append("\(target.title) is not a point layer")
    }
    return problems
  }

  private func problems(of newest: MapRule.Newest) -> [String] {
    guard let parents = tableIndex(newest.parents) else { return [Self.noLayer(newest.parents)] }
    guard let records = tableIndex(newest.records) else { return [Self.noLayer(newest.records)] }
    let (one, many) = (tables[parents], tables[records])
    var problems: [String] = []
    for field in newest.fields {
      problems += fieldProblems(field, of: one) + fieldProblems(field, of: many)
    }
    problems += fieldProblems(newest.by, of: many)
    if !relationships.contains(where: { $0.origin == parents && $0.destination == records }) {
      problems.append("\(many.title) is not related to \(one.title)")
    }
    return problems
  }

  private static func problems(
    of addresses: MapRule.Addresses, _ folder: DataFolder
  ) throws -> [String] {
    do {
      guard let file = try folder.ruleFiles().open(addresses.file) else {
        return ["there is no file \(addresses.file) beside the data"]
      }
      try addresses.columns.check(file)
      return []
    } catch  where !error.isFaultOfTheMachine {
      return [folder.withoutPath("\(error)")]
    }
  }

  private static func noLayer(_ name: String) -> String {
    "no packed layer or table is named \"\(name)\""
  }

  private func fieldProblems(_ name: String, of table: PlannedTable) -> [String] {
    guard let schema = table.schema, schema.column(named: name) == nil else { return [] }
    return ["\(table.title) has no field \(name)"]
  }

  private func table(_ name: String) -> PlannedTable? { tableIndex(name).map { tables[$0] } }

  private func tableIndex(_ name: String) -> Int? {
    tables.firstIndex { $0.layers.contains { $0.layer.id.hasSameUTF8(as: name) } }
      ?? tables.firstIndex { $0.isNamed(name) }
  }
}

extension GeometryKind {
  fileprivate var isPolygon: Bool { self == .polygon || self == .multiPolygon }
  fileprivate var isPoint: Bool { self == .point || self == .multiPoint }
}

extension DataFolder {
  /// Looks beside the bindings document, then in the folder itself.
  fileprivate func ruleFiles() throws(BytesError) -> RuleFiles {
    RuleFiles(
      folders: [bindings.folder].compactMap(\.self) + (try RuleFiles(beside: [path])).folders)
  }
}
