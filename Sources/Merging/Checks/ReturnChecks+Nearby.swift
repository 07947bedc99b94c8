import FeatureData

// Two crews may have added the same tree, or a crew and the office.
extension ReturnChecks {
  /// Reports new points of a table near new points of other packages or of the office. Each is
  /// reported with the nearest of either.
  func nearby(in table: Int) -> [MergeIssue] {
    let changes = outcome.changes.first { $0.table == table }?.rows ?? []
    let new = Set(changes.lazy.filter { $0.action == .insert }.map(\.id))
    let added = AddedPoint.all(of: table, in: schema, packages, current.store)
      .filter { new.contains($0.id) }
    guard !added.isEmpty else { return [] }
    var grid = PointGrid(meters: AddedPoint.nearby)
    var found = NearestPairs()
    for (index, point) in added.enumerated() {
      for other in grid.points(near: point.position)
      where added[other].package != point.package && added[other].id != point.id {
        let meters = PointGrid.meters(point.position, added[other].position)
        guard meters <= AddedPoint.nearby else { continue }
        found.note(
          Pair(
            point: index, other: added[other].id, meters: meters, package: added[other].package))
      }
      grid.add(index, at: point.position)
    }
    let pairs = found.all + nearest(of: added, in: table, changes).all
    return pairs.sorted {
      ($0.point, $0.meters, $0.other) < ($1.point, $1.meters, $1.other)
    }.map { issue($0, at: added[$0.point], in: table) }
  }

  private struct Pair {
    /// The index of the added point.
    var point: Int
    var other: GlobalID
    var meters: Double
    /// The package that added the other point; nil for the office.
    var package: Int?
  }

  /// The nearest pair of each point.
  private struct NearestPairs {
    private var byPoint: [Int: Pair] = [:]

    /// All pairs, in no order.
    var all: [Pair] { Array(byPoint.values) }

    mutating func note(_ pair: Pair) {
      if let known = byPoint[pair.point],
        (known.meters, known.other) <= (pair.meters, pair.other)
      {
        return
      }
      byPoint[pair.point] = pair
    }
  }

  /// For each added point, the nearest point of the office that the merge doesn't delete.
  private func nearest(
    of added: [AddedPoint], in table: Int, _ changes: [RowChange]
  ) -> NearestPairs {
    var found = NearestPairs()
    guard let neighbors = neighbors.byTable[table] else { return found }
    let deleted = Set(changes.lazy.filter { $0.action == .delete }.map(\.id))
    for (index, point) in added.enumerated() {
      let others = neighbors[.init(id: point.id, package: point.package)] ?? []
      for other in others where !deleted.contains(other.id) {
        found.note(Pair(point: index, other: other.id, meters: other.meters))
      }
    }
    return found
  }

  private func issue(_ pair: Pair, at point: AddedPoint, in table: Int) -> MergeIssue {
    let meters = "\((pair.meters * 100).rounded() / 100)"
    let who = pair.package.map { packages[$0].name } ?? "the office"
    return MergeIssue(
      .possibleDuplicate, table: table, id: point.id, value: FieldValue(text: pair.other.text),
      package: point.package,
      "A new feature of \(schema.tables[table].title) is \(meters) m from \(pair.other.text), "
        + "which \(who) added. They may be the same object.")
  }
}
