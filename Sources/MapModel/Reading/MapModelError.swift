/// Why a map or service document cannot be read at all.
package enum MapModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value at `path` is not the object it has to be.
  case notAnObject(path: String, found: JSONKind)
  /// A web map version above 2, which may mean anything.
  case unsupportedVersion(String)
  /// An object without operational layers, tables or a base map, and not a layer either.
  case notAWebMap(members: [String])
  /// An object without layer definitions.
  case notAService(members: [String])
  /// The answer `{"error": …}` of a service, saved in place of what was asked for.
  case serviceError(code: Int?, message: String)

  /// One plain line.
  package var description: String {
    switch self {
    case .notAnObject(let path, let found):
      "expected an object\(path.isEmpty ? "" : " at " + path), found \(found.rawValue)"
    case .unsupportedVersion(let version): "web map version \(version); 1.x and 2.x are known"
    case .notAWebMap(let members):
      "no web map: its members are \(members.joined(separator: ", "))"
    case .notAService(let members):
      "no feature service or layer definition: its members are \(members.joined(separator: ", "))"
    case .serviceError(let code, let message):
      "a service error instead of data: \(code.map { "\($0) " } ?? "")\(message)"
    }
  }
}
