/// A file that is added to a package unchanged.
package struct PackageFile: Sendable, Equatable {
  /// The path relative to the folder that the file is for.
  package var path: String
  package var content: [UInt8]

  /// Makes a file.
  package init(path: String, content: [UInt8]) {
    self.path = path
    self.content = content
  }
}
