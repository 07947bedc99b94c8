import Bytes
import GeoPackage
import Packages

/// Copies the attachments of layers into a site. On public sites, photos lose their metadata.
struct AttachmentCopy {
  let package: OpenPackage
  let request: SiteRequest
  /// The paths of the files written for earlier layers, which may show the same records.
  private var written: Set<String> = []
  /// The paths of the layer's attachments that the package lacks.
  private var missing: Set<String> = []
  /// Why attachments of the layer can't be read, by their paths.
  private var unreadable: [String: String] = [:]
  /// The paths of the layer's attachments whose metadata can't be removed.
  private var unclean: Set<String> = []
  /// The paths of files that were written as text because they look like pages, by the paths that
  /// their names would give.
  private var moved: [String: String] = [:]
  /// The names of the layer's attachments that are published as text.
  private var textNames: [String] = []

  init(_ package: OpenPackage, _ request: SiteRequest) {
    (self.package, self.request) = (package, request)
  }

  /// Copies a layer's attachments, and removes those from the index that aren't published.
  mutating func run(_ index: inout AttachmentIndex, into output: inout SiteOutput) throws {
    missing = []
    unreadable = [:]
    unclean = []
    textNames = []
    let items = index.items
    for item in items where item.attachment.path != nil && !item.staysInPackage {
      try copy(item, into: &output)
    }
    for table in Set(items.map(\.table)).sorted() {
      let inRows = items.filter { $0.table == table && $0.attachment.path == nil }
      guard !inRows.isEmpty else { continue }
      let paths = Dictionary(
        inRows.map { ($0.rowid, $0.path) }, uniquingKeysWith: { first, _ in first })
      try package.store.forEachAttachment(in: table) { rowid, _, content in
        guard let path = paths[rowid] else { return }
        try copy(content.copied(), to: path, in: &output)
      }
    }
    index.finish(missing: missing.union(unclean).union(unreadable.keys), moved: moved)
    for item in index.items where item.isFound {
      if PublishedEnding.isText(item.path),
        PublishedEnding.keptEnding(of: item.attachment.name) != PublishedEnding.text
      {
        textNames.append(item.attachment.name)
      }
    }
  }

  /// Copies an attachment that is a file of the package. A damaged one costs only itself.
  private mutating func copy(
    _ item: AttachmentIndex.Item, into output: inout SiteOutput
  ) throws {
    let content: [UInt8]?
    do {
      content = try package.content(of: item.attachment)
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      unreadable[item.path] = "\(error)"
      return
    }
    try copy(content, to: item.path, in: &output)
  }

  private mutating func copy(
    _ content: [UInt8]?, to path: String, in output: inout SiteOutput
  ) throws {
    guard !written.contains(path), moved[path] == nil else { return }
    guard var content else {
      missing.insert(path)
      return
    }
    if request.isPublic {
      guard case .stripped(let photo) = PhotoMetadata.strip(content) else {
        unclean.insert(path)
        return
      }
      content = photo.bytes
    }
    var target = path
    if PublishedEnding.looksLikeMarkup(content), !PublishedEnding.isText(path) {
      target = "\(path).\(PublishedEnding.text)"
      moved[path] = target
    }
    try output.write(content, to: target)
    written.insert(target)
  }

  /// What wasn't published of the layer as it is.
  func findings(subject title: String) -> [Finding] {
    var findings: [Finding] = []
    if !missing.isEmpty {
      let files = NumberText.plural(missing.count, one: "attachment is", many: "attachments are")
      findings.append(
        Finding(
          .attachmentFileMissing, .warning, subject: title,
          "\(files) not in the package, although records refer to them.", count: missing.count))
    }
    if let first = unreadable.min(by: { $0.key < $1.key })?.value {
      let files = NumberText.plural(
        unreadable.count, one: "attachment is", many: "attachments are")
      findings.append(
        Finding(
          .attachmentNotReadable, .warning, subject: title,
          "\(files) left out, because the package can't be read there. The first: \(first)",
          count: unreadable.count,
          samples: unreadable.sorted { $0.key < $1.key }.map(\.value),
          fix: "Copy the package again. If a crew returned it, ask the crew for it again."))
    }
    if !textNames.isEmpty {
      let files = NumberText.plural(
        textNames.count, one: "attachment is", many: "attachments are")
      findings.append(
        Finding(
          .attachmentAsText, subject: title,
          "\(files) published as text (.txt), because a browser could run what is in this kind of "
            + "file.", count: textNames.count, samples: textNames.sorted()))
    }
    if !unclean.isEmpty {
      let files = NumberText.plural(unclean.count, one: "attachment is", many: "attachments are")
      findings.append(
        Finding(
          .attachmentLeftOut, subject: title,
          "\(files) left out, because Fieldpack can't remove metadata such as location and author "
            + "from this kind of file.", count: unclean.count))
    }
    return findings
  }
}
