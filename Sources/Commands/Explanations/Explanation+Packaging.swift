import Bytes
import Console
import Packaging

extension Explanation {
  /// Why a package cannot be made or read.
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
        "PACK001", .inputRefused, path, "expected \(expected)",
        fix: "Correct the bindings; the README shows their form.")
    case .edits(let path, let expected):
      self.init(
        "PACK009", .inputRefused, path, "expected \(expected)",
        fix: "Correct the edits; `fieldpack edit --help` shows their form.")
    case .area(let text, let expected):
      self.init(
        "PACK002", .usage, "area \(text)", "expected \(expected)", fix: "Correct --area.")
    case .noSuchLayer(let name, let layers):
      let nearest = NearestName.find(name, among: layers)
      self.init(
        "PACK003", .usage, name,
        "is no layer or table; there are " + layers.joined(separator: ", "),
        fix: nearest.map { "Did you mean \($0)?" } ?? "Give a title or an id of the map.")
    case .stopped(let findings):
      let count = findings.count { $0.severity == .error }
      self.init(
        "BUILD_STOPPED", .inputRefused, context.subject,
        NumberText.plural(count, "finding stops", "findings stop") + " the build",
        fix: "Mend what `fieldpack check` finds.")
    case .noRoom(let folder, let needed, let available):
      self.init(
        "PACK004", .noRoom, folder,
        "needs \(NumberText.bytes(needed)), has \(NumberText.bytes(available))",
        fix: "Make room, write to another disk, or take a smaller --area.")
    case .targetIsInput(let path):
      self.init(
        "PACK007", .outputFailed, path, "is one of the inputs, which are never changed",
        fix: "Give the output another name.")
    case .notAPackage(let path, let expected):
      self.init(
        "PACK005", .inputRefused, path, "is no package: expected \(expected)",
        fix: "Give an .mmpk, a .zip, a .gpkg or an unpacked folder that Fieldpack made.")
    case .reading(let path, let error): self.init(error, context.about(path))
    case .damaged(let problem, let others):
      self.init(
        "PACK008", .inputRefused, context.subject,
        "the store is damaged: \(problem)"
          + (others > 0 ? ", and \(NumberText.plural(others, "problem", "problems")) more" : ""),
        fix: "Ask for another copy; `fieldpack verify` lists all that is wrong.")
    case .interrupted:
      self.init("PACK006", .interrupted, "fieldpack", "interrupted", fix: nil)
    }
  }
}
