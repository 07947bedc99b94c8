import Bytes
import GeoPackage
import OrderedJSON
import Records
import SQLiteFile

/// Checks that a package is complete and undamaged: every member matches the manifest, the store is
/// sound, and attachments match their rows.
package enum PackageVerification {
  /// Verifies an open package. It is fine if no finding is a warning or an error.
  ///
  /// - Parameter progress: receives the progress.
  package static func run(
    _ package: OpenPackage, progress: (JobProgress) -> Void
  ) throws -> [Finding] {
    var findings: [Finding] = []
    let members = package.members
    if package.manifest == nil {
      findings.append(
        Finding(
          .packageManifestMissing, subject: package.path,
          "The package has no manifest, so only its store is verified."))
    } else {
      var meter = VerificationMeter("members", package.manifest?.byteCount() ?? 0)
      findings += try verifyMembers(package) { meter.add($0, progress) }
    }
    findings += try geodatabases(package, progress: progress)
    // The open store is a copy of the geodatabases' rows.
    guard !package.isCopied else { return findings }
    findings += identity(package)
    let storeSize = package.store.database.byteCount
    var meter = VerificationMeter(
      MobileMapPackage.storePath, GeoPackageCheck.passes &* storeSize)
    let problems = try GeoPackageCheck.run(package.store) { meter.reach($0, progress) }
    findings += problems.map { Finding($0, in: package.storePath) }
    guard findings.worst != .error else { return findings }
    findings += try LogCheck(package).findings()
    findings += try counts(package)
    meter = VerificationMeter(
      "attachments", storeSize &+ (package.manifest?.byteCount(in: "attachments/") ?? 0))
    findings += try attachments(of: package, members: members) { meter.add($0, progress) }
    return findings
  }

  /// Checks that the store and the manifest name the same package.
  private static func identity(_ package: OpenPackage) -> [Finding] {
    guard let id = package.manifest?["packageId"]?.string,
      let own = package.storeMetadata?["packageId"]?.string, own != id
    else { return [] }
    return [
      Finding(
        .packageIDDiffers, subject: package.path,
        "The manifest belongs to package \(id), but the store to \(own).")
    ]
  }

  private static func counts(_ package: OpenPackage) throws -> [Finding] {
    var findings: [Finding] = []
    for layer in package.manifest?.layers ?? [] {
      guard let table = layer["table"]?.string, let packed = layer["rows"]?.int else { continue }
      let isThere = package.store.userTables.contains { $0.tableName == table }
      let rows = isThere ? try package.store.rowCount(of: table) : 0
      guard rows != packed else { continue }
      findings.append(
        Finding(
          .packageCountDiffers, subject: table,
          "The table has \(NumberText.plural(rows, one: "record", many: "records")), but "
            + "\(NumberText.grouped(packed)) \(packed == 1 ? "was" : "were") packed."
        ))
    }
    return findings
  }

  /// Checks that every attachment row has its unchanged file, and that every file has a row.
  private static func attachments(
    of package: OpenPackage, members: PackageMembers, read: (_ bytes: Int) -> Void
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
    let packed = package.manifest?.paths ?? []
    let left = try members.paths().filter {
      $0.hasPrefix("attachments/") && packed.contains($0) && !named.contains($0)
    }
    let stray = try left + package.looseFilesWithoutRow().map(\.path)
    if package.isSingleStore, !missing.isEmpty {
      return [
        Finding(
          .attachmentFileMissing, .information, subject: package.path,
          NumberText.plural(missing.count, one: "attachment file is", many: "attachment files are")
            + " beside the store, which was given on its own.", count: missing.count,
          samples: missing, fix: "Verify the whole package to check for the files.")
      ]
    }
    return [
      (FindingID.attachmentFileMissing, "is", "are", "missing from the package", missing),
      (.packageMemberChanged, "differs", "differ", "from the description in the record", changed),
      (.attachmentRecordMissing, "belongs", "belong", "to no record", stray),
    ].filter { !$0.4.isEmpty }.map { id, one, many, problem, samples in
      let files = NumberText.plural(
        samples.count, one: "attachment file \(one)", many: "attachment files \(many)")
      return Finding(
        id, subject: package.path, "\(files) \(problem).", count: samples.count, samples: samples)
    }
  }
}

extension Finding {
  /// The finding for what a check of a GeoPackage found. It tells damage from what Fieldpack doesn't
  /// support, and from what other programs left.
  fileprivate init(_ problem: GeoPackageProblem, in store: String) {
    switch problem {
    case .database(let problem): self.init(problem, in: store)
    case .noRowID(let table): self.init(.tableWithoutRowIDs, subject: table, "\(problem)")
    case .unsupportedGeometry(let table, _, let count, _):
      self.init(.geometryTypeUnsupported, subject: table, "\(problem)", count: count)
    case .tableMissing: self.init(.tableLeftOver, subject: store, "\(problem)")
    case .unreadable, .badGeometry, .otherSpatialReference, .unknownSpatialReference,
      .missingInSpatialIndex, .strayInSpatialIndex, .rowCountDiffers:
      self.init(.storeDamaged, subject: store, "\(problem)")
    }
  }

  /// The finding for what a check of a database found.
  init(_ problem: IntegrityProblem, in store: String) {
    let id: FindingID =
      switch problem {
      case .notOpenedBySQLite: .storeNotOpened
      case .rtreeLeftOver: .tableLeftOver
      case .unreadable, .pageUsedTwice, .pagesUnused, .freelistBroken, .cellsOverlap,
        .freeBlocksBroken, .rowidOutOfOrder, .depthsDiffer, .indexOutOfOrder, .keyNotUnique,
        .indexDiffers, .nullNotAllowed, .valueNotAllowed, .fragmentsDiffer, .pointerMapDiffers,
        .largestRootDiffers, .schemaUnreadable, .rtreeBroken, .more:
        .storeDamaged
      }
    self.init(id, subject: store, "\(problem)")
  }
}

/// The progress of a part of the verification.
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

  /// An edited package may have more bytes than its manifest says.
  mutating func reach(_ bytes: Int, _ progress: (JobProgress) -> Void) {
    done = min(total, bytes)
    progress(JobProgress(phase: "Verifying", subject: subject, done: done, total: total))
  }
}

extension GeoPackageAttachment {
  /// Whether its row has this digest, or none: apps that take photos write no digest.
  fileprivate func describes(_ digest: String) -> Bool {
    sha256.isEmpty || sha256.hasSameUTF8(as: digest)
  }
}
