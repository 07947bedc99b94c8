import Bytes
import Console
import Packages

extension Explanation {
  /// Explains why a package can't be made or read.
  init(_ error: PackagingError, _ context: ErrorContext) {
    switch error {
    case .file(let error): self.init(error, context)
    case .source(let error): self.init(error, context)
    case .geoPackage(let error): self.init(error, context)
    case .geodatabase(let error): self.init(error, context)
    case .archive(let error): self.init(error, context)
    case .mapUnreadable(let path, let error): self.init(error, context.about(path))
    case .notAWebMap(let path, let error): self.init(error, context.about(path))
    case .areaGeometry(let text, let error): self.init(error, context.about("area \(text)"))
    case .filter(let text, let error):
      self.init(error, context.about("filter \(PrintableText.of(String(text.prefix(60))))"))
    case .bindings(let path, let expected):
      self.init(
        .dataBindingsInvalid, about: path, "expected \(expected)",
        fix: "Correct bindings.json. `fieldpack help data-folder` shows its form.")
    case .edits(let path, let expected):
      self.init(
        .editFileInvalid, about: path, "expected \(expected)",
        fix: "Correct the edits. `fieldpack help editing` shows their form.")
    case .area(let text, let expected):
      self.init(
        .usageAreaInvalid, about: "area \(text)", "expected \(expected)", fix: "Correct --area.")
    case .noSuchLayer(let name, let layers):
      self.init(noLayer: name, layers: layers)
    case .stopped(let findings):
      let count = findings.count { $0.severity == .error }
      self.init(
        .packageNotBuilt, about: context.subject,
        NumberText.plural(count, one: "finding stops", many: "findings stop") + " the build",
        fix: "Correct what `fieldpack check` reports.")
    case .noRoom(let folder, let needed, let available):
      self.init(
        .fileNoRoom, about: folder,
        "needs \(NumberText.bytes(needed)), but has \(NumberText.bytes(available))",
        fix: "Make room, write to another disk, or pack a smaller --area.")
    case .targetIsInput(let path):
      self.init(
        .fileOutputIsInput, about: path, "is an input, and Fieldpack never changes inputs",
        fix: "Choose another name for the output.")
    case .notAPackage(let path, let expected):
      self.init(
        .packageNotOne, about: path, "is not a package: expected \(expected)",
        fix: Self.namePackage)
    case .reading(let path, let error): self.init(error, context.about(path))
    case .damaged(let problem, let others):
      let more = NumberText.plural(others, one: "more problem", many: "more problems")
      self.init(
        .sqliteCorrupt, about: context.subject,
        "the database is damaged: \(problem)" + (others > 0 ? ", and \(more)" : ""),
        fix: "Ask for another copy. `fieldpack verify` lists all problems.")
    case .interrupted:
      self.init(.runInterrupted, about: "fieldpack", "interrupted", fix: nil)
    }
  }

  /// Explains that no layer or table has a name.
  init(noLayer name: String, layers: [String]) {
    let nearest = NearestName.find(name, among: layers)
    self.init(
      .layerNotFound, about: name,
      "no such layer or table; there are " + layers.joined(separator: ", "),
      fix: nearest.map { "Did you mean \($0)?" } ?? "Use a title from the list.")
  }
}
