import Foundation

extension Tool {
  /// Our own binary, built beside the tests; nil when only the tests were built.
  package static let fieldpack: Tool? = {
    var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    for _ in 0..<4 {
      folder.deleteLastPathComponent()
      let path = folder.appending(path: "fieldpack").path
      if FileManager.default.isExecutableFile(atPath: path) { return Tool(path: path) }
    }
    return nil
  }()
}
