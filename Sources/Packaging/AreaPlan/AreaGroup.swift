import Bytes
import Geometry
import Packages

/// The data of a map, read for many areas. Areas in different spatial references are read for
/// separately, because rows are found by boxes in the areas' coordinates.
struct AreaGroup: Sendable {
  /// The indexes of the areas.
  let areas: [Int]
  let map: GatheredMap

  /// Reads the data for some areas.
  ///
  /// - Parameters:
  ///   - chosen: the indexes of the areas to read for.
  ///   - memory: the bytes of rows to keep in memory.
  ///   - folder: the folder for rows that memory has no room for.
  static func read(
    _ areas: [NamedArea], chosen: [Int], of surveyed: SurveyedMap, planner: Planner, memory: Int,
    scratchIn folder: String
  ) async throws -> [AreaGroup] {
    var groups: [AreaGroup] = []
    for members in grouped(areas, chosen) {
      let area = members.first.flatMap { areas[$0].area }
      var plan = try planner.plan(surveyed, area: area)
      plan.baseMap = groups.first?.map.plan.baseMap
      if plan.baseMap == nil {
        plan.baseMap = try await surveyed.baseMap?.listed(
          area: nil, scale: plan.scale, report: planner.report)
      }
      try planner.request.stop(on: plan.findings, plan)
      let map = try await plan.trusting {
        try await GatheredMap.read(
          plan, area: area, now: planner.request.now, memory: memory, scratchIn: folder,
          report: planner.report)
      }
      groups.append(AreaGroup(areas: members, map: map))
    }
    return groups
  }

  /// The indexes of areas with equal spatial references.
  private static func grouped(_ areas: [NamedArea], _ chosen: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    for index in chosen {
      let reference = areas[index].area?.spatialReference
      let group = groups.firstIndex { group in
        let other = areas[group[0]].area?.spatialReference
        guard let reference, let other else { return reference == nil && other == nil }
        return reference.isSame(as: other)
      }
      if let group { groups[group].append(index) } else { groups.append([index]) }
    }
    return groups
  }
}

/// Work on many things at once, with the results in order.
enum OrderedTasks {
  /// Does the work for each number below a count.
  ///
  /// - Parameter finished: receives the number of finished ones.
  static func run<Result: Sendable>(
    _ count: Int, width: Int = Machine.cores, finished: (Int) -> Void = { _ in },
    work: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result?] = Array(repeating: nil, count: count)
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (begun, done) = (0, 0)
      while done < count {
        while begun < count, begun - done < width {
          let index = begun
          group.addTask { (index, try await work(index)) }
          begun += 1
        }
        guard let (index, result) = try await group.next() else { break }
        results[index] = result
        done += 1
        finished(done)
      }
    }
    return results.compactMap(\.self)
  }
}
