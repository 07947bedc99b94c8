import Bytes

/// A folder with several returned packages, each in any form.
///
///     crew-07.mmpk, crew-08.zip, crew-09.gpkg   packages
///     crew-10/                                  an unpacked package with its attachments
///     crew-11/crew-11.zip                       a package that is alone in a folder
///     crew-12.geodatabase                       a replica
///     crew-14.changes                           a change file
///     crew-13/p13/…                             an offline map
///     crew-09.gpkg-wal                          read with its store
///
/// Fieldpack skips and reports anything else.
package struct Inbox: Sendable, Equatable {
  /// The paths of the packages, sorted by name.
  package let packages: [String]
  /// The files and folders that are not packages, sorted by name.
  package let skipped: [Skipped]

  /// A skipped file or folder.
  package struct Skipped: Sendable, Equatable {
    /// Its path, starting with the path of the inbox.
    package var path: String
    /// One sentence.
    package var reason: String

    /// Makes a skipped entry.
    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// How many folder levels to search for packages.
  private static let depth = 2

  /// Searches a folder; nil if the path isn't a folder, is a single package, or has no packages.
  ///
  /// - Parameter known: paths that are something else, each with a sentence that says what.
  /// - Throws: `BytesError` if the folder can't be listed.
  package init?(path: String, known: [(path: String, reason: String)]) throws {
    guard try LocalPath.isFolder(path) else { return nil }
    let files = FolderFiles(path)
    let search: Search
    guard try files.open(MobileMapPackage.storePath) == nil,
      try files.open(ManifestFormat.path) == nil
    else { return nil }
    let (paths, closed) = try files.search(depth: Self.depth)
    // An offline map may hold several geodatabases.
    if case .found(let map) = GeodatabaseSearch.run(paths), map.map != nil, map.home.isEmpty {
      return nil
    }
    search = Search(paths, closed: closed)
    guard search.isInbox else { return nil }
    var packages: [String] = []
    var skipped: [Skipped] = []
    let identities = try known.map { (try FileIdentity(path: $0.path), $0.reason) }
    for entry in search.entries {
      let whole = files.path + "/" + entry.path
      if let identity = try FileIdentity(path: whole),
        let other = identities.first(where: { $0.0 == identity })
      {
        skipped.append(Skipped(path: whole, reason: other.1))
      } else if let reason = entry.reason {
        skipped.append(Skipped(path: whole, reason: reason))
      } else {
        packages.append(whole)
      }
    }
    self.packages = packages
    self.skipped = skipped
  }
}

/// Decides what the entries of a folder are.
private struct Search {
  /// A file or folder. It is a package if it has no reason to be skipped.
  struct Entry {
    var path: String
    var reason: String?
    var isFolder: Bool
  }

  private(set) var entries: [Entry] = []
  /// Whether the folder itself has a field app's project or its photos.
  private let isProject: Bool

  /// - Parameter closed: folders that this user may not read. They may have packages, so they count as
  ///   such, and whoever opens them says what is wrong.
  init(_ paths: [String], closed: [String]) {
    var files: [String] = []
    var folders: [String: [String]] = [:]
    for path in paths where !SystemFile.isNamed(path) && !path.hasPrefix(".") {
      guard let slash = path.firstIndex(of: "/") else {
        files.append(path)
        continue
      }
      folders[String(path[..<slash]), default: []].append(
        String(path[path.index(after: slash)...]))
    }
    isProject =
      files.contains { $0.hasEnding([".qgs", ".qgz"]) }
      || folders.keys.contains { MediaPath.isInFolder($0 + "/photo") }
    entries = files.compactMap { Self.entry(file: $0, among: files) }
    let closed = Set(closed.filter { !SystemFile.isNamed($0) && !$0.hasPrefix(".") }.map(Self.top))
    for (name, paths) in folders where !closed.contains(name) {
      entries.append(Self.entry(folder: name, paths))
    }
    for name in closed { entries.append(Entry(path: name, isFolder: true)) }
    entries.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Whether the folder has one archive or several packages. A single store or folder is a package
  /// with the files beside it. So is a project folder with its photos.
  var isInbox: Bool {
    let found = entries.filter { $0.reason == nil }
    let stores = found.filter { !$0.isFolder && $0.path.hasEnding([".gpkg"]) }
    if isProject, stores.count == 1 { return false }
    return found.count > 1 || found.first.map { Self.isArchive($0.path) } == true
  }

  /// The first name of a path.
  private static func top(_ path: String) -> String {
    String(path.prefix { $0 != "/" })
  }

  private static func isArchive(_ path: String) -> Bool {
    path.hasEnding([".mmpk", ".zip", ChangeFile.ending])
  }

  /// The entry of a file; nil for logs that are read with a store, and for files of a merge.
  private static func entry(file: String, among files: [String]) -> Entry? {
    if isArchive(file) || file.hasEnding([".gpkg", ".geodatabase"]) {
      return Entry(path: file, isFolder: false)
    }
    for suffix in ["-wal", "-shm", "-journal", ".undo"] where file.hasSuffix(suffix) {
      if files.contains(String(file.dropLast(suffix.count))) { return nil }
      return Entry(
        path: file, reason: "The store that it belongs to is missing.", isFolder: false)
    }
    return Entry(path: file, reason: "It is not a package.", isFolder: false)
  }

  private static func entry(folder: String, _ paths: [String]) -> Entry {
    switch StoreSearch.run(paths) {
    case .store: Entry(path: folder, isFolder: true)
    case .archive(let path): Entry(path: folder + "/" + path, isFolder: false)
    case .several:
      Entry(
        path: folder, reason: "It has several packages. Name it separately.", isFolder: true)
    case .none:
      if case .found = GeodatabaseSearch.run(paths) {
        Entry(path: folder, isFolder: true)
      } else {
        Entry(path: folder, reason: "It has no package.", isFolder: true)
      }
    }
  }
}

extension String {
  fileprivate func hasEnding(_ endings: [String]) -> Bool {
    let lower = lowercased()
    return endings.contains { lower.hasSuffix($0) }
  }
}
