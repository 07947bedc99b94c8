import FeatureData
import MapModel
import Packages
import Popups
import Tiles

/// The second phase of making a site: writes the data of every surveyed layer, then the pages.
struct SiteWriting {
  let plan: SitePlan
  let package: OpenPackage
  let request: SiteRequest
  let report: @Sendable (JobProgress) -> Void
  private var layers: [PublishedLayer] = []
  private var attachmentCounts: [Int] = []
  private var baseMap: WrittenBaseMap?
  private var findings: [Finding] = []
  /// What to note about the shards for later runs.
  private(set) var notes = ShardNotes()
  private var shardCount = 0
  private var keptCount = 0

  init(
    plan: SitePlan, package: OpenPackage, request: SiteRequest,
    report: @escaping @Sendable (JobProgress) -> Void
  ) {
    self.plan = plan
    self.package = package
    self.request = request
    self.report = report
  }

  /// Writes all files of the site, and says what is in it.
  mutating func run(
    _ survey: consuming SiteSurvey, into output: inout SiteOutput, _ templates: TemplateSet
  ) async throws -> SiteReport {
    findings = survey.findings
    let symbols = survey.symbols
    var surveyed = survey.layers
    var copy = AttachmentCopy(package, request)
    for index in surveyed.indices {
      try copy.run(&surveyed[index].attachments, into: &output)
      findings += copy.findings(subject: surveyed[index].layer.title)
    }
    let rows = surveyed.map { ExpressionRows(rows: $0.survey.rows, attachments: $0.attachments) }
    let basis = try ShardBasis(plan, package, request, surveyed)
    let earlier = output.earlierNotes.flatMap { ShardNotes(reading: $0.content, list: $0.list) }
    var previous: LayerWriting?
    for var layer in surveyed {
      let reads = TableReads()
      layer.popups.read(plan.expressionTables(rows, reads: reads))
      var writing = LayerWriting(
        layer, plan, request, basis, reads, earlierNotes: earlier?.layer(layer.layer.id),
        report: report)
      try await writing.run(into: &output)
      // The GeoPackage of a layer is made while the next layer is written.
      try await finish(&previous, into: &output)
      previous = writing
    }
    try await finish(&previous, into: &output)
    try writeBaseMap(around: surveyed, into: &output)
    try writePages(symbols, into: &output, templates)
    return result
  }

  /// Finishes a layer.
  private mutating func finish(
    _ open: inout LayerWriting?, into output: inout SiteOutput
  ) async throws {
    guard var writing = open.take() else { return }
    try await writing.finish(into: &output)
    shardCount += writing.shardCount
    keptCount += writing.keptCount
    if let layer = writing.notes { notes.layers.append(layer) }
    layers.append(writing.published)
    attachmentCounts.append(writing.layer.attachments.items.count)
    findings += writing.findings
  }

  /// Writes the tiles around the records, if there is a base map.
  private mutating func writeBaseMap(
    around layers: [SurveyedLayer], into output: inout SiteOutput
  ) throws {
    guard var base = request.baseMap else { return }
    findings += base.settle(
      around: TileSurroundings { add in
        for layer in layers { layer.survey.forEachBox(add) }
      })
    let written = try base.write(into: &output, report: report)
    findings += written.findings
    baseMap = written
  }

  /// Writes `meta.js` and every page.
  private func writePages(
    _ symbols: SymbolTable, into output: inout SiteOutput, _ templates: TemplateSet
  ) throws {
    for asset in templates.assets { try output.write(asset.content, to: asset.path) }
    let pages = SitePages(
      plan: plan, request: request, packageID: package.packageID, layers: layers,
      symbols: symbols, baseMap: baseMap, findings: findings)
    try output.write(pages.meta, to: "data/meta.js")
    try pages.write(into: &output, templates)
  }

  private var result: SiteReport {
    var result = SiteReport()
    result.findings = findings
    result.baseMap = baseMap?.levels ?? []
    (result.shards, result.keptShards) = (shardCount, keptCount)
    result.layers = zip(layers, attachmentCounts).map { published, attachments in
      SiteReport.Layer(
        id: published.layer.id, title: published.layer.title, records: published.survey.count,
        attachments: attachments)
    }
    result.published = layers.map { published in
      (
        published.layer.title,
        published.fields.map { published.layer.schema.columns[$0].field.name }
          + published.computed.names
      )
    }
    return result
  }
}
