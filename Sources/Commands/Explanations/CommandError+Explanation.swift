import Bytes
import Console

extension CommandError: ExplainedError {
  /// Explains an error of a command itself.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .notADemoFolder(let path, let found):
      Explanation(
        .demoFolderInUse, about: path,
        "has \(found), which is not from the demo; nothing was changed",
        fix: "Choose another folder: fieldpack demo OTHER.")
    case .openFilesLimit(let limit):
      Explanation(
        .runLimitTooLow, about: "fieldpack",
        "may open only \(NumberText.plural(limit, one: "file", many: "files")) at the same time, but "
          + "needs \(Self.neededFiles)",
        fix: "Raise the limit: ulimit -n \(Self.neededFiles) or more.")
    case .memoryLimit(let limit):
      Explanation(
        .runLimitTooLow, about: "fieldpack",
        "may use only \(NumberText.bytes(limit)) of address space, but needs "
          + NumberText.bytes(Self.neededMemory),
        fix: "Raise the limit: ulimit -v \(Self.neededMemory / 1_024) or more.")
    }
  }
}
