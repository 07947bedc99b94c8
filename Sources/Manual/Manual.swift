import FoundationEssentials

/// The topics of the manual, embedded in the program.
///
/// A topic is a Markdown file in `Sources` whose name starts with a small letter. It lies beside the
/// code that it describes: `Sources/Merging/merging.md` is the topic `merging`.
package enum Manual {
  /// Every topic by name, in the order of the names' bytes.
  package static func topics() -> [(name: String, markdown: String)] {
    embeddedFiles.map { file in
      // The build tool wrote the text, so it always decodes.
      let bytes = Data(base64Encoded: file.base64.description) ?? Data()
      return (file.path.description, String(decoding: bytes, as: UTF8.self))
    }
  }
}
