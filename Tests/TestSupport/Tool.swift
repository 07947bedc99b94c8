import Foundation

/// An external program that checks what Fieldpack writes. It is searched for in PATH.
package struct Tool: Sendable {
  /// The absolute path of the program.
  package let path: String

  /// Finds the first program of this name in PATH.
  package init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":")
    let found = folders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// The program at a path, for Fieldpack's binary.
  package init(path: String) {
    self.path = path
  }

  /// SQLite's shell.
  package static let sqlite3 = Tool(named: "sqlite3")
  /// GDAL's reader of layers.
  package static let ogrinfo = Tool(named: "ogrinfo")
  /// GDAL's converter.
  package static let ogr2ogr = Tool(named: "ogr2ogr")
  /// The first Python in PATH. Use `python(having:)` if a module is needed.
  package static let python3 = Tool(named: "python3")
  /// A browser that renders pages without a screen.
  package static let chromium = Tool(named: "chromium") ?? Tool(named: "chromium-browser")
  /// Info-ZIP's reader.
  package static let unzip = Tool(named: "unzip")
  package static let zip = Tool(named: "zip")

  /// A Python that can import a module: the first one in PATH, otherwise the system's; nil if
  /// neither can.
  ///
  /// Distributions install `osgeo` for their own Python only, and pip installs `pyproj` for the
  /// first one.
  package static func python(having module: String) -> Tool? {
    pythons.having(module)
  }

  /// Whether there is a Python that can import a module.
  package static func pythonHas(_ module: String) -> Bool {
    python(having: module) != nil
  }

  private static let pythons = Pythons()
}

/// Asks each Python only once for each module name.
private final class Pythons: @unchecked Sendable {
  private let lock = NSLock()
  private var known: [String: Tool?] = [:]
  private let candidates = [Tool.python3, Tool(path: "/usr/bin/python3")].compactMap(\.self)

  func having(_ module: String) -> Tool? {
    lock.withLock {
      if let answer = known[module] { return answer }
      let answer = candidates.first { python in
        python.answer(["-c", "import \(module)"]) != nil
      }
      known[module] = .some(answer)
      return answer
    }
  }
}
