import Foundation
package import Testing

/// A set of tests by what they need, chosen by name: see `.ci/test`.
package enum Lane: String, CaseIterable, Sendable {
  /// Needs nothing but the toolchain. These tests always run.
  case quick
  /// Compares with programs of others.
  case judges
  /// Opens the pages in browsers.
  case browsers
  /// Opens packages in QGIS.
  case qgis

  /// Whether the lane runs: `FIELDPACK_LANES` names lanes with commas between; without it all run.
  package var isChosen: Bool {
    guard self != .quick, let lanes = ProcessInfo.processInfo.environment["FIELDPACK_LANES"]
    else { return true }
    return lanes.split(separator: ",").contains { $0 == rawValue }
  }
}

/// What a test needs and not every machine has.
package struct Need: Sendable {
  /// The lane of tests that need it.
  let lane: Lane
  /// The name of what is needed, for the line on a skipped test.
  let name: String
  /// Whether this machine has it.
  let isMet: Bool

  /// A need from its parts.
  package init(_ name: String, in lane: Lane = .judges, isMet: Bool) {
    self.lane = lane
    self.name = name
    self.isMet = isMet
  }

  /// A program in PATH.
  package static func program(_ name: String) -> Need {
    Need(name, isMet: Tool(named: name) != nil)
  }

  /// A Python that has that module.
  package static func python(_ module: String) -> Need {
    let isQGIS = module == "qgis" || module.hasPrefix("qgis.") || module.hasPrefix("libqfieldsync")
    let lane: Lane = isQGIS ? .qgis : module == "playwright" ? .browsers : .judges
    // A lane that was not chosen is not worth the start of a Python.
    return Need(
      "Python's module \(module)", in: lane, isMet: lane.isChosen && Tool.pythonHas(module))
  }

  /// A file or folder of the large real data beside the repository, `../shared/data`.
  package static func sharedData(_ path: String) -> Need {
    Need("../shared/data/\(path)", in: .quick, isMet: SharedData.has(path))
  }

  /// A folder that an environment variable names, because no package registry has it.
  package static func folder(_ variable: String) -> Need {
    Need("a folder in \(variable)", isMet: Self.path(ofFolder: variable) != nil)
  }

  /// The path in an environment variable; nil if there is no such folder.
  package static func path(ofFolder variable: String) -> String? {
    ProcessInfo.processInfo.environment[variable].flatMap { path in
      FileManager.default.fileExists(atPath: path + "/.") ? path : nil
    }
  }

  /// The operating system's files of time zones.
  package static let timeZoneFiles = Need(
    "/usr/share/zoneinfo", in: .quick,
    isMet: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Oslo"))
  /// Our own program, built beside the tests.
  package static let fieldpack = Need(
    "the program fieldpack", in: .quick, isMet: Tool.fieldpack != nil)
  /// strace, where this process may trace its children.
  package static let strace = Need(
    "strace", isMet: Tool(named: "strace")?.answer(["-f", "-o", "/dev/null", "true"]) != nil)
  package static let sqlite3 = program("sqlite3")
  package static let python3 = program("python3")
  package static let ogr2ogr = program("ogr2ogr")
  package static let ogrinfo = program("ogrinfo")
  package static let unzip = program("unzip")
  package static let zip = program("zip")
  /// A browser without a screen.
  package static let chromium = Need("Chromium", in: .browsers, isMet: Tool.chromium != nil)

  /// Ends a test here as skipped if the need isn't met. This is for needs that depend on the test's
  /// argument, and for tests whose first half needs nothing.
  package func orCancel(sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard lane.isChosen else {
      try Test.cancel("the lane \(lane.rawValue) was not chosen", sourceLocation: sourceLocation)
    }
    guard isMet else { try Test.cancel("needs \(name)", sourceLocation: sourceLocation) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where something that it needs is missing, or where its lane was not chosen. The
  /// line on the skipped test says which.
  package static func needs(_ needs: Need...) -> Self {
    let other = needs.first { !$0.lane.isChosen }
    let missing = needs.filter { !$0.isMet }.map(\.name).joined(separator: " and ")
    let reason = other.map { "the lane \($0.lane.rawValue) was not chosen" }
    return .enabled(
      if: other == nil && missing.isEmpty, Comment(rawValue: reason ?? "needs \(missing)"))
  }
}
