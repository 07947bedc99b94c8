package import Bytes
import FoundationEssentials

/// Where the tables of addresses are that rules name.
package struct RuleFiles: Sendable, Equatable {
  /// Looked through in this order.
  package var folders: [String]

  package init(folders: [String]) { self.folders = folders }

  /// The folders of files, and folders themselves.
  package init(beside paths: [String]) {
    folders = paths.map { DataFolder.isFolder($0) ? $0 : DataFolder.folder(of: $0) }
  }

  /// Opens a file; nil where no folder has it.
  ///
  /// - Throws: `BytesError`.
  package func open(_ name: String) throws(BytesError) -> FileRegion? {
    for folder in folders {
      let path = folder + "/" + name
      if FileManager.default.fileExists(atPath: path) {
        return FileRegion(try InputFile(path: path))
      }
    }
    return nil
  }
}
