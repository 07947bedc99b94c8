/// What stops a command that nothing below it can know.
package enum CommandError: Error, Equatable, Sendable {
  /// The folder for the demo holds something that the demo did not write; its path in the folder.
  case notADemoFolder(path: String, holds: String)
}
