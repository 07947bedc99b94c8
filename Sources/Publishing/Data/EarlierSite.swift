import Bytes
import FoundationEssentials

/// An earlier site in the target folder.
struct EarlierSite: Sendable {
  /// The SHA-256 of each of its files that still exists, by path.
  let files: [String: String]

  /// Reads a folder. Returns nil if it does not exist or is empty.
  ///
  /// - Throws: `notASiteFolder` if the folder contains anything but has no list of ours;
  ///   `changedByHand` if files were changed and must not be overwritten.
  init?(path: String, overwrite: Bool, listName: String) throws {
    let names = try unlessUnreadable { try FolderFiles(path).names() } ?? []
    guard let first = names.first else { return nil }
    let list = try unlessUnreadable {
      let file = FileRegion(try InputFile(path: "\(path)/\(listName)"))
      return try file.read(at: 0, count: file.count)
    }
    guard let list else {
      throw PublishingError.notASiteFolder(path: path, content: first)
    }
    var files: [String: String] = [:]
    var changed: [String] = []
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3 else { continue }
      let name = String(parts[2])
      guard let sha256 = try Self.digest(path + "/" + name) else { continue }
      files[name] = sha256
      if sha256 != parts[0] { changed.append(name) }
    }
    guard changed.isEmpty || overwrite else {
      throw PublishingError.changedByHand(path: path, files: changed)
    }
    self.files = files
  }

  private static func digest(_ path: String) throws -> String? {
    try unlessUnreadable { SHA256.hex(try SHA256.of(FileRegion(try InputFile(path: path)))) }
  }
}
