/// An error of a command itself, not of a module below it.
package enum CommandError: Error, Equatable, Sendable {
  /// The folder for the demo has a file that the demo didn't write; `holds` is its path in it.
  case notADemoFolder(path: String, holds: String)
}
