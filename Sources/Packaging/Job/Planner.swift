import Bytes
import FeatureData
import FoundationEssentials
import Geometry
import MapModel
import OrderedJSON
import Packages

/// Makes the plan of a package: binds and surveys the data, leaves out what can't be packed, and
/// pairs relationships.
struct Planner {
  let request: BuildRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Throws: `SurveyTooShort` if the first stripes of the sources are not enough for a plan.
  func plan(by depth: SurveyDepth) async throws -> PackagePlan {
    guard depth == .beginning else { return try await makePlan(depth) }
    do {
      return try await makePlan(depth)
    } catch { throw SurveyTooShort() }
  }

  private func makePlan(_ depth: SurveyDepth) async throws -> PackagePlan {
    let document = try request.mapDocument ?? JSONDocument.readBytes(path: request.map)
    let map = try webMap(document)
    let folder = try DataFolder(path: request.data, bindings: request.bindings)
    let scale = request.scale ?? map.scaleRange
    let offline = request.followsOfflineSettings ? map.offline : OfflineSettings()
    var binder = LayerBinder(
      folder: folder, without: request.without, online: offline.connectedOnlineLayers,
      comparing: request.compares)
    try binder.bind(map)
    var draft = PlanDraft(
      leftOut: binder.leftOut, findings: binder.findings + map.notices.findings())
    for table in binder.tables { try await survey(table, depth, into: &draft) }
    // A layer that is left out may still define the area.
    let area = try await area(of: map, tables: draft.tables)
    try draft.leaveOutInvisible(at: scale)
    try draft.leaveOutUnfiltered(now: request.now)
    if let area { try draft.leaveOutIncomparable(with: area) }
    // Compared geodatabases may have lost all their tables.
    if request.compares == nil { draft.noteNothingPacked() }
    var tables = draft.tables
    let pairing = RelationshipPairing(
      tables, bound: folder.bindings.relationships, layers: map.allLayers())
    var findings = draft.findings + pairing.findings
    if let rules = folder.bindings.rules {
      findings +=
        RuleChecks(
          rules: rules, folder: folder, tables: tables, relationships: pairing.relationships
        ).findings
    }
    var attachments = try PlannedAttachments.find(for: tables, in: folder, findings: &findings)
    var wish = OfflineWish(offline, relationships: pairing.relationships)
    wish.apply(to: &tables)
    wish.apply(to: &attachments, of: tables)
    findings += wish.findings
    return PackagePlan(
      map: map, mapDigest: SHA256.hex(SHA256.of(document.span)),
      title: request.title ?? map.title ?? Self.title(ofFile: request.map), tables: tables,
      leftOut: draft.leftOut, relationships: pairing.relationships, area: area, scale: scale,
      attachments: attachments, otherFindings: findings, folder: folder)
  }

  private func webMap(_ document: [UInt8]) throws -> WebMap {
    let json = try JSONDocument.parse(document, path: request.map)
    return try about(request.map) {
      try WebMap(json: json)
    }
  }

  /// The title is the file's name, because a web map doesn't contain its title. The folder is not
  /// part of it, because it differs between machines.
  private static func title(ofFile path: String) -> String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
  }

  private func survey(
    _ bound: PlannedTable, _ depth: SurveyDepth, into draft: inout PlanDraft
  ) async throws {
    var table = bound
    let source = table.source
    do {
      table.survey = try await SourceSurvey.make(of: source, depth: depth) { done in
        report(
          JobProgress(
            phase: "Surveying", subject: table.title, done: done, total: source.byteCount))
      }
      try table.makeSchema()
      draft.add(table)
    } catch {
      guard var finding = Finding(unreadable: error, subject: table.title, path: source.path) else {
        throw error
      }
      if source.files.isEmpty, finding.id == .crsUnknown {
        finding.fix = "Add a \"spatialReference\" to the layer's features in the map."
      }
      draft.add(finding)
    }
  }

  private func area(of map: WebMap, tables: [PlannedTable]) async throws -> AreaOfInterest? {
    guard let text = request.area else { return nil }
    let wanted = try AreaRequest(parsing: text, map: map) {
      FileManager.default.fileExists(atPath: $0)
    }
    return try await AreaOfInterest.resolve(
      wanted, text: text, map: map, tables: tables, now: request.now)
  }
}
