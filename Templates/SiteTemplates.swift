import FoundationEssentials

/// The templates of the rendered pages: the files of `Templates/pages` and `Templates/assets`.
package enum SiteTemplates {
  /// Every file: path below `Templates`, content. Sorted by the bytes of the path.
  package static func files() -> [(path: String, content: [UInt8])] {
    embeddedFiles.filter { $0.path.description.contains("/") }.map { file in
      // The build tool wrote the text, so it always decodes.
      (file.path.description, Data(base64Encoded: file.base64.description).map(Array.init) ?? [])
    }
  }
}
