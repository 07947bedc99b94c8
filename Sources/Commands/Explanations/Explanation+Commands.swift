import Console

extension Explanation {
  /// What stops a command.
  init(_ error: CommandError) {
    switch error {
    case .notADemoFolder(let path, let holds):
      self.init(
        "DEMO001", .outputFailed, path,
        "holds \(holds), which the demo did not write; nothing was changed",
        fix: "Give another folder: fieldpack demo OTHER.")
    }
  }
}
