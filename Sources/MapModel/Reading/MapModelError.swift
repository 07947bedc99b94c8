/// Why a map or service document can't be read at all.
package enum MapModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value at `path` is not an object.
  case notAnObject(path: String, found: JSONKind)
  /// The web map version is above 2, and its meaning is unknown.
  case unsupportedVersion(String)
  /// The object has no operational layers, tables or base map, and is not a layer either.
  case notAWebMap(members: [String])
  /// The document is a web scene.
  case webScene
  /// The object has no layer definitions.
  case notAService(members: [String])
  /// The document is a service's error response `{"error": …}`, saved instead of the data.
  case serviceError(code: Int?, message: String)

  /// The error in one line.
  package var description: String {
    switch self {
    case .notAnObject(let path, let found):
      "expected an object\(path.isEmpty ? "" : " at " + path), found \(found.rawValue)"
    case .unsupportedVersion(let version):
      "web map version \(version) is not supported, expected 1.x or 2.x"
    case .notAWebMap(let members):
      "this isn't a web map: its members are \(members.joined(separator: ", "))"
    case .webScene: "this is a web scene (3D), not a web map"
    case .notAService(let members):
      "this isn't a feature service or layer definition: its members are \(members.joined(separator: ", "))"
    case .serviceError(let code, let message):
      "the service returned an error instead of data: \(code.map { "\($0) " } ?? "")\(message)"
    }
  }
}
