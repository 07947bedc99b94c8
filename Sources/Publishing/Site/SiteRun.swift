import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
import Packages
import Popups
import Records

/// Makes a site.
struct SiteRun {
  let plan: SitePlan
  let package: OpenPackage
  let request: SiteRequest
  let report: @Sendable (JobProgress) -> Void

  /// One element per layer, like in all following arrays.
  private var popups: [PopupLayer] = []
  private var relatedLayers: [[Int]] = []
  private var surveys: [LayerSurvey] = []
  private var styles: [LayerStyle] = []
  private var related: [[RelatedRecords]] = []
  private var attachments: [AttachmentIndex] = []
  private var symbols = SymbolTable()
  private(set) var layers: [PublishedLayer] = []
  private(set) var findings: [SiteFinding]

  init(
    plan: SitePlan, package: OpenPackage, request: SiteRequest,
    report: @escaping @Sendable (JobProgress) -> Void
  ) throws {
    self.plan = plan
    self.package = package
    self.request = request
    self.report = report
    findings = plan.findings
    let expressionTables = plan.expressionTables()
    for (index, layer) in plan.layers.enumerated() {
      let tables = plan.related(to: layer)
      var notices: [PopupNotice] = []
      popups.append(
        PopupLayer(
          title: layer.title, definition: layer.definition,
          popupInfo: plan.disclosures[index].popupInfo, schema: layer.schema,
          relatedTables: tables.map(\.table),
          setting: plan.setting(ofLayer: index, expressionTables), notices: &notices))
      relatedLayers.append(tables.map(\.layer))
      findings += notices.findings(subject: layer.title, clock: plan.clock)
    }
  }

  /// The result so far.
  var result: SiteReport {
    var result = SiteReport()
    result.findings = findings
    result.layers = layers.indices.map { index in
      SiteReport.Layer(
        id: layers[index].layer.id, title: layers[index].layer.title,
        records: layers[index].survey.count, attachments: attachments[index].items.count)
    }
    result.published = layers.map { layer in
      (
        layer.layer.title,
        layer.fields.map { layer.layer.schema.columns[$0].field.name } + layer.computed.names
      )
    }
    return result
  }

  // MARK: Reading

  /// Reads every layer once.
  mutating func survey(scratch: String) throws {
    for (index, layer) in plan.layers.enumerated() {
      var drawing = LayerDrawing(layer: layer.table.layer, operational: layer.table.operational)
      if layer.kind == .table {
        drawing.renderer = .plain(for: .point)
        drawing.labels = []
      } else {
        findings += drawing.notices.findings(subject: layer.title)
      }
      let rows = RowDrawing(
        &drawing, of: layer,
        RowDrawing.Setting(
          disclosure: plan.disclosures[index], timeZone: plan.timeZone, now: plan.clock),
        findings: &findings)
      let survey = try LayerSurvey(
        layer, in: package.store, facets: facets(of: index, drawing), drawing: rows,
        withheld: plan.disclosures[index].withheld, scratch: scratch,
        progress: { done in
          report(JobProgress(phase: "Reading", subject: layer.title, done: done, total: 0))
        })
      findings += survey.drawing.findings
      surveys.append(survey)
      styles.append(LayerStyle(drawing, rows: survey.drawing, &symbols))
      attachments.append(
        try AttachmentIndex(
          layer, in: package.store, namesParents: !request.isPublic,
          keepsInPackage: request.keepsAttachmentsInPackage))
    }
  }

  /// Returns the fields for filtering: the renderer's first, then the pop-up's.
  private func facets(of index: Int, _ drawing: LayerDrawing) -> [FacetColumn] {
    let layer = plan.layers[index]
    var names = layer.kind == .table ? [] : drawing.renderer.fields
    var labels: [String: String] = [:]
    for case .fields(let table) in popups[index].plans {
      for row in table.rows {
        guard let name = row.column.map({ layer.fieldName($0) }) else { continue }
        labels[name] = row.label
        names.append(name)
      }
    }
    var facets: [FacetColumn] = []
    for name in names {
      guard let column = layer.schema.column(named: name) else { continue }
      let field = layer.schema.columns[column].field
      guard !facets.contains(where: { $0.name == field.name }),
        plan.disclosures[index].columns.contains(column),
        let kind = Self.facetKind(layer, column)
      else { continue }
      facets.append(
        FacetColumn(
          field, label: labels[name] ?? field.label, kind: kind,
          column: layer.schema.firstFieldColumn + column,
          domain: layer.definition.domain(ofField: field.name),
          isBoolean: layer.schema.columns[column].storage == .boolean))
    }
    return facets
  }

