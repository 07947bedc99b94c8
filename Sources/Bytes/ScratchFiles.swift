/// A folder of files that belong to no output. It is removed at the end, also after an
/// interruption; the next run removes the folder of a run that was killed.
package struct ScratchFiles: ~Copyable {
  private let tree: AtomicFolder

  /// Starts a folder in another, which must exist.
  ///
  /// - Throws: `BytesError` if it can't be made.
  package init(in folder: String) throws(BytesError) {
    tree = try AtomicFolder(scratchBeside: folder + "/scratch", shown: folder)
  }

  /// Starts a folder beside an output, on the same disk.
  ///
  /// - Throws: `BytesError` if it can't be made.
  package init(beside output: String) throws(BytesError) {
    tree = try AtomicFolder(scratchBeside: output, shown: output)
  }

  /// The folder.
  package var path: String { tree.temporaryPath }

  /// Returns the path to write a file of the folder at, and creates the folders above it.
  ///
  /// - Throws: `badRelativePath` for a path that leaves the folder, and errors of writing.
  package func path(for relative: String) throws(BytesError) -> String {
    try tree.path(for: relative)
  }
}
