import OrderedJSON
import SQLiteFile

extension OpenPackage {
  /// The bytes of all files, or of those in a folder, by the manifest's account.
  func byteCount(in folder: String = "") -> Int {
    (manifest?["members"]?.array ?? []).reduce(0) { sum, account in
      let isThere = account["path"]?.string?.hasPrefix(folder) == true
      return sum &+ (isThere ? max(0, account["size"]?.int ?? 0) : 0)
    }
  }
}

extension PackageVerification {
  /// Compares every file with the manifest's account of it.
  ///
  /// - Parameter read: gets the bytes of each block read.
  static func verifyMembers(
    _ package: OpenPackage, read: (_ bytes: Int) -> Void
  ) throws(PackagingError) -> [Finding] {
    let members = package.members
    var findings: [Finding] = []
    var expected: Set<String> = [Manifest.path]
    let geodatabases = try package.geodatabasePaths()
    for account in package.manifest?["members"]?.array ?? [] {
      guard let path = account["path"]?.string, let sha256 = account["sha256"]?.string else {
        continue
      }
      expected.insert(path)
      let isStore = path == MobileMapPackage.storePath
      guard let found = try members.digest(of: isStore ? package.storePath : path, read: read)
      else {
        findings.append(
          Finding(.packageMemberMissing, subject: path, "The package lacks a file it had."))
        continue
      }
      guard found.sha256 != sha256 || isStore && package.sidecar != .none else { continue }
      findings.append(
        difference(
          path, isStore: isStore || geodatabases.contains(path), found.size, account["size"]?.int))
    }
    // Photos are looked at with the rows that name them, and what SQLite keeps beside a store
    // while it is open with the store.
    expected.formUnion(try package.looseFiles().map(\.path))
    let strays = try members.paths().filter { path in
      !expected.contains(path) && !path.hasPrefix(package.storePath)
        && !geodatabases.contains { path.hasPrefix($0 + "-") }
    }
    if !strays.isEmpty {
      findings.append(
        Finding(
          .packageMemberUnexpected, subject: package.path,
          "There are files that the package did not have.", count: strays.count, samples: strays))
    }
    return findings
  }

  /// An edited store is what a package is for; anything else must not change.
  private static func difference(
    _ path: String, isStore: Bool, _ size: Int, _ packed: Int?
  ) -> Finding {
    let sizes = "\(size) bytes, \(packed ?? 0) when it was built"
    if isStore {
      return Finding(
        .packageStoreEdited, subject: path, "The store was edited since the package was built.",
        samples: [sizes])
    }
    if path.hasSuffix(".qgs") {
      return Finding(
        .packageMemberChanged, .information, subject: path,
        "The project was saved since the package was built.", samples: [sizes],
        fix: "Nothing to do: a merge takes the rows, and no project.")
    }
    return Finding(
      .packageMemberChanged, subject: path, "The file is not the one that was packed.",
      samples: [sizes])
  }
}
