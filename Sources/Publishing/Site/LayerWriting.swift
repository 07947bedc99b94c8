import Bytes
import FeatureData
import MapModel
import Markup
import OrderedJSON
import Packages
import Popups

/// Writes the data of one surveyed layer: its drawing, shards, filters, search text and downloads.
struct LayerWriting {
  let layer: SurveyedLayer
  let plan: SitePlan
  let request: SiteRequest
  let report: @Sendable (JobProgress) -> Void
  private(set) var published: PublishedLayer
  private(set) var findings: [Finding] = []
  /// The number of shards, and of those that are kept from an earlier site.
  private(set) var shardCount = 0
  private(set) var keptCount = 0
  /// What to note about the layer's shards; nil if a later run can't keep them.
  private(set) var notes: LayerNotes?
  /// The GeoPackage while it is made.
  private var store: OpenGeoPackage?
  private let basis: ShardBasis
  private let reads: TableReads
  /// Finds the shards that can be kept; nil if there is no earlier site.
  private var comparison: Task<KeptShards?, any Error>?

  /// - Parameter reads: Receives the tables that expressions read.
  init(
    _ layer: SurveyedLayer, _ plan: SitePlan, _ request: SiteRequest, _ basis: ShardBasis,
    _ reads: TableReads, report: @escaping @Sendable (JobProgress) -> Void
  ) {
    (self.layer, self.plan, self.request, self.report) = (layer, plan, request, report)
    (self.basis, self.reads) = (basis, reads)
    let site = layer.layer
    let fields = layer.disclosure.columns
    let columns = DownloadColumns(
      site, fields: fields, parent: layer.popups.relations.firstIndex { $0.kind == .parent },
      layer.popups)
    let computed = ComputedFields(layer.popups, names: columns.computedNames)
    let view = RecordView(
      site, popups: layer.popups, relatedLayers: layer.relatedLayers.map { plan.layers[$0].id },
      provenance: Self.provenance(plan),
      rawFields: Self.rawFields(of: site, fields).map { site.schema.columns[$0].field.name }
        + computed.names)
    published = PublishedLayer(
      layer: site, survey: layer.survey, style: layer.style, view: view,
      isIdentifiable: layer.isIdentifiable, timeZone: plan.timeZone, fields: fields,
      columns: columns, computed: computed, facets: layer.survey.facets)
  }

  var recordCount: Int { published.survey.count }

  /// Writes all files of the layer except the GeoPackage, which is begun.
  mutating func run(into output: inout SiteOutput) async throws {
    try writeDrawing(into: &output)
    try await writeRecords(into: &output)
  }

  /// Finishes the GeoPackage.
  mutating func finish(into output: inout SiteOutput) async throws {
    guard let (parts, stripes) = try await store.take()?.close(in: &output) else { return }
    published.downloads += LayerDownloads.entries(parts, "GeoPackage")
    notes?.store = stripes
  }

  /// Returns the fields whose values are in the shards. GlobalIDs are left out, because they would
  /// be a sixth of all data and only downloads need them.
  private static func rawFields(of layer: SiteLayer, _ fields: [Int]) -> [Int] {
    fields.filter { !layer.schema.columns[$0].field.type.isIdentity }
  }

  /// The origin of a record, shown below it.
  private static func provenance(_ plan: SitePlan) -> String {
    "Package of \(Day.text(plan.built))"
      + (plan.map.credits.isEmpty ? "" : " · " + plan.map.credits.joined(separator: "; "))
  }

  private func writeDrawing(into output: inout SiteOutput) throws(BytesError) {
    let id = published.layer.id
    let drawn = DrawnRecords(survey: published.survey, style: published.style)
    switch published.layer.kind {
    case .point: try output.write(drawn.points(layer: id), to: "data/\(id)/points.js")
    case .line: try output.write(drawn.shapes(layer: id, areas: false), to: "data/\(id)/shapes.js")
    case .polygon:
      try output.write(drawn.shapes(layer: id, areas: true), to: "data/\(id)/shapes.js")
    case .table: break
    }
    if published.hasNames { try output.write(drawn.names(layer: id), to: "data/\(id)/names.js") }
  }

  /// Writes `columns.js`: the values for filtering. `parents` is in the order of the site, not by
  /// row.
  private mutating func writeColumns(
    parents: FacetColumn?, into output: inout SiteOutput
  ) throws(BytesError) {
    let survey = published.survey
    var script = ScriptText("columns", layer: published.layer.id)
    for facet in published.facets {
      script.member(facet.name, written: facet.script(order: survey.order))
    }
    if let parents, parents.isUseful(rows: survey.count) {
      script.member(parents.name, written: parents.script(order: Array(0..<survey.count)))
      // The parent comes second, after the most important field.
      published.facets.insert(parents, at: min(1, published.facets.count))
    }
    guard !published.facets.isEmpty else { return }
    try output.write(script.finish(), to: "data/\(published.layer.id)/columns.js")
  }

