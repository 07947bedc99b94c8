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
    }
  }
}
