import Glibc

/// The target of an output: its folder, its name, and names for temporaries beside it.
struct TargetPath: Sendable, Equatable {
  /// The folder, without a trailing slash except for the root.
  let folder: String
  /// The last component.
  let name: String

  /// Splits a path. Nil when it names no file (empty, `/`, `.`, `..`, or with a NUL).
  init?(_ path: String) {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    name = String(decoding: bytes[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self)
    switch slash {
    case nil: folder = "."
    case 0: folder = "/"
    case let slash?: folder = String(decoding: bytes[..<slash], as: UTF8.self)
    }
    if name.isEmpty || name == "." || name == ".." || bytes.contains(0) { return nil }
  }

  /// The whole path.
  var path: String {
    folder == "." ? name : folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Returns the path of a sibling in the same folder.
  func sibling(_ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// The absolute path of a folder, without symbolic links; nil if there is none.
  static func resolved(_ folder: String) -> String? {
    guard let path = unsafe realpath(folder, nil) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The prefix of the names of this output's temporaries. Long names are cut, so that the whole
  /// name stays within the 255 bytes of a file name.
  var temporaryPrefix: String { ".\(shortName).partial-" }

  /// The prefix of the names of records of commits whose first output this is.
  var commitPrefix: String { ".\(shortName).commit-" }

  private var shortName: String {
    var kept = name
    while kept.utf8.count > 200 { kept.removeLast() }
    return kept
  }
}
