import Bytes
import FoundationEssentials

/// An earlier site in the target folder.
struct EarlierSite: Sendable {
  /// Its files that still exist, by path, as they are now.
  let files: [String: SiteFile]
  /// The SHA-256 of its list of files.
  let listDigest: String
  /// What it notes for later runs; empty if it has no notes.
  let notes: [UInt8]
  /// The folder.
  private let path: String
  /// The files that were changed since the site was made.
  private let changed: Set<String>

  /// Reads a folder. Returns nil if it does not exist or is empty.
  ///
  /// - Throws: `notASiteFolder` if the folder contains anything but has no list of ours;
  ///   `changedByHand` if files were changed and must not be overwritten.
  init?(path: String, overwrite: Bool, listName: String) throws {
    let names = try unlessUnreadable { try FolderFiles(path).names() } ?? []
    guard let first = names.first else { return nil }
    guard let list = try Self.content("\(path)/\(listName)") else {
      throw PublishingError.notASiteFolder(path: path, content: first)
    }
    let listed = Self.listed(in: list)
    // Two cores read the files.
    let middle = listed.count / 2
    let second = BackgroundWork { Result { try Self.files(listed[middle...], in: path) } }
    let files = try Self.files(listed[..<middle], in: path)
      .merging(try second.value().get()) { one, _ in one }
    let changed = listed.filter { name, sha256 in
      files[name].map { $0.sha256 != sha256 } ?? false
    }.map(\.name)
    guard changed.isEmpty || overwrite else {
      throw PublishingError.changedByHand(path: path, files: changed)
    }
    self.path = path
    self.files = files
    self.changed = Set(changed)
    listDigest = SHA256.hex(SHA256.of(list.span))
    notes =
      try Self.content("\(path)/\(SiteOutput.notesName)", largest: SiteOutput.largestNotes) ?? []
  }

  /// Whether a file is as it was written.
  func isUnchanged(_ name: String) -> Bool { files[name] != nil && !changed.contains(name) }

  /// Opens a file that is as it was written; nil if there is none.
  func unchangedFile(_ name: String) -> FileRegion? {
    guard isUnchanged(name), let file = try? InputFile(path: "\(path)/\(name)"),
      file.size == files[name]?.size
    else { return nil }
    return FileRegion(file)
  }

  /// Returns the paths and digests of a list of files.
  private static func listed(in list: [UInt8]) -> [(name: String, sha256: String)] {
    String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      return parts.count == 3 ? (String(parts[2]), String(parts[0])) : nil
    }
  }

  /// Returns the files of a list that exist, as they are now.
  private static func files(
    _ listed: ArraySlice<(name: String, sha256: String)>, in folder: String
  ) throws -> [String: SiteFile] {
    var files: [String: SiteFile] = [:]
    for (name, _) in listed {
      if let file = try file(name, in: folder) { files[name] = file }
    }
    return files
  }

  private static func content(_ path: String, largest: Int = .max) throws -> [UInt8]? {
    try unlessUnreadable {
      let file = FileRegion(try InputFile(path: path))
      return file.count > largest ? nil : try file.read(at: 0, count: file.count)
    } ?? nil
  }

  private static func file(_ name: String, in folder: String) throws -> SiteFile? {
    try unlessUnreadable {
      let file = FileRegion(try InputFile(path: "\(folder)/\(name)"))
      return SiteFile(path: name, size: file.count, sha256: SHA256.hex(try SHA256.of(file)))
    }
  }
}
