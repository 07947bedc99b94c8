import Arcade
import FeatureData
import MapModel
import Packages
import Popups
import Records

/// The first phase of making a site: reads every layer once, and finds related records. What
/// follows sees only its layers.
struct SiteSurvey: Sendable {
  private(set) var layers: [SurveyedLayer] = []
  private(set) var symbols = SymbolTable()
  private(set) var findings: [Finding]

  /// - Parameter scratch: A folder with room for the rows.
  init(
    of plan: SitePlan, in package: OpenPackage, _ request: SiteRequest, scratch: String,
    report: @Sendable (JobProgress) -> Void
  ) throws {
    findings = plan.findings
    // All pop-ups first, because their notices come before those of drawings.
    let tables = plan.expressionTables()
    let popups = plan.layers.indices.map { popup(ofLayer: $0, plan, tables) }
    for (index, layer) in plan.layers.enumerated() {
      let (drawing, rows) = self.drawing(of: layer, plan.disclosures[index], plan)
      let survey = try LayerSurvey(
        layer, in: package.store,
        facets: SurveyedLayer.facets(
          of: layer, popups[index].layer, drawing, published: plan.disclosures[index]),
        drawing: rows, withheld: plan.disclosures[index].withheld, scratch: scratch,
        progress: { done in
          report(
            JobProgress(
              phase: "Reading", subject: layer.title, done: done, total: 0, unit: .records))
        })
      findings += survey.drawing.findings
      var attachments = try AttachmentIndex(
        layer, in: package.store, namesParents: !request.isPublic,
        keepsInPackage: request.keepsAttachmentsInPackage)
      if layer.clause != nil { attachments.keep(ofRecords: try survey.globalIDs(of: layer)) }
      layers.append(
        SurveyedLayer(
          layer: layer, disclosure: plan.disclosures[index],
          isIdentifiable: plan.isIdentifiable[index], popups: popups[index].layer,
          relatedLayers: popups[index].related, survey: survey,
          style: LayerStyle(drawing, rows: survey.drawing, &symbols),
          attachments: attachments))
    }
    for index in layers.indices { layers[index].related = try related(to: layers[index]) }
  }

  private mutating func popup(
    ofLayer index: Int, _ plan: SitePlan, _ tables: ArcadeTables
  ) -> (layer: PopupLayer, related: [Int]) {
    let layer = plan.layers[index]
    let related = plan.related(to: layer)
    var notices: [PopupNotice] = []
    let popups = PopupLayer(
      title: layer.title, definition: layer.definition,
      popupInfo: plan.disclosures[index].popupInfo, schema: layer.schema,
      relatedTables: related.map(\.table), setting: plan.setting(ofLayer: index, tables),
      notices: &notices)
    findings += notices.findings(subject: layer.title, clock: plan.clock)
    return (popups, related.map(\.layer))
  }

  private mutating func drawing(
    of layer: SiteLayer, _ disclosure: FieldDisclosure, _ plan: SitePlan
  ) -> (LayerDrawing, RowDrawing) {
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
        disclosure: disclosure, timeZone: plan.timeZone, now: plan.clock,
        spatialReference: plan.spatialReference),
      findings: &findings)
    return (drawing, rows)
  }

  /// Collects the records that are related to a layer's.
  private func related(to layer: SurveyedLayer) throws -> [RelatedRecords] {
    try zip(layer.popups.relations, layer.relatedLayers).map { relation, other in
      let survey = layers[other].survey
      var records = RelatedRecords(for: relation)
      var layout = RecordLayout()
      var record: [UInt8] = []
      for row in 0..<survey.count {
        try survey.rows.read(row, into: &record)
        try records.add(record.span, number: survey.ids[row], layout: &layout)
      }
      records.finish()
      return records
    }
  }
}
