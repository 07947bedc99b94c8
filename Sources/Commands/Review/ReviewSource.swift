import Bytes
package import FeatureData
import GeoPackage
import Geometry
package import Merging
package import Packages
package import Publishing

/// The inputs of a merge's review.
package struct ReviewSource {
  let schema: MergeSchema
  package var packages: [ReviewContent.Package]
  /// The indices of the packages that could be read. The outcome numbers only these.
  let read: [Int]
  /// The outcome. Its conflicts and issues use indices among all packages.
  let outcome: MergeOutcome
  let current: StoreRows
  let inputs: String
  let title: String
  /// The time zone for dates.
  package var timeZone: TimeZoneRules = .utc
  /// The rows of packages by index among all packages, if available.
  package var sides: [Int: ReviewSide] = [:]
  /// Whether there is nothing to decide.
  package var isReadOnly = false

  /// - Parameters:
  ///   - packages: All packages of the outcome, in its order.
  ///   - current: The office data, for records that a merge mentions without changing them.
  ///   - inputs: The digest of all inputs.
  package init(
    schema: MergeSchema, packages: [ReviewContent.Package], outcome: MergeOutcome,
    current: StoreRows, inputs: String, title: String
  ) {
    self.schema = schema
    self.packages = packages
    read = Array(packages.indices)
    self.outcome = outcome
    self.current = current
    self.inputs = inputs
    self.title = title
  }

  /// - Parameters:
  ///   - report: The report of all packages, including refused ones.
  ///   - outcome: The outcome of the packages that could be read.
  package init(
    report: MergeReport, outcome: MergeOutcome, current: StoreRows, inputs: String, title: String
  ) {
    schema = report.schema
    packages = ReviewContent.Package.all(report.packages)
    read = report.packages.indices.filter { report.packages[$0].outcome == .merged }
    var outcome = outcome
    outcome.conflicts = report.conflicts
    outcome.issues = report.issues
    outcome.rules = report.rules
    self.outcome = outcome
    self.current = current
    self.inputs = inputs
    self.title = title
  }
}

extension ReviewSource {
  /// Returns a package's name; nil if it is the only one, or for nil.
  func name(of package: Int?) -> String? {
    packages.count > 1 ? package.map { packages[$0].name } : nil
  }

  /// Returns an issue's message with its package, such as "crew-04: Value must be within domain".
  func note(_ issue: MergeIssue) -> String {
    name(of: issue.package).map { "\($0): \(issue.message)" } ?? issue.message
  }
}

/// The rows of a package, as issued and as returned.
package struct ReviewSide {
  let base: StoreRows
  let returned: StoreRows

  package init(base: StoreRows, returned: StoreRows) {
    self.base = base
    self.returned = returned
  }
}

extension ReviewSource {
  /// The day when all packages were built, such as "package of 14 Mar 2026".
  var subtitle: String {
    let days = Set(packages.compactMap(\.built))
    let several = packages.count > 1
    let count =
      several ? NumberText.plural(packages.count, one: "package", many: "packages") : "package"
    guard days.count == 1, let day = days.first else { return several ? count : "" }
    return "\(count) of \(day)"
  }
}

extension ReviewContent.Package {
  /// Returns the name of a package's file without its ending.
  package static func name(ofFile name: String) -> String {
    [".mmpk", ".gpkg", ".zip"].first { name.lowercased().hasSuffix($0) && name.count > $0.count }
      .map { String(name.dropLast($0.count)) } ?? name
  }

  /// Returns the packages of a merge. Files that differ only in their endings keep them.
  fileprivate static func all(_ reports: [ReturnedPackageReport]) -> [ReviewContent.Package] {
    let short = reports.map { name(ofFile: $0.name) }
    let names = Set(short).count == short.count ? short : reports.map(\.name)
    return zip(reports, names).map(ReviewContent.Package.init)
  }

  fileprivate init(_ report: ReturnedPackageReport, name: String) {
    let message: String? =
      switch report.outcome {
      case .merged: nil
      case .alreadyMerged: "merged before; no new changes"
      case .refused: "refused. \(report.message)"
      }
    self.init(id: report.packageID ?? report.content, name: name, message: message)
  }

  /// Sets the package's dates in a time zone.
  package mutating func date(by package: OpenPackage, in zone: TimeZoneRules) {
    let last = package.store.userTables.map(\.lastChange).max() ?? ""
    built = package.created.map { ReviewWords.day($0, in: zone) }
    // A copy from a geodatabase has no times.
    guard !package.isCopied else { return }
    edited = last.isEmpty || last == package.created ? nil : ReviewWords.day(last, in: zone)
  }
}

