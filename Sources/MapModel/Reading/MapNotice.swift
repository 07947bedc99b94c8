/// The kinds of JSON values.
package enum JSONKind: String, Sendable {
  case null
  case bool = "true or false"
  case number = "a number"
  case string = "a string"
  case array = "an array"
  case object = "an object"
}

/// Something in a map or service document that was ignored, or read differently than written.
package struct MapNotice: Sendable, Equatable, CustomStringConvertible {
  /// What was wrong.
  package enum Problem: Sendable, Equatable {
    /// A member has a different kind. Its value was converted if that loses nothing, and otherwise
    /// ignored.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// A required member is missing. `used` was used instead.
    case missing(used: String)
    /// A placeholder `{{…}}` of a solution template was never replaced.
    case placeholder(String)
    /// A value is not in the list of the specification.
    case unknownValue(String)
    /// The minor version is newer than those known to this reader.
    case unknownVersion(String)
    /// Groups are nested beyond the limit. The layers below were omitted.
    case tooDeep(limit: Int)
    /// Another layer already has the id. `used` was used instead.
    case duplicateID(String, used: String)
    /// The document is a layer. It was read as a map with only this layer.
    case layerAlone
    /// The document was found in this member of another document.
    case wrapped(member: String)
    /// A way of drawing that is not supported. `instead` is drawn.
    case notDrawn(String, instead: String)
  }

  /// The member names and indexes from the document's root, such as `operationalLayers[3].title`.
  package let path: String
  /// The problem at this path.
  package let problem: Problem

  /// Creates a notice for a path.
  package init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// The notice in one line.
  package var description: String {
    let location = path.isEmpty ? "the document" : path
    return switch problem {
    case .wrongKind(let expected, let found):
      "\(location): expected \(expected.rawValue), found \(found.rawValue)"
    case .missing(let used): "\(location): the value is missing, so Fieldpack uses \"\(used)\""
    case .placeholder(let text): "\(location): the template text \"\(text)\" was never replaced"
    case .unknownValue(let value): "\(location): the value \"\(value)\" is unknown"
    case .unknownVersion(let version):
      "\(location): version \(version) is newer than the versions Fieldpack knows"
    case .tooDeep(let limit): "\(location): groups are nested more than \(limit) deep"
    case .duplicateID(let id, let used):
      "\(location): another layer has the id \"\(id)\", so Fieldpack uses \"\(used)\""
    case .layerAlone:
      "\(location): this is a layer, so Fieldpack reads it as a map with only this layer"
    case .wrapped(let member): "\(location): the map is in the member \"\(member)\""
    case .notDrawn(let what, let instead):
      "\(location): \(what) can't be drawn; Fieldpack draws \(instead) instead"
    }
  }
}

/// Notices in order, with at most `limit` of them kept.
package struct MapNotices: Sendable, Equatable {
  /// Further notices are only counted.
  package static let limit = 500

  /// The kept notices.
  package private(set) var list: [MapNotice] = []
  /// The number of all notices.
  package private(set) var count = 0

  /// Creates an empty list.
  package init() {}

  /// Adds a notice for a path.
  package mutating func note(_ path: String, _ problem: MapNotice.Problem) {
    count += 1
    guard list.count < Self.limit else { return }
    list.append(MapNotice(path: path, problem: problem))
  }
}
