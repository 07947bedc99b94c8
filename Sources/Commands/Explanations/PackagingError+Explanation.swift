import Bytes
import Console
import Packages

extension PackagingError: ExplainedError {
  /// Explains why a package can't be made or read.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .bindings(let path, let expected):
      Explanation(
        .dataBindingsInvalid, about: path, "expected \(expected)",
        fix: "Correct bindings.json. `fieldpack help data-folder` shows its form.")
    case .edits(let path, let expected):
      Explanation(
        .editFileInvalid, about: path, "expected \(expected)",
        fix: "Correct the edits. `fieldpack help editing` shows their form.")
    case .area(let text, let expected):
      Explanation(
        .usageAreaInvalid, about: "area \(text)", "expected \(expected)", fix: "Correct --area.")
    case .areas(let text, let expected):
      Explanation(
        .usageAreaInvalid, about: "areas \(text)", "expected \(expected)", fix: "Correct --areas.")
    case .plan(let path, let expected):
      Explanation(
        .planInvalid, about: path, "expected \(expected)", fix: "Make the plan again.")
    case .planOutdated(let path, let input):
      Explanation(
        .planOutdated, about: path, "was made from another \(input) than there is now",
        fix: "Make the plan again with `fieldpack plan`. Packages that are up to date stay.")
    case .noSuchLayer(let name, let layers):
      Explanation(noLayer: name, layers: layers)
    case .stopped(let findings):
      Explanation(
        .packageNotBuilt, about: context.subject,
        Self.stopping(findings.count { $0.severity == .error }),
        fix: "Correct what `fieldpack check` reports.")
    case .noRoom(let folder, let needed, let available):
      Explanation(
        .fileNoRoom, about: folder,
        "needs \(NumberText.bytes(needed)), but has \(NumberText.bytes(available))",
        fix: "Make room, write to another disk, or pack a smaller --area.")
    case .targetIsInput(let path):
      Explanation(
        .fileOutputIsInput, about: path, "is an input, and Fieldpack never changes inputs",
        fix: "Choose another name for the output.")
    case .notAPackage(let path, let expected):
      Explanation(
        .packageNotOne, about: path, "is not a package: expected \(expected)",
        fix: UsualFix.namePackage)
    case .copiesUnclear(let path, let reason):
      Explanation(
        .packageCopiesUnclear, about: path, reason, fix: ErrorCode.packageCopiesUnclear.generalFix)
    case .damaged(let problem, let others):
      Explanation(
        .sqliteCorrupt, about: context.subject,
        "the database is damaged: \(problem)\(Self.andMore(others))",
        fix: "Ask for another copy. `fieldpack verify` lists all problems.")
    case .interrupted:
      Explanation(.runInterrupted, about: "fieldpack", "interrupted", fix: nil)
    }
  }

  private static func stopping(_ count: Int) -> String {
    NumberText.plural(count, one: "finding stops", many: "findings stop") + " the build"
  }

  private static func andMore(_ problems: Int) -> String {
    problems == 0
      ? "" : ", and " + NumberText.plural(problems, one: "more problem", many: "more problems")
  }
}
