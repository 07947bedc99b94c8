import Bytes
package import FeatureData
import GeoPackage
import Geometry
package import Merging
package import Packaging

/// What the review of a merge is made from.
package struct ReviewSource {
  let schema: MergeSchema
  package var packages: [ReviewContent.Package]
  /// The packages that could be read, which the outcome counts.
  let read: [Int]
  /// The outcome; in its conflicts and issues, packages go by their places among all.
  let outcome: MergeOutcome
  let current: StoreRows
  let inputs: String
  let title: String
  /// Whose clocks dates are shown by.
  package var timeZone: TimeZoneRules = .utc
  /// The rows of packages, by their places among all, where they are to be had.
  package var sides: [Int: ReviewSide] = [:]
  /// Whether nothing is to be decided.
  package var isReadOnly = false

  /// - Parameters:
  ///   - packages: all of the outcome, in its order.
  ///   - current: the current data, for records that a merge names without changing them.
  ///   - inputs: the digest of everything that went in.
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
  ///   - report: of all packages, those that were refused too.
  ///   - outcome: of those that could be read.
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
  /// What a package is called where there are several; nil where there is one, and for nil.
  func name(of package: Int?) -> String? {
    packages.count > 1 ? package.map { packages[$0].name } : nil
  }

  /// "crew-04: Value must be within domain".
  func note(_ issue: MergeIssue) -> String {
    name(of: issue.package).map { "\($0): \(issue.message)" } ?? issue.message
  }
}

/// The rows of a package, as it was issued and as it came back.
package struct ReviewSide {
  let base: StoreRows
  let returned: StoreRows

  package init(base: StoreRows, returned: StoreRows) {
    self.base = base
    self.returned = returned
  }
}

extension ReviewSource {
  /// When the packages were built, where that is one day: "package of 14 Mar 2026".
  var subtitle: String {
    let days = Set(packages.compactMap(\.built))
    let several = packages.count > 1
    let count = several ? NumberText.plural(packages.count, "package", "packages") : "package"
    guard days.count == 1, let day = days.first else { return several ? count : "" }
    return "\(count) of \(day)"
  }
}

extension ReviewContent.Package {
  /// The name of a package's file, without the ending that they all have.
  package static func name(ofFile name: String) -> String {
    [".mmpk", ".gpkg", ".zip"].first { name.lowercased().hasSuffix($0) && name.count > $0.count }
      .map { String(name.dropLast($0.count)) } ?? name
  }

  /// The packages of a merge; two files that differ by their endings keep them.
  fileprivate static func all(_ reports: [ReturnedPackageReport]) -> [ReviewContent.Package] {
    let short = reports.map { name(ofFile: $0.name) }
    let names = Set(short).count == short.count ? short : reports.map(\.name)
    return zip(reports, names).map(ReviewContent.Package.init)
  }

  fileprivate init(_ report: ReturnedPackageReport, name: String) {
    let message: String? =
      switch report.outcome {
      case .merged: nil
      case .alreadyMerged: "merged before; nothing of it is new"
      case .refused: "refused. \(report.message)"
      }
    self.init(id: report.packageID ?? report.content, name: name, message: message)
  }

  /// What a package tells of its times, by the clocks of a zone.
  package mutating func date(by package: OpenPackage, in zone: TimeZoneRules) {
    let last = package.store.userTables.map(\.lastChange).max() ?? ""
    built = package.created.map { ReviewWords.day($0, in: zone) }
    // The copy of a geodatabase tells of no time.
    guard package.form != .geodatabase else { return }
    edited = last.isEmpty || last == package.created ? nil : ReviewWords.day(last, in: zone)
  }
}

/// What a merge says of each record.
struct ReviewFacts {
  var changes: [RecordKey: RowChange] = [:]
  var conflicts: [RecordKey: [MergeConflict]] = [:]
  var issues: [RecordKey: [MergeIssue]] = [:]
  /// Changes that were not let in, with their packages.
  var refused: [RecordKey: RefusedChange] = [:]
  /// The packages that touched a record, by their places in the call.
  var packages: [RecordKey: [Int]] = [:]
  /// Who is behind a change, the packages by their places among all.
  var causes: [RecordKey: ChangeCause] = [:]
  /// Records somebody decided on before.
  var decided: Set<RecordKey> = []
  /// What the rules of the map set in a record, or were not let set.
  var rules: [RecordKey: [RuleValue]] = [:]
  /// Issues of no record.
  var notes: [MergeIssue] = []
  /// The changed photos of a record.
  var photos: [RecordKey: [RecordKey]] = [:]

  init(_ source: ReviewSource) throws(MergingError) {
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
    for (place, cause) in source.outcome.causes {
      var cause = cause
      cause.packages = cause.packages.filter(read.indices.contains).map { read[$0] }
      cause.fields = cause.fields.compactMapValues {
        read.indices.contains($0) ? read[$0] : nil
      }
      causes[place] = cause
    }
    for change in source.outcome.refused where read.indices.contains(change.package) {
      var change = change
      change.package = read[change.package]
      refused[RecordKey(table: change.table, globalID: change.change.id)] = change
    }
    for (package, account) in zip(read, source.outcome.accounts) {
      for entry in account.entries {
        let place = RecordKey(table: entry.table, globalID: entry.id)
        packages[place, default: []].append(package)
        if entry.fate == .decided { decided.insert(place) }
      }
    }
    for place in changes.keys.sorted() {
      guard source.schema.tables[place.table].isAttachments, conflicts[place] == nil,
        let parent = try parent(of: place, source)
      else { continue }
      photos[parent, default: []].append(place)
    }
  }

  /// The package that is behind what happened to a record, of several the last one; nil for none.
  func package(behind place: RecordKey) -> Int? {
    conflicts[place]?.last?.package ?? causes[place]?.packages.last ?? packages[place]?.last
      ?? refused[place]?.package ?? rules[place]?.last?.package
      ?? photos[place]?.compactMap { package(behind: $0) }.last
      ?? issues[place]?.compactMap(\.package).last
  }

  /// The fields of a record that rules of the map set.
  func setByRules(at place: RecordKey) -> Set<Int> {
    Set((rules[place] ?? []).lazy.filter { $0.refusal == nil }.map(\.field))
  }

  /// The records to show, by table and identity; photos go with theirs.
  func records(_ schema: MergeSchema) -> [RecordKey] {
    let nested = Set(photos.values.joined())
    var all = Set(changes.keys).union(conflicts.keys).union(refused.keys).union(photos.keys)
      .union(rules.keys)
    all.formUnion(
      issues.keys.filter { !schema.tables[$0.table].isAttachments })
    return all.subtracting(nested).sorted()
  }

  /// The record that a photo belongs to; nil where that is not known.
  private func parent(
    of place: RecordKey, _ source: ReviewSource
  ) throws(MergingError) -> RecordKey? {
    let schema = source.schema
    guard let link = schema.links.first(where: { $0.destination == place.table }),
      let row = changes[place]?.after ?? changes[place]?.before
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
