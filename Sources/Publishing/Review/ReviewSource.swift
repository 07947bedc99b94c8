import FeatureData
import Geometry
package import Merging
package import Popups

/// What the review of a merge is made from.
package struct ReviewSource {
  let schema: MergeSchema
  let packages: [ReviewContent.Package]
  /// The packages that could be read, which the outcome counts.
  let read: [Int]
  /// The outcome; in its conflicts and issues, packages go by their places among all.
  let outcome: MergeOutcome
  let current: StoreRows
  let inputs: String
  let title: String
  /// Whose clocks dates are shown by.
  package var timeZone: TimeZoneRules = .utc

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
    packages = report.packages.map(ReviewContent.Package.init)
    read = report.packages.indices.filter { report.packages[$0].outcome == .merged }
    var outcome = outcome
    outcome.conflicts = report.conflicts
    outcome.issues = report.issues
    self.outcome = outcome
    self.current = current
    self.inputs = inputs
    self.title = title
  }
}

extension ReviewContent.Package {
  fileprivate init(_ report: ReturnedPackageReport) {
    let message: String? =
      switch report.outcome {
      case .merged: nil
      case .alreadyMerged: "merged before; nothing of it is new"
      case .refused: "refused. \(report.message)"
      }
    self.init(id: report.packageID ?? report.content, name: report.name, message: message)
  }
}

/// A record of a table.
struct ReviewPlace: Hashable, Comparable {
  var table: Int
  var id: GlobalID

  static func < (left: ReviewPlace, right: ReviewPlace) -> Bool {
    left.table != right.table ? left.table < right.table : left.id < right.id
  }
}

/// What a merge says of each record.
struct ReviewFacts {
  var changes: [ReviewPlace: RowChange] = [:]
  var conflicts: [ReviewPlace: [MergeConflict]] = [:]
  var issues: [ReviewPlace: [MergeIssue]] = [:]
  /// Changes that were not let in, with their packages.
  var refused: [ReviewPlace: RefusedChange] = [:]
  /// The packages that touched a record, by their places in the call.
  var packages: [ReviewPlace: [Int]] = [:]
  /// Records somebody decided on before.
  var decided: Set<ReviewPlace> = []
  /// What the rules of the map set in a record, or were not let set.
  var rules: [ReviewPlace: [RuleValue]] = [:]
  /// Issues of no record.
  var notes: [MergeIssue] = []
  /// The changed photos of a record.
  var photos: [ReviewPlace: [ReviewPlace]] = [:]

  init(_ source: ReviewSource) throws(MergingError) {
    for table in source.outcome.changes {
      for change in table.rows {
        changes[ReviewPlace(table: table.table, id: change.id)] = change
      }
    }
    for conflict in source.outcome.conflicts {
      conflicts[ReviewPlace(table: conflict.table, id: conflict.id), default: []].append(conflict)
    }
    for issue in source.outcome.issues {
      if let table = issue.table, let id = issue.id {
        issues[ReviewPlace(table: table, id: id), default: []].append(issue)
      } else {
        notes.append(issue)
      }
    }
    for value in source.outcome.rules.values {
      rules[ReviewPlace(table: value.table, id: value.id), default: []].append(value)
    }
    let read = source.read
    for change in source.outcome.refused where read.indices.contains(change.package) {
      var change = change
      change.package = read[change.package]
      refused[ReviewPlace(table: change.table, id: change.change.id)] = change
    }
    for (package, account) in zip(read, source.outcome.accounts) {
      for entry in account.entries {
        let place = ReviewPlace(table: entry.table, id: entry.id)
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

  /// The records to show, by table and identity; photos go with theirs.
  func records(_ schema: MergeSchema) -> [ReviewPlace] {
    let nested = Set(photos.values.joined())
    var all = Set(changes.keys).union(conflicts.keys).union(refused.keys).union(photos.keys)
      .union(rules.keys)
    all.formUnion(
      issues.keys.filter { !schema.tables[$0.table].isAttachments })
    return all.subtracting(nested).sorted()
  }

  /// The record that a photo belongs to; nil where that is not known.
  private func parent(
    of place: ReviewPlace, _ source: ReviewSource
  ) throws(MergingError) -> ReviewPlace? {
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
      return ReviewPlace(table: link.origin, id: id)
    case .rowID:
      guard case .integer(let number) = key else { return nil }
      if let id = try source.current.identity(link.origin, rowid: number) {
        return ReviewPlace(table: link.origin, id: id)
      }
      return changes.first { $0.key.table == link.origin && $0.value.after?.rowid == number }?.key
    }
  }
}
