import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packaging
import Popups
import Publishing

/// The folder of a merge: its page, and its reports for programs.
struct MergeReview {
  private let result: MergeJob.Result

  init(_ result: MergeJob.Result) {
    self.result = result
  }

  /// Writes the folder; it appears whole or not at all.
  ///
  /// - Throws: `PublishingError`, `MergingError`, `BytesError`.
  func write(to path: String, overwrite: Bool) throws {
    let report = result.report
    var source = ReviewSource(
      report: report, outcome: result.outcome,
      current: try StoreRows(result.current, schema: report.schema), inputs: result.inputs,
      title: result.map?.title ?? "")
    if let zone = TimeZoneRules(map: result.map?.map.timeZone) { source.timeZone = zone }
    // Copies of one package have one base, which is read through once.
    var bases: [String: StoreRows] = [:]
    let merged = report.packages.indices.filter { report.packages[$0].outcome == .merged }
    for (place, stores) in zip(merged, result.returned) {
      source.packages[place].date(by: stores.package, in: source.timeZone)
      let id = stores.package.packageID ?? stores.package.path
      let base = try bases[id] ?? StoreRows(stores.base, schema: report.schema)
      bases[id] = base
      source.sides[place] = ReviewSide(
        base: base,
        returned: try StoreRows(stores.package.store, schema: report.schema))
    }
    var content = try ReviewContent(source)
    content.notes += report.pairs.sorted { $0.key < $1.key }.map { relation, pairs in
      let count = PairCounts(added: pairs.added.count, removed: pairs.removed.count)
      return "\(report.schema.pairs[relation].mappingTable): \(count.text)"
    }
    _ = try ReviewPages(content).write(
      to: path, overwrite: overwrite, files: files
    ) { photo in
      try GlobalID(photo.id).flatMap { try result.photos.bytes(table: photo.table, id: $0) }
    }
  }

  private var files: [(path: String, content: [UInt8])] {
    let report = result.report
    let receipts = report.packages.map { MergeReceipt(package: $0).line + "\n" }.joined()
    return [
      ("report.json", JSONWriter.write(report.json, style: .pretty)),
      ("edits.json", JSONWriter.write(report.applyEdits, style: .pretty)),
      ("receipts.txt", Array(receipts.utf8)),
    ]
  }
}
