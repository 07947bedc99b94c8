/// The attachment files of a package, in the way the rows of its store name them.
package struct NamedFiles: Sendable {
  private let package: OpenPackage
  private let packed: Set<String>

  /// The files of a package.
  package init(of package: OpenPackage) {
    self.package = package
    packed = package.manifest?.paths ?? []
  }

  /// How a text value refers to files.
  package enum Naming: Sendable {
    /// A file that was added after the package was built.
    case file(LooseFile)
    /// A missing file, or a path that leaves the package.
    case missing(path: String)
  }

  /// The new file that a text value names; nil if it names none, or one that the package was built
  /// with.
  ///
  /// - Throws: `BytesError`.
  package func naming(by text: String) throws -> Naming? {
    guard let path = MediaPath.named(by: text) else { return nil }
    guard MediaPath.isInside(path) else { return .missing(path: path) }
    guard !packed.contains(path) else { return nil }
    guard let file = try file(at: path) else {
      // "files/2026" may be anything. A name with the extension of a picture is a file.
      return MediaPath.hasMediaEnding(path) ? .missing(path: path) : nil
    }
    return .file(file)
  }

  /// Whether the package was built with a file at a path.
  package func isPacked(_ path: String) -> Bool { packed.contains(path) }

  /// The file at a path of the package, old or new; nil if there isn't one.
  ///
  /// - Throws: `BytesError`.
  package func file(at path: String) throws -> LooseFile? {
    guard MediaPath.isInside(path), let size = try package.members.size(of: path) else {
      return nil
    }
    return LooseFile(path: path, size: size, members: package.members)
  }
}
