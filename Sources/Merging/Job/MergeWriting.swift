import Bytes
import GeoPackage
import OrderedJSON
import Packages
import Records

/// Writes the result of a merge: the office data with the edits, and the changes as SQL.
struct MergeWriting {
  let request: MergeRequest
  let current: CurrentData
  let edits: ResultEdits
  /// The metadata of the result; nil if nothing was merged.
  let metadata: MergeMetadata?
  let report: @Sendable (JobProgress) -> Void

  /// Writes the result to a temporary name.
  func write(
    into target: consuming AtomicFile, account: inout RewriteAccount
  ) async throws -> AtomicFile {
    report(JobProgress(phase: "Writing", subject: request.output ?? "", done: 0, total: 0))
    if MergeOutputForm(request.output) == .package {
      return try await package(into: target, account: &account)
    }
    var target = target
    account = try await rewriter(of: edits, metadata: metadata).write(into: &target)
    return target
  }

  /// Writes the result as a new version of the office's package, ready to issue.
  private func package(
    into target: consuming AtomicFile, account: inout RewriteAccount
  ) async throws -> AtomicFile {
    var target = target
    guard let metadata else {
      try current.package.members.verifyChecksums()
      try target.append(FileRegion(try InputFile(path: request.current)))
      return target
    }
    var edits = edits
    if current.package.manifest?["photos"]?.string != "blobs" {
      edits.files = try edits.makeFiles()
    }
    var rewriting = try PackageRewriting(current.package)
    rewriting.store = try rewriter(of: edits, metadata: metadata)
    rewriting.files = edits.files?.added ?? []
    rewriting.removed = edits.files?.removed ?? []
    var reissue = PackageReissue(
      packageID: try edits.packageID(after: current.package.packageID, metadata.ledger),
      created: request.now
    )
    reissue.added = edits.extent
    reissue.pages = request.pages
    rewriting.store.metadata.append(reissue.metadata(of: current.package))
    rewriting.reissue = reissue
    return try await rewriting.archive(
      into: target, isDeflated: MobileMapPackage.isDeflated(request.output ?? ""),
      account: &account)
  }

  /// A rewriter that writes the office store with the changes of the merge.
  ///
  /// - Parameter edits: the changes, with the attachments as files or in rows.
  func rewriter(of edits: ResultEdits, metadata: MergeMetadata?) throws -> GeoPackageRewriter {
    var rewriter = GeoPackageRewriter(current.store)
    rewriter.edits = try edits.edits()
    rewriter.addedTables = edits.addedTables()
    rewriter.pairEdits = edits.pairEdits
    rewriter.relations = try edits.relations(current.map)
    if let metadata {
      rewriter.metadata = metadata.metadata
      rewriter.lastChange = request.now
    }
    return rewriter
  }

  /// Writes the changes as SQL, and adds the file to a commit.
  func writeChanges(
    to file: consuming AtomicFile, with joint: JointCommit
  ) async throws {
    // Needs the result as a GeoPackage, but the output may be a package.
    var scratch = try OutputFile(scratchIn: ScratchFolder.path)
    _ = try await rewriter(of: edits, metadata: metadata).write(into: &scratch)
    let result = try GeoPackageReader(region: FileRegion(try scratch.reopen()))
    let script = ChangeScript(from: current.store, to: result, rows: edits.touchedRows)
    let changes = try script.write(
      into: file,
      heading: [
        "The changes of a merge by Fieldpack, for the GeoPackage that was merged into:",
        "sqlite3 -bail GEOPACKAGE < THIS FILE",
        "All of them are made, or none. A record that was changed since is left as it is.",
      ])
    try changes.commit(with: joint)
  }
}
