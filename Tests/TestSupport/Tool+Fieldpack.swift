import Foundation

extension Tool {
  /// Fieldpack's binary, built together with the tests; nil if only the tests were built.
  /// `FIELDPACK_BINARY` can name another build, such as the release build.
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
