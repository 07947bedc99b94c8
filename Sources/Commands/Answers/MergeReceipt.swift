import Bytes
import Console
import Merging

/// What became of the edits of one package, so that a crew sees that none was lost:
/// `crew-07.mmpk: 132 edits in, 132 accounted: 128 applied, 3 merged with others, 1 conflict`.
struct MergeReceipt: Sendable {
  private let package: ReturnedPackageReport
  /// The office or packages whose values stand in place of this one's.
  private let winners: [String]

  /// The receipt of a package, by its place in the call.
  init(_ place: Int, in report: MergeReport) {
    package = report.packages[place]
    var crews: Set<Int> = []
    var office: [String] = []
    for conflict in report.conflicts where conflict.kind != .constraint {
      if conflict.resolution == .current, conflict.package == place {
        if let winner = conflict.currentPackage {
          crews.insert(winner)
        } else {
          office = ["the office"]
        }
      } else if conflict.resolution != .current, conflict.currentPackage == place {
        crews.insert(conflict.package)
      }
    }
    winners = office + crews.subtracting([place]).sorted().map { report.packages[$0].name }
  }

  /// The receipt in one line.
  var line: String {
    let name = PrintableText.of(package.name)
    switch package.outcome {
    case .refused:
      return "\(name): refused: \(PrintableText.of(package.message))"
    case .alreadyMerged:
      return "\(name): merged before, nothing to do"
    case .merged:
      let edits = package.added + package.updated + package.deleted
      guard edits > 0 else {
        return pairs.isEmpty
          ? "\(name): opened, but not edited\(photos)" : "\(name): 0 edits in\(pairs)\(photos)"
      }
      let entries = package.account.entries
      let told = PackageAccount.Fate.told.compactMap { fate in
        let count = entries.count { $0.fate == fate }
        return count > 0 ? "\(NumberText.grouped(count)) \(words(fate, count))" : nil
      }
      return "\(name): \(NumberText.plural(edits, "edit", "edits")) in, "
        + "\(NumberText.grouped(entries.count)) accounted: \(told.joined(separator: ", "))\(pairs)\(photos)"
    }
  }

  /// `; 2 pairs added, 1 removed`.
  private var pairs: String {
    let count = PairCounts(added: package.addedPairs, removed: package.removedPairs)
    return count.text.isEmpty ? "" : "; \(count.text)"
  }

  /// `; 12 photos taken, 11 arrived, 11 linked, 1 missing`.
  private var photos: String {
    let photos = package.photos
    guard !photos.isEmpty else { return "" }
    let counts = [
      (photos.missing, "missing"), (photos.duplicate, "there already"),
    ].filter { $0.0 > 0 }.map { ", \(NumberText.grouped($0.0)) \($0.1)" }.joined()
    return "; \(NumberText.plural(photos.taken, "photo", "photos")) taken, "
      + "\(NumberText.grouped(photos.arrived)) arrived, "
      + "\(NumberText.grouped(photos.linked)) linked\(counts)"
  }

  private func words(_ fate: PackageAccount.Fate, _ count: Int) -> String {
    switch fate {
    case .applied: "applied"
    case .merged: "merged with others"
    case .conflict: "won in a conflict"
    case .overruled:
      winners.isEmpty
        ? "overruled" : "overruled by \(PrintableText.of(winners.joined(separator: ", ")))"
    case .restored:
      count == 1
        ? "deletion undone, since other records need the record"
        : "deletions undone, since other records need the records"
    case .refusedField: "with a refused value"
    case .refused: "refused"
    case .withParent: count == 1 ? "deleted with its parent" : "deleted with their parents"
    case .duplicate: count == 1 ? "photo there already" : "photos there already"
    case .same: "the same already"
    case .alreadyMerged: "merged before"
    case .decided: "decided by a person"
    }
  }
}

extension PackageAccount.Fate {
  /// All, in the order of what people want to know first.
  fileprivate static let told: [Self] = [
    .applied, .merged, .conflict, .overruled, .restored, .refusedField, .refused, .withParent,
    .duplicate, .same, .alreadyMerged, .decided,
  ]
}
