import Bytes
import Geodatabase
import OrderedJSON
import SQLiteFile

extension PackageVerification {
  /// Checks the structure of a package's geodatabases, and compares their rows and attachments with
  /// the manifest.
  static func geodatabases(
    _ package: OpenPackage, progress: (JobProgress) -> Void
  ) throws -> [Finding] {
    var findings: [Finding] = []
    for path in try package.geodatabasePaths() {
      let reader: GeodatabaseReader
      do {
        guard let opened = try package.geodatabase(at: path) else { continue }
        reader = opened
      } catch let error as LocatedError {
        guard !error.isFaultOfTheMachine else { throw error }
        findings.append(Finding(.storeDamaged, subject: path, "\(error.reason)"))
        continue
      }
      findings += try structure(of: reader, path, progress)
      guard findings.worst != .error else { continue }
      findings += try counts(of: reader, path, package)
    }
    // A single geodatabase.
    if package.isCopied, package.manifest == nil, findings.isEmpty,
      let reader = try unlessUnreadable({ try GeodatabaseReader(path: package.path) })
    {
      findings += try structure(of: reader, package.path, progress)
    }
    return findings
  }

  private static func structure(
    of reader: GeodatabaseReader, _ path: String, _ progress: (JobProgress) -> Void
  ) throws -> [Finding] {
    let total = IntegrityCheck.passes &* reader.database.byteCount
    let problems = try IntegrityCheck.run(reader.database) { bytes in
      progress(
        JobProgress(phase: "Verifying", subject: path, done: min(bytes, total), total: total))
    }
    return problems.map { Finding($0, in: path) }
  }

  private static func counts(
    of reader: GeodatabaseReader, _ path: String, _ package: OpenPackage
  ) throws -> [Finding] {
    var findings: [Finding] = []
    for layer in package.manifest?.layers ?? [] {
      guard let id = layer["itemId"]?.int, let title = layer["title"]?.string else { continue }
      guard let dataset = reader.datasets.first(where: { $0.layerID == id }) else {
        findings.append(
          Finding(
            .packageCountDiffers, subject: path, "The layer or table \(title) is missing."))
        continue
      }
      let rows = try reader.rowCount(of: dataset)
      let attachments = try reader.attachmentCount(of: dataset)
      for (count, packed, kind) in [
        (rows, layer["rows"]?.int, "records"),
        (attachments, layer["attachments"]?.int, "attachments"),
      ] where packed != nil && packed != count {
        findings.append(
          Finding(
            .packageCountDiffers, subject: path,
            "\(title) has \(count) \(kind), but \(packed ?? 0) were packed."))
      }
    }
    return findings
  }
}

extension GeodatabaseReader {
  /// Counts the current rows of a dataset.
  func rowCount(of dataset: GeodatabaseDataset) throws -> Int {
    var rows = try rows(of: dataset)
    var count = 0
    while try rows.next() { count += 1 }
    return count
  }

  /// Counts the current attachments of a dataset.
  func attachmentCount(of dataset: GeodatabaseDataset) throws -> Int {
    guard let table = attachmentTable(of: dataset.name) else { return 0 }
    var count = 0
    try forEachAttachment(in: table) { _, _ in count += 1 }
    return count
  }
}
