import Console
import FoundationEssentials
import Merging

/// A value of `merge --base`: `FILE`, or `NAME=FILE` for the package of that file name.
struct BaseArgument {
  /// The file name or path of a package; nil for a base of all packages that bring none.
  let package: String?
  let path: String

  /// A path with `=` in it is a path where such a file is there.
  init(_ value: String) {
    guard let mark = value.firstIndex(of: "="), !FileManager.default.fileExists(atPath: value)
    else {
      (package, path) = (nil, value)
      return
    }
    (package, path) = (String(value[..<mark]), String(value[value.index(after: mark)...]))
  }

  /// The bases of a call, each with its packages.
  ///
  /// - Throws: `ConsoleError.badValue` for a name that no package has, or several have, and for a
  ///   second base of all packages.
  static func bases(
    _ arguments: [BaseArgument], of packages: [String]
  ) throws(ConsoleError) -> NamedBases {
    var bases = NamedBases()
    for argument in arguments {
      guard let name = argument.package else {
        guard bases.common == nil else {
          throw .badValue(
            option: "--base", value: argument.path,
            expected: "one file for all packages; write NAME=FILE to name a package's own base")
        }
        bases.common = argument.path
        continue
      }
      let named = packages.filter { isNamed($0, name) }
      guard let package = named.first, named.count == 1, bases.byPackage[package] == nil else {
        throw .badValue(
          option: "--base", value: "\(name)=\(argument.path)",
          expected: "NAME=FILE with the name of one of the packages, each named once")
      }
      bases.byPackage[package] = argument.path
    }
    return bases
  }

  private static func isNamed(_ path: String, _ name: String) -> Bool {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return [path, file].contains { $0.utf8.elementsEqual(name.utf8) }
  }
}
