package import Bytes
import FoundationEssentials

/// The folders of the address tables that rules name.
package struct RuleFiles: Sendable, Equatable {
  /// The folders in search order.
  package var folders: [String]

  package init(folders: [String]) { self.folders = folders }

  /// The folders of files; a path of a folder counts itself.
  package init(beside paths: [String]) {
    folders = paths.map { LocalPath.isFolder($0) ? $0 : LocalPath.folder(of: $0) }
  }

  /// Opens a file; nil if no folder has it.
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
