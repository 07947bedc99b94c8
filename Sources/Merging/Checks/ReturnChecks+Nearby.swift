import FeatureData

// Two crews at one tree, or a crew at a tree that the office has added since.
extension ReturnChecks {
  /// New points of a table that are near one another or near what the office added, each with the
  /// nearest of either.
  func nearby(in table: Int) -> [MergeIssue] {
    let changes = outcome.changes.first { $0.table == table }?.rows ?? []
    let new = Set(changes.lazy.filter { $0.action == .insert }.map(\.id))
    let added = AddedPoint.all(of: table, in: schema, packages, current.store)
      .filter { new.contains($0.id) }
    guard !added.isEmpty else { return [] }
    var grid = PointGrid(metres: AddedPoint.nearby)
    var found = NearestPairs()
    for (place, point) in added.enumerated() {
      for other in grid.points(near: point.position)
      where added[other].package != point.package && added[other].id != point.id {
        let metres = PointGrid.metres(point.position, added[other].position)
        guard metres <= AddedPoint.nearby else { continue }
        found.note(
          Pair(
            point: place, other: added[other].id, metres: metres, package: added[other].package))
      }
      grid.add(place, at: point.position)
    }
    let pairs = found.all + nearest(of: added, in: table, changes).all
    return pairs.sorted {
      ($0.point, $0.metres, $0.other) < ($1.point, $1.metres, $1.other)
    }.map { issue($0, added[$0.point], table) }
  }

  private struct Pair {
    /// The place of the added point.
    var point: Int
    var other: GlobalID
    var metres: Double
    /// The package that added the other one; nil for the office.
    var package: Int?
  }

  /// Of the pairs of each point, the nearest.
  private struct NearestPairs {
    private var byPoint: [Int: Pair] = [:]

    /// In no order.
    var all: [Pair] { Array(byPoint.values) }

    mutating func note(_ pair: Pair) {
      if let known = byPoint[pair.point],
        (known.metres, known.other) <= (pair.metres, pair.other)
      {
        return
      }
      byPoint[pair.point] = pair
    }
  }

  /// Of what the office added near points that came in, the nearest that is still there.
  private func nearest(
    of added: [AddedPoint], in table: Int, _ changes: [RowChange]
  ) -> NearestPairs {
    var found = NearestPairs()
    guard let neighbours = neighbours.byTable[table] else { return found }
    let gone = Set(changes.lazy.filter { $0.action == .delete }.map(\.id))
    for (place, point) in added.enumerated() {
      let others = neighbours[.init(id: point.id, package: point.package)] ?? []
      for other in others where !gone.contains(other.id) {
        found.note(Pair(point: place, other: other.id, metres: other.metres))
      }
    }
    return found
  }

  private func issue(_ pair: Pair, _ point: AddedPoint, _ table: Int) -> MergeIssue {
    let metres = "\((pair.metres * 100).rounded() / 100)"
    let who = pair.package.map { packages[$0].report.name } ?? "the office"
    return MergeIssue(
      .possibleDuplicate, table: table, id: point.id, value: FieldValue(text: pair.other.text),
      package: point.package,
      "A new feature of \(schema.tables[table].title) is \(metres) m from \(pair.other.text), "
        + "which \(who) added: they may be one.")
  }
}
