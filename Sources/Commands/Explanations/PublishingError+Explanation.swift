import Console
import Publishing

extension PublishingError: ExplainedError {
  /// Explains why a site can't be made.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .unknownTemplate(let path):
      Explanation(
        .siteTemplateUnknown, about: path, "no page uses a template of this name",
        fix: "Use the name of a built-in template, or put the file in assets/.")
    case .noMap(let path):
      Explanation(
        .packageMapMissing, about: path,
        "has no map: another program made it, or an early version of Fieldpack",
        fix: "Put it in a folder, and name a map: fieldpack site MAP --data DIR.")
    case .notASiteFolder(let path, let found):
      Explanation(
        .siteFolderInUse, about: path, "has \(found), which is not from a site",
        fix: "Choose an empty or a new folder.")
    case .changedByHand(let path, let files):
      Explanation(
        .siteChangedByHand, about: path,
        "someone changed files after Fieldpack made the site: "
          + files.prefix(5).joined(separator: ", ") + (files.count > 5 ? ", …" : ""),
        fix: "Keep the changes as --templates, or replace the files with --force.")
    case .noSuchLayer(let name, let layers):
      Explanation(noLayer: name, layers: layers)
    case .noSuchField(let layer, let name, let fields):
      Explanation(
        .fieldNotFound, about: name,
        "\(layer) has no such field; its fields are " + fields.joined(separator: ", "),
        fix: UsualFix.nearest(to: name, among: fields, otherwise: "Use a field from the list."))
    }
  }
}
