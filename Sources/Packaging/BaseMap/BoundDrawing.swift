import OrderedJSON
import Packages
import Tiles

/// A file of features that a bindings document has drawn as a part of the base map.
struct BoundDrawing: Sendable, Equatable {
  let path: String
  let kind: DrawnKind
  let fields: DrawnFields

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
          path: resolve(file), kind: kind, fields: try DrawnFields(json: item, path: path))
      }
    }
  }

  fileprivate static func expected(_ path: String, _ text: String) -> PackagingError {
    .bindings(path: path, expected: text)
  }
}

/// Which fields of streets have their classes and names, and what the classes mean.
struct DrawnFields: Sendable, Equatable {
  /// The document that says so.
  private let document: String
  /// The field with the classes; nil to look for one.
  let classField: String?
  /// The classes of values that are no words, such as codes.
  private(set) var values: [String: DrawnClass] = [:]
  /// The field with the names; nil to look for one.
  let nameField: String?

  /// No fields that someone named.
  init() { (document, classField, nameField) = ("", nil, nil) }

  /// Reads `class`, `classes` and `name`.
  fileprivate init(json: JSON, path: String) throws {
    document = path
    (classField, nameField) = (json["class"]?.string, json["name"]?.string)
    guard classField != nil || json["classes"] == nil else {
      throw BoundDrawing.expected(path, "\"class\", the field that has the \"classes\"")
    }
    for member in json["classes"]?.object?.members ?? [] {
      guard let drawn = member.value.string.flatMap(DrawnClass.init(streetClass:)) else {
        let names = DrawnClass.streetClasses.map(\.name).joined(separator: ", ")
        throw BoundDrawing.expected(
          path, "one of \(names) for \(member.key) in \"classes\"")
      }
      values[member.key] = drawn
    }
  }

  /// The error if the features have no field that the document names.
  func noField(_ name: String) -> PackagingError {
    BoundDrawing.expected(document, "a field of the features in \"draw\"; \(name) is none")
  }
}
