import Bytes
import Console
import Merging

/// The receipt of one package, which accounts for each of its changes:
/// `crew-07.mmpk: 132 changes: 128 applied, 3 merged with other changes, 1 overruled by crew-08`.
struct MergeReceipt: Sendable {
  private let package: ReturnedPackageReport
  /// The office and the packages that overruled changes of this one.
  private let winners: [String]

  /// The receipt of a package, by its index in the report.
  init(_ index: Int, in report: MergeReport) {
    package = report.packages[index]
    var crews: Set<Int> = []
    var office: [String] = []
    for conflict in report.conflicts where conflict.kind != .constraint {
      if conflict.resolution == .current, conflict.package == index {
        if let winner = conflict.currentPackage {
          crews.insert(winner)
        } else {
          office = ["the office"]
        }
      } else if conflict.resolution != .current, conflict.currentPackage == index {
        crews.insert(conflict.package)
      }
    }
    winners = office + crews.subtracting([index]).sorted().map { report.packages[$0].name }
  }

  /// The receipt in one line.
  var line: String {
    let name = PrintableText.of(package.name)
    switch package.outcome {
    case .refused:
      return "\(name): refused: \(PrintableText.of(package.message))"
    case .alreadyMerged:
      return "\(name): already merged, no new changes"
    case .merged:
      return name + ": " + [changes, pairs, attachments].compactMap(\.self).joined(separator: "; ")
    }
  }

  /// `11 changes: 10 applied, 1 refused`; null if only pairs of related records changed.
  private var changes: String? {
    let count = package.added + package.updated + package.deleted
    guard count > 0 else { return pairs == nil ? "no changes" : nil }
    let entries = package.account.entries
    let outcomes = PackageAccount.ChangeOutcome.inOrder.compactMap { outcome in
      let count = entries.count { $0.outcome == outcome }
      return count > 0 ? "\(NumberText.grouped(count)) \(words(outcome, count: count))" : nil
    }
    // An account of all changes is the promise of a merge, so a gap must be visible.
    let missing = count - entries.count
    let gap = missing == 0 ? [] : ["\(NumberText.grouped(missing)) without an outcome"]
    return NumberText.plural(count, one: "change", many: "changes") + ": "
      + (outcomes + gap).joined(separator: ", ")
  }

  /// `2 pairs added, 1 removed`; null if no pairs changed.
  private var pairs: String? {
    let count = PairCounts(added: package.addedPairs, removed: package.removedPairs)
    return count.text.isEmpty ? nil : count.text
  }

  /// `12 attachments, 11 received, 11 linked, 1 missing`; null if there are none.
  private var attachments: String? {
    let counts = package.attachments
    guard !counts.isEmpty else { return nil }
    let problems = [
      (counts.missing, "missing"), (counts.duplicate, "already existed"),
    ].filter { $0.0 > 0 }.map { ", \(NumberText.grouped($0.0)) \($0.1)" }.joined()
    return NumberText.plural(counts.taken, one: "attachment", many: "attachments")
      + ", \(NumberText.grouped(counts.arrived)) received"
      + ", \(NumberText.grouped(counts.linked)) linked\(problems)"
  }

  private func words(_ outcome: PackageAccount.ChangeOutcome, count: Int) -> String {
    switch outcome {
    case .applied: "applied"
    case .merged: "merged with other changes"
    case .conflict: count == 1 ? "won a conflict" : "won conflicts"
    case .overruled:
      winners.isEmpty
        ? "overruled" : "overruled by \(PrintableText.of(winners.joined(separator: ", ")))"
    case .restored:
      count == 1
        ? "deletion undone because other records need the record"
        : "deletions undone because other records need the records"
    case .refusedField: "partly refused"
    case .refused: "refused"
    case .withParent: count == 1 ? "deleted with its parent" : "deleted with their parents"
    case .duplicate: count == 1 ? "attachment already existed" : "attachments already existed"
    case .same: "identical to the office data"
    case .alreadyMerged: "merged before"
    case .decided: "decided by a person"
    }
  }
}

extension PackageAccount.ChangeOutcome {
  /// All outcomes, the most interesting first.
  fileprivate static let inOrder: [Self] = [
    .applied, .merged, .conflict, .overruled, .restored, .refusedField, .refused, .withParent,
    .duplicate, .same, .alreadyMerged, .decided,
  ]
}
