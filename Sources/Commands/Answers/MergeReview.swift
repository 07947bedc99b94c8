import FeatureData
import GeoPackage
import MapModel
import Merging
import OrderedJSON
import Packaging
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
    if let zone = result.map?.clock { source.timeZone = zone }
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
      to: path, overwrite: overwrite,
      photo: { photo in
        try GlobalID(photo.id).flatMap { try result.photos.bytes(table: photo.table, id: $0) }
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

  /// Writes the photos and files that `edits.json` names and the page does not show, one after the
  /// other.
  ///
  /// - Parameter photos: the paths of those that the page shows.
  /// - Returns: the paths of all.
  private func files(
    _ photos: [String: [String: String]], _ write: ([UInt8], String) throws -> Void
  ) throws -> [Int: [GlobalID: EditsFile]] {
    let schema = result.report.schema
    var files: [Int: [GlobalID: EditsFile]] = [:]
    func path(_ table: Int, _ id: GlobalID, _ row: MergeRow, _ before: MergeRow?) throws -> String?
    {
      let media = schema.tables[table]
      if let path = photos[media.name]?[id.text] { return path }
      guard
        let bytes = try result.photos.bytes(table: media.name, id: id)
          ?? before.flatMap({ try result.photos.bytes(table: table, current: $0) })
      else { return nil }
      let name = media.place(named: "name").flatMap { row[$0].text }
      let path =
        "photos/\(id.text.lowercased().filter { $0 != "{" && $0 != "}" })"
        + Self.ending(of: name ?? "")
      try write(bytes, path)
      return path
    }
    for changes in result.report.changes where schema.tables[changes.table].isAttachments {
      for change in changes.rows {
        guard let row = change.after,
          let path = try path(changes.table, change.id, row, change.before)
        else { continue }
        files[changes.table, default: [:]][change.id] = EditsFile(path: path)
      }
    }
    let awaited = result.photos.awaited
    guard !awaited.isEmpty else { return files }
    let current = try StoreRows(result.current, schema: schema)
    for photo in awaited where files[photo.table]?[photo.id] == nil {
      guard let row = try current.row(photo.table, photo.id),
        let path = try path(photo.table, photo.id, row, nil)
      else { continue }
      files[photo.table, default: [:]][photo.id] = EditsFile(path: path, awaited: row)
    }
    return files
  }

  /// The ending of a file's name, where it is good in every file system.
  private static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    let ending = name[dot...].dropFirst()
    let isPlain = ending.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    return isPlain && (1...8).contains(ending.utf8.count) ? ".\(ending.lowercased())" : ""
  }
}
