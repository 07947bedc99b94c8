import Bytes
import OrderedJSON
import Records
import SQLiteFile

extension PackageVerification {
  /// Compares every file with its entry in the manifest.
  ///
  /// - Parameter read: receives the number of bytes of each block.
  static func verifyMembers(
    _ package: OpenPackage, read: (_ bytes: Int) -> Void
  ) throws -> [Finding] {
    let members = package.members
    var findings: [Finding] = []
    var expected: Set<String> = [ManifestFormat.path]
    let geodatabases = try package.geodatabasePaths()
    for account in package.manifest?.members ?? [] {
      guard let path = account["path"]?.string, let sha256 = account["sha256"]?.string else {
        continue
      }
      expected.insert(path)
      let isStore = path == MobileMapPackage.storePath
      guard let found = try members.digest(of: isStore ? package.storePath : path, read: read)
      else {
        findings.append(
          Finding(.packageMemberMissing, subject: path, "The package lacks this file."))
        continue
      }
      guard found.sha256 != sha256 || isStore && package.sidecar != .none else { continue }
      findings.append(
        difference(
          path, isStore: isStore || geodatabases.contains(path), size: found.size,
          packed: account["size"]?.int))
    }
    // Attachments are checked with the rows that name them, and SQLite's logs with the store.
    expected.formUnion(try package.looseFiles().map(\.path))
    let strays = try members.paths().filter { path in
      !expected.contains(path) && !path.hasPrefix(package.storePath)
        && !geodatabases.contains { path.hasPrefix($0 + "-") }
    }
    if !strays.isEmpty {
      findings.append(
        Finding(
          .packageMemberUnexpected, subject: package.path,
          NumberText.plural(strays.count, one: "file was", many: "files were")
            + " not in the package when it was built.", count: strays.count, samples: strays))
    }
    return findings
  }

  /// Crews edit the store of a package, but no other file should change.
  private static func difference(
    _ path: String, isStore: Bool, size: Int, packed: Int?
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
        fix: "No action is needed: a merge uses the records, not the project.")
    }
    return Finding(
      .packageMemberChanged, subject: path, "The file has changed since the package was built.",
      samples: [sizes])
  }
}