  private static func facetKind(_ layer: SiteLayer, _ column: Int) -> FacetColumn.Kind? {
    let field = layer.schema.columns[column].field
    if case .codedValues = layer.definition.domain(ofField: field.name) { return .category }
    if layer.schema.columns[column].storage == .boolean || layer.schema.typeColumn == column {
      return .category
    }
    switch field.type.family {
    case .text: return .category
    case .integer, .real: return .number
    case .xml, .moment, .offsetMoment, .day, .timeOfDay, .rowNumber, .identity, .bytes, .shape:
      return nil
    }
  }

  /// Collects the related records of every layer.
  mutating func relate() throws {
    for index in plan.layers.indices {
      var collections: [RelatedRecords] = []
      for (relation, other) in zip(popups[index].relations, relatedLayers[index]) {
        var records = RelatedRecords(for: relation)
        var layout = RecordLayout()
        var record: [UInt8] = []
        for row in 0..<surveys[other].count {
          try surveys[other].rows.read(row, into: &record)
          try records.add(record.span, number: surveys[other].ids[row], layout: &layout)
        }
        records.finish()
        collections.append(records)
      }
      related.append(collections)
    }
  }

  // MARK: Writing

  /// Writes the data of every layer, and the attachments.
  mutating func render(
    into output: inout SiteOutput, _ templates: TemplateSet
  ) async throws {
    for index in plan.layers.indices { try copyAttachments(of: index, into: &output) }
    let tables = plan.expressionTables(
      zip(surveys, attachments).map { ExpressionRows(rows: $0.rows, attachments: $1) })
    for index in plan.layers.indices {
      popups[index].read(tables)
      let layer = plan.layers[index]
      let fields = plan.disclosures[index].columns
      let computed = ComputedFields(layer, popups[index])
      let view = RecordView(
        layer, popups: popups[index],
        relatedLayers: relatedLayers[index].map { plan.layers[$0].id }, provenance: provenance,
        rawFields: Self.rawFields(of: layer, fields).map { layer.schema.columns[$0].field.name }
          + computed.names)
      var published = PublishedLayer(
        layer: layer, survey: surveys[index], style: styles[index], view: view,
        isIdentifiable: plan.isIdentifiable[index], timeZone: plan.timeZone, fields: fields,
        computed: computed, facets: surveys[index].facets)
      try writeDrawing(published, into: &output)
      try await writeRecords(
        &published, layerIndex: index, into: &output, templates: templates)
      layers.append(published)
    }
  }

  /// Returns the fields whose values are in the shards. GlobalIDs are left out, because they would
  /// be a sixth of all data and are in the downloads.
  private static func rawFields(of layer: SiteLayer, _ fields: [Int]) -> [Int] {
    fields.filter { !layer.schema.columns[$0].field.type.isIdentity }
  }

  /// The origin of a record, shown below it.
  private var provenance: String {
    "Package of \(Day.text(request.now))"
      + (plan.map.credits.isEmpty ? "" : " · " + plan.map.credits.joined(separator: "; "))
  }

