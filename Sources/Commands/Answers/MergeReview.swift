import Bytes
import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packages
import Publishing

/// The review folder of a merge: the page, and the reports for programs.
struct MergeReview {
  private let result: MergeJob.Result

  init(_ result: MergeJob.Result) {
    self.result = result
  }

  /// Writes the folder, and adds it to a commit.
  ///
  /// - Throws: `PublishingError`, `MergingError`, `BytesError`.
  func write(to path: String, overwrite: Bool, with joint: JointCommit) throws {
    let report = result.report
    var source = ReviewSource(
      report: report, outcome: result.outcome,
      current: try StoreRows(result.current, schema: report.schema), inputs: result.inputs,
      title: result.map?.title ?? "")
    if let zone = result.map?.clock { source.timeZone = zone }
    // Copies of one package have the same base, which is read once. Each change file
    // has another part of it.
    var bases: [String: StoreRows] = [:]
    let merged = report.packages.indices.filter { report.packages[$0].outcome == .merged }
    for (index, stores) in zip(merged, result.returned) {
      source.packages[index].date(by: stores.package, in: source.timeZone)
      let isPart = stores.package.changes != nil
      let id = isPart ? stores.package.path : stores.package.packageID ?? stores.package.path
      let base = try bases[id] ?? StoreRows(stores.base, schema: report.schema)
      bases[id] = base
      source.sides[index] = ReviewSide(
        base: base,
        returned: try StoreRows(stores.package.store, schema: report.schema))
    }
    var content = try ReviewContent(source)
    content.notes += report.pairs.sorted { $0.key < $1.key }.map { relation, pairs in
      let count = PairCounts(added: pairs.added.count, removed: pairs.removed.count)
      return "\(report.schema.pairs[relation].mappingTable): \(count.text)"
    }
    let baseMap = try ReviewBaseMap(of: result.returned.map(\.package))
    content.notes += [baseMap.note].compactMap(\.self)
    _ = try ReviewPages(content, baseMap: baseMap.pages).write(
      to: path, overwrite: overwrite, with: joint,
      content: { item in
        try GlobalID(item.id).flatMap { try result.attachments.bytes(table: item.table, id: $0) }
      },
      former: { item in
        guard let id = GlobalID(item.id), let table = report.schema.table(named: item.table),
          let row = try source.current.row(table, id)
        else { return nil }
        return try result.attachments.bytes(table: table, current: row)
      },
      others: { photos, write in
        let receipts = report.packages.indices.map { MergeReceipt($0, in: report).line + "\n" }
          .joined()
        try write(JSONWriter.write(report.json, style: .pretty), "report.json")
        try write(Array(receipts.utf8), "receipts.txt")
        let files = try self.files(photos, write)
        try write(JSONWriter.write(report.applyEdits(files: files), style: .pretty), "edits.json")
      })
  }

  /// Writes the attachments that `edits.json` names and the page does not show.
  ///
  /// - Parameter photos: the paths of the attachments that the page shows.
  /// - Returns: the paths of all attachments.
  private func files(
    _ photos: [String: [String: String]], _ write: ([UInt8], String) throws -> Void
  ) throws -> [Int: [GlobalID: EditsFile]] {
    let schema = result.report.schema
    var files: [Int: [GlobalID: EditsFile]] = [:]
    func path(
      table: Int, id: GlobalID, row: MergeRow, before: MergeRow?
    ) throws -> String? {
      let attachments = schema.tables[table]
      if let path = photos[attachments.name]?[id.text] { return path }
      guard
        let bytes = try result.attachments.bytes(table: attachments.name, id: id)
          ?? before.flatMap({ try result.attachments.bytes(table: table, current: $0) })
      else { return nil }
      let name = attachments.fieldIndex(named: "name").flatMap { row[$0].text }
      let path =
        "photos/\(id.text.lowercased().filter { $0 != "{" && $0 != "}" })"
        + "."
        + (PublishedEnding.looksLikeMarkup(bytes)
          ? PublishedEnding.text : PublishedEnding.of(name: name ?? "", type: ""))
      try write(bytes, path)
      return path
    }
    for changes in result.report.changes where schema.tables[changes.table].isAttachments {
      for change in changes.rows {
        guard let row = change.after,
          let path = try path(
            table: changes.table, id: change.id, row: row, before: change.before)
        else { continue }
        files[changes.table, default: [:]][change.id] = EditsFile(path: path)
      }
    }
    let awaited = result.attachments.awaited
    guard !awaited.isEmpty else { return files }
    let current = try StoreRows(result.current, schema: schema)
    for photo in awaited where files[photo.table]?[photo.id] == nil {
      guard let row = try current.row(photo.table, photo.id),
        let path = try path(table: photo.table, id: photo.id, row: row, before: nil)
      else { continue }
      files[photo.table, default: [:]][photo.id] = EditsFile(path: path, awaited: row)
    }
    return files
  }
}
