import OrderedJSON
import Packages
import Tiles

/// A file of features that a bindings document has drawn as a part of the base map.
struct BoundDrawing: Sendable, Equatable {
  let path: String
  let kind: DrawnKind
  /// Which field has the classes of streets; nil to look for one.
  let classes: DrawnClasses?

  /// Reads the member `draw`: for each kind, a file or several.
  ///
  /// - Parameters:
  ///   - path: the path of the document.
  ///   - resolve: makes a path of a path relative to the document.
  static func all(
    json: JSON?, path: String, resolve: (String) -> String
  ) throws -> [BoundDrawing] {
    guard let json, !json.isNull else { return [] }
    guard let members = json.object?.members, !members.isEmpty else {
      throw expected(path, "\"draw\" of \"baseMap\", an object such as {\"street\": FILE}")
    }
    return try members.flatMap { member in
      guard let kind = DrawnKind(rawValue: member.key) else {
        let kinds = DrawnKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw expected(path, "\(kinds) in \"draw\", not \(member.key)")
      }
      return try (member.value.array ?? [member.value]).map { item in
        guard let file = item.string ?? item["file"]?.string else {
          throw expected(path, "a file or several for \(member.key) in \"draw\"")
        }
        return BoundDrawing(
          path: resolve(file), kind: kind, classes: try DrawnClasses(json: item, path: path))
      }
    }
  }

  fileprivate static func expected(_ path: String, _ text: String) -> PackagingError {
    .bindings(path: path, expected: text)
  }
}

/// Which field of streets has their classes, and what its values mean.
struct DrawnClasses: Sendable, Equatable {
  /// The document that says so.
  let document: String
  let field: String
  /// The classes of values that are no words, such as codes.
  private(set) var values: [String: DrawnClass] = [:]

  /// Reads `class` and `classes`; nil if there is no `class`.
  fileprivate init?(json: JSON, path: String) throws {
    guard let field = json["class"]?.string else {
      guard json["classes"] == nil else {
        throw BoundDrawing.expected(path, "\"class\", the field that has the \"classes\"")
      }
      return nil
    }
    (document, self.field) = (path, field)
    for member in json["classes"]?.object?.members ?? [] {
      guard let drawn = member.value.string.flatMap(DrawnClass.init(streetClass:)) else {
        let names = DrawnClass.streetClasses.map(\.name).joined(separator: ", ")
        throw BoundDrawing.expected(
          path, "one of \(names) for \(member.key) in \"classes\"")
      }
      values[member.key] = drawn
    }
  }

  /// The error if the features have no such field.
  var noSuchField: PackagingError {
    BoundDrawing.expected(document, "\"class\", a field of the features; \(field) is none")
  }
}
