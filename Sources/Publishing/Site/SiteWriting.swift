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
  /// How many GeoPackages are made, and how many layers are compared, while a layer is written. Each
  /// has files open, and an office may limit their number.
  private static let mostOpen = 2
  private static let mostAhead = 1

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
    let earlier = output.earlier.flatMap { ShardNotes(reading: $0.notes, list: $0.listDigest) }
    var writings: [LayerWriting] = []
    for var layer in surveyed {
      let reads = TableReads()
      layer.popups.read(plan.expressionTables(rows, reads: reads))
      writings.append(LayerWriting(layer, plan, request, basis, reads, report: report))
    }
    try await write(&writings, comparedWith: earlier, into: &output)
    for writing in writings { add(writing) }
    try writeBaseMap(around: surveyed, into: &output)
    try writePages(symbols, into: &output, templates)
    return result
  }

  /// Writes the files of all layers. While one is written, others are compared with the earlier site,
  /// and the GeoPackages of others are made. The largest layers come first, because the work on one
  /// GeoPackage can't be divided.
  private func write(
    _ writings: inout [LayerWriting], comparedWith notes: ShardNotes?, into output: inout SiteOutput
  ) async throws {
    let order = writings.indices.sorted {
      (writings[$1].recordCount, $0) < (writings[$0].recordCount, $1)
    }
    var compared: [Int] = []
    var open: [Int] = []
    for (position, index) in order.enumerated() {
      for next in order.prefix(position + 1 + Self.mostAhead).dropFirst(compared.count) {
        if let site = output.earlier, let noted = notes?.layer(writings[next].layer.layer.id) {
          writings[next].compare(
            noted, in: site, scratch: output.scratch, after: compared.last.map { writings[$0] })
        }
        compared.append(next)
      }
      try await writings[index].run(into: &output)
      open.append(index)
      if open.count > Self.mostOpen { try await writings[open.removeFirst()].finish(into: &output) }
    }
    for index in open { try await writings[index].finish(into: &output) }
  }

  /// Adds a layer whose files are written.
  private mutating func add(_ writing: LayerWriting) {
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
