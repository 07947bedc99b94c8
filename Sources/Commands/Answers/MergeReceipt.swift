import Bytes
import Console
import Merging

/// What became of the edits of one package, so that a crew sees that none was lost:
/// `crew-07.mmpk: 132 edits in, 132 accounted: 128 applied, 3 merged with others, 1 conflict`.
struct MergeReceipt: Sendable {
  let package: ReturnedPackageReport

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
      let told = Self.fates.compactMap { fate, text in
        let count = entries.count { $0.fate == fate }
        return count > 0 ? "\(NumberText.grouped(count)) \(text)" : nil
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

  /// In the order of what people want to know first.
  private static let fates: [(PackageAccount.Fate, String)] = [
    (.applied, "applied"),
    (.merged, "merged with others"),
    (.conflict, "in conflict, won"),
    (.overruled, "in conflict, lost"),
    (.restored, "deletions not carried out, since others need the rows"),
    (.refusedField, "applied but for a value"),
    (.refused, "not let in"),
    (.withParent, "gone with their parent"),
    (.duplicate, "photos that were there"),
    (.same, "the same already"),
    (.alreadyMerged, "merged before"),
    (.decided, "decided by a person"),
  ]
}
