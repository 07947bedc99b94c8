import Console

extension Explanation {
  /// Explains an error of a command itself.
  init(_ error: CommandError) {
    switch error {
    case .notADemoFolder(let path, let found):
      self.init(
        .demoFolderInUse, about: path,
        "has \(found), which is not from the demo; nothing was changed",
        fix: "Choose another folder: fieldpack demo OTHER.")
    }
  }
}
