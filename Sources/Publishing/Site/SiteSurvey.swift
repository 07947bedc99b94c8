import Arcade
import FeatureData
import MapModel
import Packages
import Popups
import Records
import Synchronization

/// The first phase of making a site: reads every layer once, and finds related records. What
/// follows sees only its layers.
struct SiteSurvey: Sendable {
  private(set) var layers: [SurveyedLayer] = []
  private(set) var symbols = SymbolTable()
  private(set) var findings: [Finding]

  /// - Parameter scratch: A folder with room for the rows.
  init(
    of plan: SitePlan, in package: OpenPackage, _ request: SiteRequest, scratch: String,
    report: @escaping @Sendable (JobProgress) -> Void
  ) async throws {
    findings = plan.findings
    // All pop-ups first, because their notices come before those of drawings.
    let tables = plan.expressionTables()
    let popups = plan.layers.indices.map { popup(ofLayer: $0, plan, tables) }
    let preparations = plan.layers.indices.map { index in
      LayerPreparation(plan.layers[index], popups[index].layer, plan.disclosures[index], plan)
    }
    let progress = ReadingProgress(of: plan.title, report)
    var surveys: [LayerSurvey] = []
    try await OrderedWork.run(
      count: preparations.count,
      work: { index in
        try LayerSurvey(
          plan.layers[index], in: package.store, facets: preparations[index].facets,
          drawing: preparations[index].rows, withheld: plan.disclosures[index].withheld,
          scratch: scratch, progress: { progress.add($0) })
      },
      collect: { surveys.append($0) })
    for (index, layer) in plan.layers.enumerated() {
      let survey = surveys[index]
      findings += preparations[index].findings + survey.drawing.findings
      var attachments = try AttachmentIndex(
        layer, in: package.store, namesParents: !request.isPublic,
        keepsInPackage: request.keepsAttachmentsInPackage)
      if layer.clause != nil { attachments.keep(ofRecords: try survey.globalIDs(of: layer)) }
      layers.append(
        SurveyedLayer(
          layer: layer, disclosure: plan.disclosures[index],
          isIdentifiable: plan.isIdentifiable[index], popups: popups[index].layer,
          relatedLayers: popups[index].related, survey: survey,
          style: LayerStyle(preparations[index].drawing, rows: survey.drawing, &symbols),
          attachments: attachments))
    }
    let surveyed = layers
    var index = 0
    try await OrderedWork.run(
      count: surveyed.count, work: { try Self.related(to: surveyed[$0], of: surveyed) },
      collect: { related in
        layers[index].related = related
        index += 1
      })
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

  /// Collects the records that are related to a layer's.
  private static func related(
    to layer: SurveyedLayer, of layers: [SurveyedLayer]
  ) throws -> [RelatedRecords] {
    try zip(layer.popups.relations, layer.relatedLayers).map { relation, other in
      let survey = layers[other].survey
      var records = RelatedRecordsWriter(for: relation, capacity: survey.count)
      var layout = RecordLayout()
      try survey.rows.forEach { row, record in
        try records.add(record, number: survey.ids[row], layout: &layout)
      }
      return records.finish()
    }
  }
}

/// What is known of a layer before its records are read.
private struct LayerPreparation: Sendable {
  let drawing: LayerDrawing
  /// What determines how rows are drawn, without rows.
  let rows: RowDrawing
  /// The columns for filtering, without rows.
  let facets: [FacetColumn]
  let findings: [Finding]

  init(
    _ layer: SiteLayer, _ popups: PopupLayer, _ disclosure: FieldDisclosure, _ plan: SitePlan
  ) {
    var drawing = LayerDrawing(
      layer: layer.table.layer, operational: layer.table.operational,
      geometryType: layer.kind.geometryType)
    var findings: [Finding] = []
    if layer.kind == .table {
      drawing.renderer = .plain(for: .point)
      drawing.labels = []
    } else {
      findings += drawing.notices.findings(subject: layer.title)
    }
    rows = RowDrawing(
      &drawing, of: layer,
      RowDrawing.Setting(
        disclosure: disclosure, timeZone: plan.timeZone, now: plan.clock,
        spatialReference: plan.spatialReference),
      findings: &findings)
    facets = SurveyedLayer.facets(of: layer, popups, drawing, published: disclosure)
    self.drawing = drawing
    self.findings = findings
  }
}

/// Counts the records that several threads read.
private final class ReadingProgress: Sendable {
  private let count = Atomic(0)
  private let subject: String
  private let report: @Sendable (JobProgress) -> Void

  init(of subject: String, _ report: @escaping @Sendable (JobProgress) -> Void) {
    self.subject = subject
    self.report = report
  }

  func add(_ records: Int) {
    let done = count.add(records, ordering: .relaxed).newValue
    report(
      JobProgress(phase: "Reading", subject: subject, done: done, total: 0, unit: .records))
  }
}
