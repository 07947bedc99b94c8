import Bytes
import FeatureData
import GeoPackage
import Merging
import Packages
import Publishing

/// The page of a diff. It looks like the review page of a merge, without decisions.
struct DiffReview {
  let report: DiffReport
  let package: OpenPackage
  /// The data as issued.
  let base: GeoPackageReader
  let map: StoredMap?
  /// The time zone for dates.
  let zone: TimeZoneRules

  /// Writes the folder, and adds it to a commit.
  ///
  /// - Throws: `PublishingError`, `MergingError`, `BytesError`.
  func write(to path: String, overwrite: Bool, with joint: JointCommit) throws {
    let name = package.path.split(separator: "/").last.map(String.init) ?? package.path
    var about = ReviewContent.Package(
      id: package.packageID ?? "", name: ReviewContent.Package.name(ofFile: name))
    about.date(by: package, in: zone)
    var outcome = MergeOutcome()
    outcome.changes = report.diff.tables
    outcome.issues = report.diff.issues
    var source = ReviewSource(
      schema: report.schema, packages: [about], outcome: outcome,
      current: try StoreRows(base, schema: report.schema), inputs: "", title: map?.title ?? name)
    source.isReadOnly = true
    source.timeZone = zone
    let photos = rowids(of: \.after)
    let formerPhotos = rowids(of: \.before)
    var content = try ReviewContent(source)
    content.notes += report.diff.pairs.map { pairs in
      let count = PairCounts(added: pairs.added.count, removed: pairs.removed.count)
      return "\(report.schema.pairs[pairs.relation].mappingTable): \(count.text)"
    }
    let baseMap = try ReviewBaseMap(of: [package])
    content.notes += [baseMap.note].compactMap(\.self)
    _ = try ReviewPages(content, baseMap: baseMap.pages).write(
      to: path, overwrite: overwrite, with: joint,
      content: { photo in
        guard let rowid = photos[photo.table]?[photo.id],
          let found = try package.store.attachment(in: photo.table, rowid: rowid)
        else { return nil }
        return found.content.isEmpty ? try package.content(of: found.attachment) : found.content
      },
      former: { photo in
        // A base often has the rows of attachments without their bytes.
        guard let rowid = formerPhotos[photo.table]?[photo.id],
          let found = try base.attachment(in: photo.table, rowid: rowid)
        else { return nil }
        return found.content.isEmpty ? nil : found.content
      })
  }

  /// The row ids of photos after or before their changes, by table and identity.
  private func rowids(of side: KeyPath<RowChange, MergeRow?>) -> [String: [String: Int64]] {
    var photos: [String: [String: Int64]] = [:]
    for changes in report.diff.tables where report.schema.tables[changes.table].isAttachments {
      let rows = changes.rows.compactMap { change in
        change[keyPath: side].map { (change.id.text, $0.rowid) }
      }
      photos[report.schema.tables[changes.table].name] = Dictionary(rows) { first, _ in first }
    }
    return photos
  }
}
