import FeatureData
import Filters
import Packages

/// The data of a map, read once for the packages of many areas.
struct GatheredMap: Sendable {
  /// The plan of all of them, without an area.
  let plan: PackagePlan
  /// The tables, in the plan's order.
  let tables: [GatheredTable]
  /// The files of the data, with their digests.
  let sources: [ManifestSource]

  /// Reads all tables of a plan.
  ///
  /// - Parameters:
  ///   - area: any of the areas, which all have the same spatial reference; nil if none has a shape.
  ///   - memory: the bytes of rows to keep in memory. The others go to a file.
  ///   - folder: the folder for the file.
  static func read(
    _ plan: PackagePlan, area: AreaOfInterest?, now: Int64, memory: Int, scratchIn folder: String,
    report: @Sendable (JobProgress) -> Void
  ) async throws -> GatheredMap {
    // Computed beside the reading, when a core is free.
    async let sources = ManifestSource.all(of: plan.tables)
    var spill = RowSpill(room: memory, scratchIn: folder)
    let ledger = KeyLedger(plan.relationships)
    var tables: [GatheredTable] = []
    for (index, table) in plan.tables.enumerated() {
      tables.append(
        try await GatheredTable.read(
          table, keyColumns: ledger.columns(of: index),
          relatesToItself: plan.relationships.contains {
            $0.isSelfRelationship && $0.origin == index
          }, area: try area.flatMap { try table.areaFilter($0) }, now: now, into: &spill,
          progress: { done in
            report(
              JobProgress(
                phase: "Reading", subject: table.title, done: done, total: table.source.byteCount))
          }))
    }
    let region = try spill.finish()
    for index in tables.indices { tables[index].setSpill(region) }
    var settled = plan
    settled.tables = tables.map(\.table)
    return GatheredMap(plan: settled, tables: tables, sources: try await sources)
  }

  /// The plan of one area.
  func plan(
    of area: AreaOfInterest?, filters: [LayerFilter], share: AreaShare? = nil
  ) throws -> PackagePlan {
    var plan = plan
    plan.area = area
    plan.share = share
    try plan.select(filters)
    return plan
  }
}
