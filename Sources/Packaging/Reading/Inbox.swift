/// A package that was given out.
package struct IssuedPackage: Sendable, Equatable {
  /// The id in its manifest and store.
  package var packageID: String
  /// What people call it: `crew-07`.
  package var name: String

  /// A package from its parts.
  package init(packageID: String, name: String) {
    (self.packageID, self.name) = (packageID, name)
  }
}

/// A file or folder that came back, as far as matching needs to know it.
package struct ReturnedFile: Sendable, Equatable {
  package var path: String
  /// `nil` for a store that another program made.
  package var packageID: String?
  /// ``OpenPackage/contentDigest()``: two files with the same one hold the same rows.
  package var contentDigest: String

  /// A file from its parts.
  package init(path: String, packageID: String?, contentDigest: String) {
    (self.path, self.packageID, self.contentDigest) = (path, packageID, contentDigest)
  }

  /// What an open package is for matching. Reads its whole store.
  ///
  /// - Throws: `PackagingError.reading` where the store cannot be read.
  package init(_ package: OpenPackage) throws(PackagingError) {
    self.init(
      path: package.path, packageID: package.packageID,
      contentDigest: try package.contentDigest())
  }
}

/// Which packages are back: files are matched by package id, whatever their names are.
///
/// Two files of one package are told apart by content alone. Which of them is newer, or whether
/// one holds all edits of the other, only their rows can tell: that is the comparison's business.
/// Packages built twice from the same inputs with the same options have one id.
package struct Inbox: Sendable, Equatable {
  /// What came back of one package.
  package struct Group: Sendable, Equatable {
    package var packageID: String
    /// The name it was given out under; `nil` when it is not among the issued ones.
    package var name: String?
    /// One file for each content, the first by path.
    package var files: [ReturnedFile]
    /// Files with the content of one of `files`.
    package var copies: [ReturnedFile]
  }

  /// The packages that are back: issued ones in their order, then others by their first path.
  package let groups: [Group]
  /// The issued packages of which nothing came back, in their order.
  package let missing: [IssuedPackage]
  /// Files that name no package, by path.
  package let unknown: [ReturnedFile]

  /// Matches what came back with what was given out; the order of `files` does not matter.
  ///
  /// - Parameter issued: empty when it is not known what was given out. The first of two with one
  ///   id counts.
  package init(_ files: [ReturnedFile], issued: [IssuedPackage] = []) {
    let files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var groups: [String: Group] = [:]
    var order: [String] = []
    var unknown: [ReturnedFile] = []
    for file in files {
      guard let id = file.packageID else {
        unknown.append(file)
        continue
      }
      if groups[id] == nil { order.append(id) }
      var group = groups[id] ?? Group(packageID: id, name: nil, files: [], copies: [])
      let isCopy = group.files.contains { $0.contentDigest == file.contentDigest }
      if isCopy { group.copies.append(file) } else { group.files.append(file) }
      groups[id] = group
    }
    var found: [Group] = []
    var missing: [IssuedPackage] = []
    var seen: Set<String> = []
    for package in issued where seen.insert(package.packageID).inserted {
      guard var group = groups.removeValue(forKey: package.packageID) else {
        missing.append(package)
        continue
      }
      group.name = package.name
      found.append(group)
    }
    self.groups = found + order.compactMap { groups[$0] }
    self.missing = missing
    self.unknown = unknown
  }

  /// The packages of which there are several contents.
  package var several: [Group] { groups.filter { $0.files.count > 1 } }
}