  /// Writes shards, search text, downloads and views for pages that work without scripts.
  private mutating func writeRecords(into output: inout SiteOutput) async throws {
    let site = layer.layer
    let maker = maker
    let kept = try await comparison.take()?.value
    (shardCount, keptCount) = (maker.count, kept?.count ?? 0)
    let parents = published.view.parentRelation.map { relation in
      FacetColumn(
        names: parentTitle(layer.popups.relations[relation].title, site),
        label: layer.popups.relations[relation].labels.first,
        parent: plan.layers[layer.relatedLayers[relation]].id)
    }
    published.guardsFormulas = request.guardsFormulas
    var files = try RecordFiles(
      maker, parents: parents, kept: kept, request, scratch: output.scratch)
    let progress = progress(of: "Rendering")
    try await OrderedWork.run(
      count: maker.count,
      work: { number in
        if let outline = kept?.outlines[number] { return RenderedShard.kept(outline) }
        return RenderedShard.made(try maker.make(number))
      },
      collect: { shard in
        switch shard {
        case .made(let pieces): try files.append(pieces, in: &output)
        case .kept(let outline): try files.append(outline, in: &output)
        }
        progress(files.number * Shard.size)
      })
    published.html += files.html
    published.computed = files.computed
    published.views = files.views
    let (formulas, failures) = (files.formulas, files.failures)
    try writeColumns(parents: files.parents, into: &output)
    published.exported = maker.download.exportedForm(published.computed, built: plan.built)
    let (downloads, store, notes) = try files.finish(built: plan.built, in: &output)
    published.downloads = downloads
    self.store = store
    if maker.basis != nil {
      let read = reads.tables | (kept?.earlier.reads ?? 0)
      self.notes = LayerNotes(
        id: site.id, reads: read, tables: try basis.digest(ofTables: read), built: plan.built,
        store: [], shards: notes)
    }
    findings += failures.findings(of: layer.popups, subject: site.title)
    if formulas > 0, !request.guardsFormulas {
      findings.append(
        Finding(
          .csvFormulas, request.isPublic ? .warning : .information, subject: site.title,
          NumberText.plural(formulas, one: "text", many: "texts")
            + " in the CSV download "
            + (formulas == 1
              ? "begins like a formula. A spreadsheet that opens the file may run it."
              : "begin like formulas. A spreadsheet that opens the file may run them."),
          count: formulas))
    }
    let onlineMedia = published.html.onlineMedia
    if onlineMedia > 0 {
      findings.append(
        Finding(
          .popupMediaOnline, subject: site.title,
          NumberText.plural(
            onlineMedia, one: "picture or recording", many: "pictures or recordings")
            + " from the web "
            + "can't be shown offline, so the pages link to them. To show them, add them to "
            + "the records as attachments or embed them as data: addresses.",
          count: onlineMedia))
    }
  }

  /// A shard that was made, or one that is kept from an earlier site.
  private enum RenderedShard: Sendable {
    case made(ShardPieces)
    case kept(ShardOutline)
  }

  private var maker: ShardMaker {
    let site = layer.layer
    let isListed =
      switch request.lists {
      case .none: false
      case .upTo(let limit): published.survey.count > 0 && published.survey.count <= limit
      }
    let names = ListSlots(site, published.view, published.survey, published.style)
    return ShardMaker(
      layer: site, survey: published.survey, view: published.view, related: layer.related,
      attachments: layer.attachments, style: published.style,
      rawColumns: Self.rawFields(of: site, published.fields).map {
        site.schema.firstFieldColumn + $0
      },
      computed: published.computed, columns: published.columns,
      download: DownloadFormat(
        site, published.columns, bytes: .leftOut, guardsFormulas: request.guardsFormulas),
      wantsViews: isListed, listed: [names.primary, names.secondary].compactMap(\.self),
      basis: basis.digest(of: layer, isListed: isListed))
  }

  /// Begins to look for shards that are the same in an earlier site.
  ///
  /// - Parameters:
  ///   - noted: What the site notes about the layer.
  ///   - scratch: A folder for temporary files.
  ///   - other: A layer that is compared before.
  mutating func compare(
    _ noted: LayerNotes, in site: EarlierSite, scratch: String, after other: LayerWriting?
  ) {
    let (maker, basis, built) = (maker, basis, plan.built)
    let (before, progress) = (other?.comparison, progress(of: "Comparing"))
    comparison = Task {
      _ = await before?.result
      return try await KeptShards.find(
        maker, noted, in: site, scratch: scratch, built: built, tables: basis.digest,
        report: progress)
    }
  }

  /// Returns what reports how many records a phase has done.
  private func progress(of phase: String) -> @Sendable (Int) -> Void {
    let (report, subject, total) = (report, layer.layer.title, published.survey.count)
    return { done in
      report(
        JobProgress(
          phase: phase, subject: subject, done: min(done, total), total: total, unit: .records))
    }
  }

  /// Returns a name for the column of parent titles that differs from all field names.
  private func parentTitle(_ title: String, _ layer: SiteLayer) -> String {
    var name = title
    while layer.schema.column(named: name) != nil { name += " " }
    return name
  }
}
