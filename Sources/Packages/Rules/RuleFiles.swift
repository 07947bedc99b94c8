package import Bytes

/// The folders of the address tables that rules name.
package struct RuleFiles: Sendable, Equatable {
  /// The folders in search order.
  package var folders: [String]

  package init(folders: [String]) { self.folders = folders }

  /// The folders of files; a path of a folder counts itself.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell.
  package init(beside paths: [String]) throws(BytesError) {
    folders = try paths.map { path throws(BytesError) in
      try LocalPath.isFolder(path) ? path : LocalPath.folder(of: path)
    }
  }

  /// Opens a file; nil if no folder has it.
  ///
  /// - Throws: `BytesError`.
  package func open(_ name: String) throws(BytesError) -> FileRegion? {
    for folder in folders {
      if let file = try InputFile.ifThere(folder + "/" + name) { return FileRegion(file) }
    }
    return nil
  }
}
