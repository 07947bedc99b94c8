import Packaging
import Testing

/// The order of reading tables for an area, and what selects their rows.
@Suite struct SelectionPlanTests {
  typealias Step = SelectionPlan.Step
  typealias Role = SelectionPlan.Role

  /// A plan for relationships, given as origin and destination.
  private func steps(
    _ roles: [Role], _ relationships: [(Int, Int)], hasArea: Bool = true
  ) -> [Step] {
    SelectionPlan(
      roles: roles,
      relationships: relationships.map {
        TableRelationship(
          name: "", origin: $0.0, originColumn: 1, destination: $0.1, destinationColumn: 2)
      }, hasArea: hasArea
    ).steps
  }

  @Test func `without an area all records are selected, tables in map order`() {
    #expect(
      steps([.feature, .none, .region], [(0, 1), (2, 0)], hasArea: false)
        == (0...2).map { Step(table: $0, takesAll: true) })
  }

  @Test func `the area selects records of a single layer, but all records of a table`() {
    #expect(
      steps([.feature, .none], []) == [
        Step(table: 1, takesAll: true), Step(table: 0, usesArea: true),
      ])
  }

  @Test func `children follow their selected parents, generation by generation`() {
    #expect(
      steps([.none, .none, .feature], [(2, 1), (1, 0)]) == [
        Step(table: 2, usesArea: true), Step(table: 1, fromOrigins: [0]),
        Step(table: 0, fromOrigins: [1]),
      ])
  }

  @Test func `look-up records are selected after the records that refer to them`() {
    #expect(
      steps([.none, .feature], [(0, 1)]) == [
        Step(table: 1, usesArea: true), Step(table: 0, fromDestinations: [0]),
      ])
  }

  @Test func `look-ups of look-ups and of children are selected`() {
    // 0 families ← 1 species ← 2 trees → 3 inspections → 4 inspectors
    #expect(
      steps([.none, .none, .feature, .none, .none], [(0, 1), (1, 2), (2, 3), (4, 3)]) == [
        Step(table: 2, usesArea: true), Step(table: 3, fromOrigins: [2]),
        Step(table: 1, fromDestinations: [1]), Step(table: 0, fromDestinations: [0]),
        Step(table: 4, fromDestinations: [3]),
      ])
  }

  @Test
  func `other trees of a selected tree's species are left out, and so are the species' notes`() {
    // 0 species ← 1 trees; 0 species → 2 notes of species: no selected record selects them.
    #expect(
      steps([.none, .feature, .none], [(0, 1), (0, 2)]) == [
        Step(table: 2, takesAll: true), Step(table: 1, usesArea: true),
        Step(table: 0, fromDestinations: [0, 1]),
      ])
  }

  @Test func `a polygon selects related records, but not the features in it`() {
    // 0 neighborhoods → 1 trees, 0 neighborhoods → 2 contacts
    #expect(
      steps([.region, .feature, .none], [(0, 1), (0, 2)]) == [
        Step(table: 0, usesArea: true, writes: false), Step(table: 1, usesArea: true),
        Step(table: 2, fromOrigins: [1]),
        Step(table: 0, usesArea: true, fromDestinations: [0]),
      ])
  }

  @Test func `a point feature selects its child features`() {
    #expect(
      steps([.feature, .feature], [(0, 1)]) == [
        Step(table: 0, usesArea: true, writes: false),
        Step(table: 1, usesArea: true, fromOrigins: [0]),
        Step(table: 0, usesArea: true, fromDestinations: [0]),
      ])
  }

  @Test func `a self-relationship is followed down, except for polygons, and up`() {
    #expect(
      steps([.feature], [(0, 0)]) == [
        Step(table: 0, usesArea: true, fromOrigins: [0], fromDestinations: [0])
      ])
    #expect(
      steps([.region], [(0, 0)]) == [Step(table: 0, usesArea: true, fromDestinations: [0])])
    // A table that no other selects is packed completely.
    #expect(steps([.none], [(0, 0)]) == [Step(table: 0, takesAll: true)])
    // 1 trees name species, which name a species: upward only.
    #expect(
      steps([.none, .feature], [(0, 0), (0, 1)]) == [
        Step(table: 1, usesArea: true), Step(table: 0, fromDestinations: [1, 0]),
      ])
    // 0 trees have inspections, which refer to other inspections, possibly of other trees.
    #expect(
      steps([.feature, .none], [(0, 1), (1, 1)]) == [
        Step(table: 0, usesArea: true, writes: false),
        Step(table: 1, fromOrigins: [0, 1], fromDestinations: [1]),
        Step(table: 0, usesArea: true, fromDestinations: [0]),
      ])
  }

  @Test func `a circle of tables ends`() {
    let plan = steps([.feature, .none, .none], [(0, 1), (1, 2), (2, 1)])
    #expect(Set(plan.map(\.table)) == [0, 1, 2])
    #expect(plan.filter(\.writes).count == 3)
  }

  @Test func `every table is written once, whatever the relationships`() {
    let roles: [[Role]] = [[.none, .feature, .region, .none], [.feature, .none, .none, .none]]
    for seed in 0..<400 {
      // Each of 16 pairs of tables is a relationship or not.
      let pairs = (0..<4).flatMap { one in (0..<4).map { (one, $0) } }
      let chosen = pairs.indices.filter { (seed &* 2_654_435_761) >> $0 & 1 == 1 }.map { pairs[$0] }
      let plan = steps(roles[seed % 2], chosen)
      #expect(plan.filter(\.writes).map(\.table).sorted() == [0, 1, 2, 3], "\(chosen)")
      for step in plan where !step.writes {
        let later = plan.last { $0.table == step.table }
        #expect(later?.writes == true, "\(chosen)")
      }
    }
  }
}
