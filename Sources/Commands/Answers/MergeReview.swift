import Bytes
import Merging
import OrderedJSON

/// The folder of a merge's reports.
struct MergeReview {
  private let result: MergeJob.Result

  init(_ result: MergeJob.Result) {
    self.result = result
  }

  /// Writes the folder; it appears whole or not at all.
  ///
  /// - Throws: `BytesError`.
  func write(to path: String, overwrite: Bool) throws {
    let folder = try AtomicFolder(replacing: path, overwrite: overwrite)
    let report = result.report
    let receipts = report.packages.map { MergeReceipt(package: $0).line + "\n" }.joined()
    let files: [(String, [UInt8])] = [
      ("report.json", JSONWriter.write(report.json, style: .pretty)),
      ("edits.json", JSONWriter.write(report.applyEdits, style: .pretty)),
      ("receipts.txt", Array(receipts.utf8)),
    ]
    for (name, content) in files {
      var file = try OutputFile(path: try folder.path(for: name))
      try file.append(content.span)
      try file.close()
    }
    try folder.commit()
  }
}
