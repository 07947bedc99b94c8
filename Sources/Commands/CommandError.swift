import Bytes

/// An error of a command itself, not of a module below it.
package enum CommandError: Error, Equatable, Sendable {
  /// The folder for the demo has a file that the demo didn't write; `holds` is its path in it.
  case notADemoFolder(path: String, holds: String)
  /// The system lets this process open too few files at the same time.
  case openFilesLimit(Int)
  /// The system lets this process use too little memory, in bytes of address space.
  case memoryLimit(Int)

  /// With fewer, the runtime can crash before it reports anything.
  static let neededFiles = 64
  /// The runtime reserves memory that it doesn't use, so a small city needs as much as a large one.
  static let neededMemory = 512_000_000

  /// The error of a limit of this process that is too low; nil if all are high enough.
  static var limit: CommandError? {
    if ProcessLimit.openFiles < neededFiles { return .openFilesLimit(ProcessLimit.openFiles) }
    if ProcessLimit.addressSpace < neededMemory { return .memoryLimit(ProcessLimit.addressSpace) }
    return nil
  }
}
