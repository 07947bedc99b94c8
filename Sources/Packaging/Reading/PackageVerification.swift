import Bytes
import GeoPackage
import OrderedJSON
import SQLiteFile

/// Checks that a package is whole: every member as its manifest says, the store sound, rows and
/// photos in accord.
package enum PackageVerification {
  /// Verifies an open package; nothing heavier than information means that it is whole.
  ///
  /// - Parameter progress: gets how far it is.
  package static func run(
    _ package: OpenPackage, progress: (JobProgress) -> Void
  ) throws -> [Finding] {
    var findings: [Finding] = []
    let members = package.members
    if package.manifest == nil {
      findings.append(
        Finding(
          .packageManifestMissing, subject: package.path,
          "There is no manifest, so only the store is verified."))
    } else {
      var meter = VerificationMeter("members", package.byteCount())
      findings += try verifyMembers(package) { meter.add($0, progress) }
    }
    findings += try geodatabases(package, progress: progress)
    // The rows of geodatabases were copied into the store that is open.
    guard package.form != .geodatabase else { return findings }
    findings += identity(package)
    let storeSize = package.store.database.byteCount
    var meter = VerificationMeter(
      MobileMapPackage.storePath, GeoPackageCheck.passes &* storeSize)
    let problems = GeoPackageCheck.run(package.store) { meter.reach($0, progress) }
    findings += problems.map { problem in
      switch problem {
      case .noRowID(let table): Finding(.tableWithoutRowIDs, subject: table, "\(problem)")
      default: Finding(.storeDamaged, subject: package.storePath, "\(problem)")
      }
    }
    guard findings.worst != .error else { return findings }
    findings += try package.sidecarFindings()
    findings += try counts(package)
    meter = VerificationMeter(
      "photos", storeSize &+ package.byteCount(in: "attachments/"))
    findings += try photos(package, members) { meter.add($0, progress) }
    return findings
  }

  /// The store and the manifest must name the same package.
  private static func identity(_ package: OpenPackage) -> [Finding] {
    guard let id = package.manifest?["packageId"]?.string,
      let own = package.storeMetadata?["packageId"]?.string, own != id
    else { return [] }
    return [
      Finding(
        .packageIDDiffers, subject: package.path,
        "The manifest is of package \(id), the store of \(own).")
    ]
  }

  private static func counts(_ package: OpenPackage) throws -> [Finding] {
    var findings: [Finding] = []
    for layer in package.manifest?["layers"]?.array ?? [] {
      guard let table = layer["table"]?.string, let packed = layer["rows"]?.int else { continue }
      let isThere = package.store.userTables.contains { $0.tableName == table }
      let rows = isThere ? try package.store.rowCount(of: table) : 0
      guard rows != packed else { continue }
      findings.append(
        Finding(
          .packageCountDiffers, subject: table, "The table has \(rows) rows; \(packed) were packed."
        ))
    }
    return findings
  }

  /// Every photo row has its file, unchanged, and every photo file has its row.
  private static func photos(
    _ package: OpenPackage, _ members: PackageMembers, read: (_ bytes: Int) -> Void
  ) throws -> [Finding] {
    var missing: [String] = []
    var changed: [String] = []
    var named: Set<String> = []
    let media = try package.store.relations().filter { $0.relationName == "media" }
    for table in Set(media.map(\.relatedTable)).sorted() {
      try package.store.forEachAttachment(in: table) { _, attachment, content in
        guard let path = attachment.path else {
          read(content.count)
          if !attachment.describes(SHA256.hex(SHA256.of(content))) {
            changed.append(attachment.name)
          }
          return
        }
        named.insert(path)
        guard let digest = try members.digest(of: path, read: read) else {
          return missing.append(path)
        }
        if !attachment.describes(digest.sha256) { changed.append(path) }
      }
    }
    let packed = Set((package.manifest?["members"]?.array ?? []).compactMap { $0["path"]?.string })
    let left = try members.paths().filter {
      $0.hasPrefix("attachments/") && packed.contains($0) && !named.contains($0)
    }
    let stray = try left + package.looseFilesWithoutRow().map(\.path)
    if package.form == .store, !missing.isEmpty {
      return [
        Finding(
          .attachmentFileMissing, .information, subject: package.path,
          "Photos lie beside the store, which was given alone.", count: missing.count,
          samples: missing, fix: "Verify the whole package to see whether they are there.")
      ]
    }
    return [
      (FindingID.attachmentFileMissing, "Photos are named by rows and not in the package.", missing),
      (.packageMemberChanged, "Photos are not the ones their rows describe.", changed),
      (.attachmentRecordMissing, "Photos in the package belong to no row.", stray),
    ].filter { !$0.2.isEmpty }.map { id, message, samples in
      Finding(
        id, subject: package.path, message, count: samples.count, samples: samples)
    }
  }
}

/// How far a part of the verification is.
private struct VerificationMeter {
  private let subject: String
  private let total: Int
  private var done = 0

  init(_ subject: String, _ total: Int) {
    self.subject = subject
    self.total = total
  }

  mutating func add(_ count: Int, _ progress: (JobProgress) -> Void) {
    reach(done &+ count, progress)
  }

  /// A package that was edited can have more bytes than its manifest says.
  mutating func reach(_ bytes: Int, _ progress: (JobProgress) -> Void) {
    done = min(total, bytes)
    progress(JobProgress(phase: "Verifying", subject: subject, done: done, total: total))
  }
}

extension GeoPackageAttachment {
  /// Whether its row is of content with this digest; apps that take photos write none.
  fileprivate func describes(_ digest: String) -> Bool {
    sha256.isEmpty || sha256.hasSameUTF8(as: digest)
  }
}