  private func writeDrawing(
    _ published: PublishedLayer, into output: inout SiteOutput
  ) throws(BytesError) {
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
  private func writeColumns(
    _ published: inout PublishedLayer, parents: FacetColumn?, into output: inout SiteOutput
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

  /// Writes shards, search text, downloads and pages that work without scripts.
  private mutating func writeRecords(
    _ published: inout PublishedLayer, layerIndex index: Int, into output: inout SiteOutput,
    templates: TemplateSet
  ) async throws {
    let layer = published.layer
    let isListed =
      switch request.lists {
      case .none: false
      case .upTo(let limit): published.survey.count > 0 && published.survey.count <= limit
      }
    let maker = ShardMaker(
      layer: layer, survey: published.survey, view: published.view, related: related[index],
      attachments: attachments[index], style: published.style,
      rawColumns: Self.rawFields(of: layer, published.fields).map {
        layer.schema.firstFieldColumn + $0
      },
      computed: published.computed,
      download: DownloadFormat(
        layer, fields: published.fields, computed: published.computed.names, bytes: .leftOut),
      wantsViews: isListed)
    var search = ScriptText("search", layer: layer.id)
    search.beginText("text")
    var downloads = LayerDownloads(
      layer, header: maker.download.header, largest: request.largestDownload)
    var parents = published.view.parentRelation.map { relation in
      FacetColumn(
        names: parentTitle(popups[index].relations[relation].title, layer),
        label: popups[index].relations[relation].labels.first)
    }
    var views: [JSON] = []
    var onlinePictures = 0
    var failures = FailedExpressions()
    var number = 0
    let total = published.survey.count
    try await OrderedWork.run(count: maker.count, work: { try maker.make($0) }) { pieces in
      try output.write(pieces.script, to: "data/\(layer.id)/\(ShardMaker.name(number)).js")
      search.appendText(pieces.search)
      try downloads.append(pieces.download, in: &output)
      views += pieces.views
      onlinePictures += pieces.onlinePictures
      failures.add(pieces.failures)
      published.computed.add(pieces.computed.kinds)
      for name in pieces.parentNames { parents?.add(name) }
      number += 1
      report(
        JobProgress(
          phase: "Rendering", subject: layer.title, done: min(number * ShardMaker.size, total),
          total: total))
    }
    try writeColumns(&published, parents: parents, into: &output)
    search.endText()
    if published.survey.count > 0 {
      try output.write(search.finish(), to: "data/\(layer.id)/search.js")
    }
    published.downloads = try downloads.finish(in: &output)
    published.views = views
    findings += failures.findings(of: popups[index], subject: layer.title)
    if onlinePictures > 0 {
      findings.append(
        SiteFinding(
          .popupMediaOnline, subject: layer.title,
          "\(NumberText.plural(onlinePictures, one: "picture", many: "pictures")) from the web "
            + "can't be shown offline, so the pages link to them. To show them, add them to "
            + "the records as attachments or embed them as data: addresses.",
          count: onlinePictures))
    }
  }

  /// Returns a name for the column of parent titles that differs from all field names.
  private func parentTitle(_ title: String, _ layer: SiteLayer) -> String {
    var name = title
    while layer.schema.column(named: name) != nil { name += " " }
    return name
  }

  /// Copies a layer's attachments. With `--public`, removes the metadata of photos.
  private mutating func copyAttachments(of index: Int, into output: inout SiteOutput) throws {
    var missing: Set<String> = []
    var unclean: Set<String> = []
    let items = attachments[index].items
    func copy(_ content: [UInt8]?, to path: String, in output: inout SiteOutput) throws {
      guard var content else {
        missing.insert(path)
        return
      }
      if request.isPublic {
        guard case .stripped(let photo) = PhotoMetadata.strip(content) else {
          unclean.insert(path)
          return
        }
        content = photo.bytes
      }
      try output.write(content, to: path)
    }
    for item in items where item.attachment.path != nil && !request.keepsAttachmentsInPackage {
      try copy(package.content(of: item.attachment), to: item.path, in: &output)
    }
    for table in Set(items.map(\.table)).sorted() {
      let inRows = items.filter { $0.table == table && $0.attachment.path == nil }
      guard !inRows.isEmpty else { continue }
      let paths = Dictionary(
        inRows.map { ($0.rowid, $0.path) }, uniquingKeysWith: { first, _ in first })
      try package.store.forEachAttachment(in: table) { rowid, _, content in
        guard let path = paths[rowid] else { return }
        try copy(content.copied(), to: path, in: &output)
      }
    }
    attachments[index].finish(missing: missing.union(unclean))
    let title = plan.layers[index].title
    if !missing.isEmpty {
      let files = NumberText.plural(missing.count, one: "attachment is", many: "attachments are")
      findings.append(
        SiteFinding(
          .attachmentFileMissing, subject: title,
          "\(files) not in the package, although records refer to them.", count: missing.count))
    }
    if !unclean.isEmpty {
      let files = NumberText.plural(unclean.count, one: "attachment is", many: "attachments are")
      findings.append(
        SiteFinding(
          .attachmentLeftOut, subject: title,
          "\(files) left out, because Fieldpack can't remove metadata such as location and author "
            + "from this kind of file.", count: unclean.count))
    }
  }

  /// Writes `meta.js` and every page.
  func writePages(into output: inout SiteOutput, _ templates: TemplateSet) throws {
    for asset in templates.assets { try output.write(asset.content, to: asset.path) }
    let pages = SitePages(
      plan: plan, request: request, packageID: package.packageID, layers: layers,
      symbols: symbols, findings: findings)
    try output.write(pages.meta, to: "data/meta.js")
    try pages.write(into: &output, templates)
  }
}