/// The facts of a merge by record.
struct ReviewFacts {
  var changes: [RecordKey: RowChange] = [:]
  var conflicts: [RecordKey: [MergeConflict]] = [:]
  var issues: [RecordKey: [MergeIssue]] = [:]
  /// Changes that were not merged, with their packages.
  var refused: [RecordKey: RefusedChange] = [:]
  /// The packages that changed a record, by index among all packages.
  var packages: [RecordKey: [Int]] = [:]
  /// Who caused a change, with packages by index among all packages.
  var causes: [RecordKey: ChangeCause] = [:]
  /// Records that somebody already decided.
  var decided: Set<RecordKey> = []
  /// The values that rules of the map set in a record, or could not set.
  var rules: [RecordKey: [RuleValue]] = [:]
  /// Issues that do not belong to a record.
  var notes: [MergeIssue] = []
  /// The changed attachments of a record.
  var attachments: [RecordKey: [RecordKey]] = [:]

  init(_ source: ReviewSource) throws {
    for table in source.outcome.changes {
      for change in table.rows {
        changes[RecordKey(table: table.table, globalID: change.id)] = change
      }
    }
    for conflict in source.outcome.conflicts {
      conflicts[RecordKey(table: conflict.table, globalID: conflict.id), default: []].append(
        conflict)
    }
    for issue in source.outcome.issues {
      if let table = issue.table, let id = issue.id {
        issues[RecordKey(table: table, globalID: id), default: []].append(issue)
      } else {
        notes.append(issue)
      }
    }
    for value in source.outcome.rules.values {
      rules[RecordKey(table: value.table, globalID: value.id), default: []].append(value)
    }
    let read = source.read
    for (key, cause) in source.outcome.causes {
      var cause = cause
      cause.packages = cause.packages.filter(read.indices.contains).map { read[$0] }
      cause.fields = cause.fields.compactMapValues {
        read.indices.contains($0) ? read[$0] : nil
      }
      causes[key] = cause
    }
    for change in source.outcome.refused where read.indices.contains(change.package) {
      var change = change
      change.package = read[change.package]
      refused[RecordKey(table: change.table, globalID: change.change.id)] = change
    }
    for (package, account) in zip(read, source.outcome.accounts) {
      for entry in account.entries {
        let key = RecordKey(table: entry.table, globalID: entry.id)
        packages[key, default: []].append(package)
        if entry.outcome == .decided { decided.insert(key) }
      }
    }
    for key in changes.keys.sorted() {
      guard source.schema.tables[key.table].isAttachments, conflicts[key] == nil,
        let parent = try parent(of: key, source)
      else { continue }
      attachments[parent, default: []].append(key)
    }
  }

  /// Returns the package that changed a record; the last one if there are several.
  func package(behind key: RecordKey) -> Int? {
    conflicts[key]?.last?.package ?? causes[key]?.packages.last ?? packages[key]?.last
      ?? refused[key]?.package ?? rules[key]?.last?.package
      ?? attachments[key]?.compactMap { package(behind: $0) }.last
      ?? issues[key]?.compactMap(\.package).last
  }

  /// Returns the fields of a record that rules of the map set.
  func fieldsSetByRules(in key: RecordKey) -> Set<Int> {
    Set((rules[key] ?? []).lazy.filter { $0.refusal == nil }.map(\.field))
  }

  /// Returns the records to show, sorted by key. Attachments are shown with their records.
  func records(_ schema: MergeSchema) -> [RecordKey] {
    let nested = Set(attachments.values.joined())
    var all = Set(changes.keys).union(conflicts.keys).union(refused.keys)
      .union(attachments.keys).union(rules.keys)
    all.formUnion(
      issues.keys.filter { !schema.tables[$0.table].isAttachments })
    return all.subtracting(nested).sorted()
  }

  /// Returns the record that an attachment belongs to, if known.
  private func parent(
    of attachment: RecordKey, _ source: ReviewSource
  ) throws -> RecordKey? {
    let schema = source.schema
    guard let link = schema.links.first(where: { $0.destination == attachment.table }),
      let row = changes[attachment]?.after ?? changes[attachment]?.before
    else { return nil }
    let key = row[link.destinationField]
    switch link.originKey {
    case .field(let field):
      guard schema.tables[link.origin].fields[field].role == .globalID,
        let id = key.text.flatMap({ GlobalID($0) })
      else { return nil }
      return RecordKey(table: link.origin, globalID: id)
    case .rowID:
      guard case .integer(let number) = key else { return nil }
      if let id = try source.current.identity(link.origin, rowid: number) {
        return RecordKey(table: link.origin, globalID: id)
      }
      return changes.first { $0.key.table == link.origin && $0.value.after?.rowid == number }?.key
    }
  }
}
