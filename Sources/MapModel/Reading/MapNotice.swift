/// The kinds of value JSON has.
package enum JSONKind: String, Sendable {
  case null
  case bool = "true or false"
  case number = "a number"
  case string = "a string"
  case array = "an array"
  case object = "an object"
}

/// Something in a map or service document that was passed over or read otherwise than written.
package struct MapNotice: Sendable, Equatable, CustomStringConvertible {
  /// What was wrong at the place.
  package enum Problem: Sendable, Equatable {
    /// A member of another kind; its value was converted where that loses nothing, else ignored.
    case wrongKind(expected: JSONKind, found: JSONKind)
    /// A member that the reader needs and that is not there; `used` stands in for it.
    case missing(used: String)
    /// A text `{{…}}` that a solution template never filled in.
    case placeholder(String)
    /// A value outside the list that the specification gives.
    case unknownValue(String)
    /// A minor version newer than those this reader was written for.
    case unknownVersion(String)
    /// Groups within groups beyond the limit; the layers below were left out.
    case tooDeep(limit: Int)
    /// An id that another layer has already; `used` stands in for it.
    case duplicateID(String, used: String)
    /// The document is a layer, read as a map of that layer alone.
    case layerAlone
    /// The document was found inside another, in this member.
    case wrapped(member: String)
    /// A way of drawing that this program does not know; `instead` says what it does.
    case drawnOtherwise(String, instead: String)
  }

  /// Where: member names and indexes from the document's root, as `operationalLayers[3].title`.
  package let path: String
  /// What.
  package let problem: Problem

  /// A notice for a place.
  package init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// One plain line.
  package var description: String {
    let place = path.isEmpty ? "the document" : path
    return switch problem {
    case .wrongKind(let expected, let found):
      "\(place): expected \(expected.rawValue), found \(found.rawValue)"
    case .missing(let used): "\(place): missing, read as \"\(used)\""
    case .placeholder(let text): "\(place): template text \"\(text)\" was never filled in"
    case .unknownValue(let value): "\(place): unknown value \"\(value)\""
    case .unknownVersion(let version): "\(place): version \(version) is newer than this reader"
    case .tooDeep(let limit): "\(place): more than \(limit) groups inside each other"
    case .duplicateID(let id, let used): "\(place): id \"\(id)\" is taken, read as \"\(used)\""
    case .layerAlone: "\(place): a layer, no map; read as a map of this layer alone"
    case .wrapped(let member): "\(place): read from its member \"\(member)\""
    case .drawnOtherwise(let what, let instead): "\(place): \(what) is not drawn; \(instead)"
    }
  }
}

/// Notices in the order they arose, no more than `limit` of them.
package struct MapNotices: Sendable, Equatable {
  /// Beyond this many, notices are only counted.
  package static let limit = 500

  /// The notices kept.
  package private(set) var list: [MapNotice] = []
  /// How many there were in all.
  package private(set) var count = 0

  /// No notices.
  package init() {}

  /// Notes a problem at a place.
  package mutating func note(_ path: String, _ problem: MapNotice.Problem) {
    count += 1
    guard list.count < Self.limit else { return }
    list.append(MapNotice(path: path, problem: problem))
  }
}
