import FoundationEssentials

/// The embedded *Trees of Portland*: the files of `Fixtures/TreesOfPortland`.
package enum DemoMap {
  /// Every file: path below the folder, content. Sorted by the bytes of the path.
  package static func files() -> [(path: String, content: [UInt8])] {
    embeddedFiles.map { file in
      // The build tool wrote the text, so it always decodes.
      (file.path.description, Data(base64Encoded: file.base64.description).map(Array.init) ?? [])
    }
  }
}
