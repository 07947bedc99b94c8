import Bytes
import OrderedJSON

/// Makes the views of records on list pages. Their links lead to other list pages where there are
/// some, because all other pages need scripts.
struct ListView {
  /// The number of related records that are listed if the map's author gives none.
  private static let usualRelated = 10
  /// The maximum number of related records that are listed.
  private static let mostRelated = 25

  /// The list pages of each layer that has some, by the layer's id.
  let plans: [String: ListPlan]

  /// Returns the view of a record with its first related records only.
  static func shortened(_ view: JSON) -> JSON {
    changed(view) { relationship in
      guard let rows = relationship["rows"]?.array else { return }
      let wanted = relationship["first"]?.int ?? 0
      let most = min(wanted > 0 ? wanted : usualRelated, mostRelated)
      guard rows.count > most else { return }
      relationship["rows"] = .array(Array(rows.prefix(most)))
      let count = relationship["count"]?.int ?? rows.count
      relationship["rest"] = .string(
        "\(NumberText.grouped(most)) of \(NumberText.grouped(count))")
    }
  }

  /// Returns the view of a record with links to list pages.
  func linked(_ view: JSON) -> JSON {
    let view = Self.changed(view) { relationship in
      let rows = relationship["rows"]?.array ?? []
      if !rows.isEmpty { relationship["rows"] = .array(rows.map(linkedRow)) }
      let plan = plans[relationship["layer"]?.string ?? ""]
      relationship["listHref"] = plan?.href.map { .string($0) } ?? .null
    }
    guard case .object(var members) = view else { return view }
    members["parents"] = .array((members["parents"]?.array ?? []).map(linkedRow))
    return .object(members)
  }

  /// Returns a row or parent whose link leads to its list page, if it has one.
  private func linkedRow(_ row: JSON) -> JSON {
    guard case .object(var members) = row, let href = members["href"]?.string else { return row }
    let parts = href.split(separator: "#", maxSplits: 1).last?.split(separator: "/") ?? []
    guard parts.count == 2, let place = plans[String(parts[0])]?.href(ofRecord: String(parts[1]))
    else { return row }
    members["href"] = .string(place)
    return .object(members)
  }

  /// Returns a view with its relationships changed.
  private static func changed(_ view: JSON, _ change: (inout JSONObject) -> Void) -> JSON {
    guard case .object(var members) = view, let elements = members["elements"]?.array else {
      return view
    }
    members["elements"] = .array(
      elements.map { element in
        guard case .object(var part) = element,
          case .object(var relationship)? = part["relationship"]
        else { return element }
        change(&relationship)
        part["relationship"] = .object(relationship)
        return .object(part)
      })
    return .object(members)
  }
}
