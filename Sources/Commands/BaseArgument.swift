import Bytes
import Console
import Merging

/// A value of `merge --base`: `FILE`, or `NAME=FILE` for the package with that file name.
struct BaseArgument {
  /// The file name or path of a package; null for the base of all packages without a base.
  let package: String?
  let path: String

  /// Parses a value. A value with `=` is a path if such a file exists.
  ///
  /// - Throws: `BytesError.notReadable` if the system can't tell.
  init(_ value: String) throws(BytesError) {
    guard let mark = value.firstIndex(of: "="), try PathKind(of: value) == nil else {
      (package, path) = (nil, value)
      return
    }
    (package, path) = (String(value[..<mark]), String(value[value.index(after: mark)...]))
  }

  /// Matches the bases of a call with its packages.
  ///
  /// - Throws: `ConsoleError.badValue` if a name matches no package or several packages, or if two
  ///   bases have no name.
  static func bases(
    _ arguments: [BaseArgument], of packages: [String]
  ) throws(ConsoleError) -> NamedBases {
    var bases = NamedBases()
    for argument in arguments {
      guard let name = argument.package else {
        guard bases.common == nil else {
          throw .badValue(
            option: "--base", value: argument.path,
            expected: "one file for all packages, or NAME=FILE for one package")
        }
        bases.common = argument.path
        continue
      }
      let named = packages.filter { isNamed($0, name) }
      guard let package = named.first, named.count == 1, bases.byPackage[package] == nil else {
        throw .badValue(
          option: "--base", value: "\(name)=\(argument.path)",
          expected: "NAME=FILE with the file name of exactly one package, each given once")
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
