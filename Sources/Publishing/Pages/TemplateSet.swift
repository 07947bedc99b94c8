import Bytes
import Markup
import OrderedJSON
import SiteTemplates

/// The templates and assets of a site: the built-in ones, replaced by the user's with the same
/// path.
struct TemplateSet: Sendable {
  /// Whether the user has replaced templates, which may have styles of their own.
  let isChanged: Bool
  /// The files by path below `Templates`, sorted.
  private let files: [(path: String, content: [UInt8])]
  private let renderer: MustacheRenderer

  private static let suffix = ".mustache"
  private static let partsFolder = "pages/parts/"
  /// The folder of assets that only the review page needs.
  private static let reviewFolder = "assets/review/"

  /// - Parameter folder: The folder with the user's templates, if there is one.
  /// - Throws: `PublishingError.unknownTemplate`, `MarkupError`, `BytesError`.
  init(folder: String?) throws {
    var files = SiteTemplates.files()
    if let folder { try Self.replace(&files, from: folder) }
    self.files = files
    isChanged = folder != nil
    var templates: [String: MustacheTemplate] = [:]
    for file in files where file.path.hasSuffix(Self.suffix) {
      templates[Self.name(file.path)] = try MustacheTemplate(
        parsing: file.content, name: file.path)
    }
    renderer = MustacheRenderer(templates: templates)
  }

  private static func replace(
    _ files: inout [(path: String, content: [UInt8])], from folder: String
  ) throws {
    for path in try FolderFiles(folder).allPaths() {
      let file = folder + "/" + path
      let name = path.split(separator: "/").last ?? ""
      guard !name.hasPrefix(".") else { continue }
      // Ignore files beside the two folders, such as the README in a copy of Templates/.
      guard path.hasPrefix("pages/") || path.hasPrefix("assets/") else { continue }
      let isAsset = path.hasPrefix("assets/")
      let index = files.firstIndex { $0.path == path }
      // New assets and parts are allowed, such as a logo. A page that nothing renders is an error.
      guard index != nil || isAsset || path.hasPrefix(partsFolder) else {
        throw PublishingError.unknownTemplate(path: file)
      }
      let region = FileRegion(try InputFile(path: file))
      let content = try region.read(at: 0, count: region.count)
      if let index { files[index].content = content } else { files.append((path, content)) }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns the name of a template: `pages/parts/popup.mustache` is `popup`.
  private static func name(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(suffix.count))
  }

  /// Returns the digest of a page's own style sheet, as a Content-Security-Policy names it (CSP3
  /// §2.3.1): without quotes, and empty if the page has none.
  func styleDigest(of name: String) -> String {
    guard let file = files.first(where: { $0.path == "pages/\(name)\(Self.suffix)" }) else {
      return ""
    }
    let text = String(decoding: file.content, as: UTF8.self)
    guard let style = text.firstMatch(of: /<style>(?<rules>[^<]*)<\/style>/) else { return "" }
    var base64: [UInt8] = []
    Base64Text.append(SHA256.of(Array(style.rules.utf8).span).span, to: &base64)
    return "sha256-" + String(decoding: base64, as: UTF8.self)
  }

  /// Renders a page from a view.
  func render(_ name: String, _ view: JSON) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try renderer.render(name, view: view, into: &bytes)
    return bytes
  }

  /// The files that are copied into a site, and the parts as a script.
  var assets: [(path: String, content: [UInt8])] {
    files.filter { $0.path.hasPrefix("assets/") && !$0.path.hasPrefix(Self.reviewFolder) } + [
      ("assets/templates.js", partsScript)
    ]
  }

  /// Returns the assets whose paths are in a rendered page.
  func assets(namedIn page: [UInt8]) -> [(path: String, content: [UInt8])] {
    let text = String(decoding: page, as: UTF8.self)
    return files.filter { $0.path.hasPrefix("assets/") && text.contains("\"\($0.path)\"") }
  }

  /// `FP.template("popup","…");` for each part of a record, so that browsers render the same pages.
  private var partsScript: [UInt8] {
    var script: [UInt8] = []
    for file in files
    where file.path.hasPrefix(Self.partsFolder) && file.path.hasSuffix(Self.suffix) {
      script.append(literal: "FP.template(")
      JSONWriter.append(Self.name(file.path), to: &script, forScript: true)
      script.append(UInt8(ascii: ","))
      JSONWriter.append(utf8: file.content.span, to: &script, forScript: true)
      script.append(literal: ");\n")
    }
    return script
  }
}
