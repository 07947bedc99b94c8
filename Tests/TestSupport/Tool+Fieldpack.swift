import Foundation

extension Tool {
  /// Our own binary, built beside the tests; nil when only the tests were built. Another build of
  /// it, such as the release build, can be named in `FIELDPACK_BINARY`.
  package static let fieldpack: Tool? = {
    if let path = ProcessInfo.processInfo.environment["FIELDPACK_BINARY"] {
      let absolute = URL(filePath: path).standardizedFileURL.path
      return FileManager.default.isExecutableFile(atPath: absolute) ? Tool(path: absolute) : nil
    }
    var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    for _ in 0..<4 {
      folder.deleteLastPathComponent()
      let path = folder.appending(path: "fieldpack").path
      if FileManager.default.isExecutableFile(atPath: path) { return Tool(path: path) }
    }
    return nil
  }()
}
