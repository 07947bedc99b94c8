import Bytes
import FoundationEssentials
import OrderedJSON
import ZIPArchive

/// The files of a package, in an archive or in a folder.
struct PackageMembers {
  private let package: OpenPackage

  init(_ package: OpenPackage) {
    self.package = package
  }

  /// The paths of all files, sorted by their bytes; only the store's for a bare store.
  func paths() throws -> [String] {
    switch package.form {
    case .store: return []
    case .archive:
      let entries = package.archive?.entries ?? []
      return entries.filter { !$0.isFolder && $0.name.hasPrefix(package.prefix) }
        .map { String($0.name.dropFirst(package.prefix.count)) }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    case .folder:
      return try FileManager.default.subpathsOfDirectory(atPath: package.path)
        .filter { path in
          var isFolder = false
          let isThere = FileManager.default.fileExists(
            atPath: package.path + "/" + path, isDirectory: &isFolder)
          return isThere && !isFolder
        }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// The size and SHA-256 of a file; `nil` when it is not there. Paths that leave the package are
  /// not there.
  ///
  /// - Parameter read: gets the bytes of each block read.
  func digest(
    of path: String, read: (_ bytes: Int) -> Void
  ) throws -> (size: Int, sha256: String)? {
    switch package.form {
    case .store: return nil
    case .archive:
      guard let archive = package.archive,
        let entry = archive.entry(named: package.prefix + path)
      else { return nil }
      let stream = try archive.stream(entry)
      return try digest({ try stream.read(upTo: 1 << 20, appendingTo: &$0) }, read)
    case .folder:
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(""), !parts.contains("."), !parts.contains("..") else { return nil }
      let file = package.path + "/" + path
      guard FileManager.default.fileExists(atPath: file) else { return nil }
      let region = FileRegion(try InputFile(path: file))
      var offset = 0
      return try digest(
        { block in
          let count = min(1 << 20, region.count - offset)
          try region.read(at: offset, count: count, into: &block)
          offset += count
          return count
        }, read)
    }
  }

  private func digest(
    _ next: (inout [UInt8]) throws -> Int, _ read: (Int) -> Void
  ) throws -> (size: Int, sha256: String) {
    var digest = SHA256()
    var block: [UInt8] = []
    var size = 0
    while try next(&block) > 0 {
      digest.update(block.span)
      read(block.count)
      size += block.count
      block.removeAll(keepingCapacity: true)
    }
    return (size, SHA256.hex(digest.finish()))
  }

  /// The bytes of all files, or of those in a folder, by the manifest's account.
  func byteCount(in folder: String = "") -> Int {
    (package.manifest?["members"]?.array ?? []).reduce(0) { sum, account in
      let isThere = account["path"]?.string?.hasPrefix(folder) == true
      return sum &+ (isThere ? max(0, account["size"]?.int ?? 0) : 0)
    }
  }

  /// Compares every file with the manifest's account of it.
  ///
  /// - Parameter read: gets the bytes of each block read.
  func verify(read: (_ bytes: Int) -> Void) throws -> [Finding] {
    let accounts = package.manifest?["members"]?.array ?? []
    var findings: [Finding] = []
    var expected: Set<String> = [Manifest.path]
    for account in accounts {
      guard let path = account["path"]?.string, let sha256 = account["sha256"]?.string else {
        continue
      }
      expected.insert(path)
      guard let found = try digest(of: path, read: read) else {
        findings.append(
          Finding(.packageMemberMissing, subject: path, "The package lacks a file it had."))
        continue
      }
      guard found.sha256 != sha256 else { continue }
      findings.append(difference(path, found.size, account["size"]?.int))
    }
    let strays = try paths().filter { path in
      // What SQLite keeps beside a store while it is open is read, or refused, with the store.
      !expected.contains(path) && !path.hasPrefix(MobileMapPackage.storePath + "-")
        && !path.hasPrefix("attachments/")
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
  private func difference(_ path: String, _ size: Int, _ packed: Int?) -> Finding {
    let sizes = "\(size) bytes, \(packed ?? 0) when it was built"
    if path == MobileMapPackage.storePath {
      return Finding(
        .packageStoreEdited, subject: path, "The store was edited since the package was built.",
        samples: [sizes])
    }
    return Finding(
      .packageMemberChanged, subject: path, "The file is not the one that was packed.",
      samples: [sizes])
  }
}
