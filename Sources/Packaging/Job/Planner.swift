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
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      throw SurveyTooShort()
    }
  }

  private func makePlan(_ depth: SurveyDepth) async throws -> PackagePlan {
    let surveyed = try await survey(by: depth, forAreas: request.area != nil)
    // A layer that is left out may still define the area.
    var area: AreaOfInterest?
    if let text = request.area { area = try await surveyed.area(text, now: request.now) }
    var plan = try plan(surveyed, area: area)
    plan.baseMap = try await surveyed.baseMap?.listed(
      area: area, scale: plan.scale, report: report)
    return plan
  }

  /// Binds the map's layers to their data, and surveys them.
  ///
  /// - Parameter forAreas: whether areas will be made of layers.
  func survey(by depth: SurveyDepth, forAreas: Bool) async throws -> SurveyedMap {
    let document = try request.mapDocument ?? JSONDocument.readBytes(path: request.map)
    let map = try webMap(document)
    let folder = try DataFolder(path: request.data, bindings: request.bindings)
    let baseMap = try request.baseMap.map { try BaseMapSources($0, in: folder) }
    let offline = request.followsOfflineSettings ? map.offline : OfflineSettings()
    var binder = LayerBinder(
      folder: folder, without: request.without, online: offline.connectedOnlineLayers,
      tiles: request.baseMap?.files ?? [],
      reportsUnused: request.mapDocument == nil && request.compares == nil,
      comparing: request.compares)
    try binder.bind(map)
    var draft = PlanDraft(
      leftOut: binder.leftOut, findings: binder.findings + map.notices.findings())
    try LayerMinting.check(request.minting, in: map)
    for var table in binder.tables {
      table.minting = LayerMinting.minting(of: table, among: request.minting)
      try await survey(table, depth, into: &draft)
    }
    var surveyed = SurveyedMap(
      map: map, digest: SHA256.hex(SHA256.of(document.span)), folder: folder, offline: offline,
      baseMap: baseMap, draft: draft)
    if forAreas { surveyed.withheld = try await withheld(of: map, in: folder, by: depth) }
    return surveyed
  }

  /// Binds and surveys the layers that are left out on request. What is odd about them doesn't
  /// matter to the package.
  private func withheld(
    of map: WebMap, in folder: DataFolder, by depth: SurveyDepth
  ) async throws -> [PlannedTable] {
    guard !request.without.isEmpty else { return [] }
    let packed = map.allLayers().filter { layer in
      !request.without.contains { $0 == layer.id || $0.isSameName(as: layer.title) }
    }
    var binder = LayerBinder(folder: folder, without: packed.map(\.id))
    try binder.bind(map)
    var draft = PlanDraft(leftOut: [], findings: [])
    for table in binder.tables { try await survey(table, depth, into: &draft) }
    return draft.tables
  }

  /// Decides what is packed of a surveyed map, without a base map.
  func plan(_ surveyed: SurveyedMap, area: AreaOfInterest?) throws -> PackagePlan {
    let (map, folder) = (surveyed.map, surveyed.folder)
    let scale = request.scale ?? map.scaleRange
    var draft = surveyed.draft
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
        try RuleChecks(
          rules: rules, folder: folder, tables: tables, relationships: pairing.relationships
        ).findings()
    }
    var attachments = try PlannedAttachments.find(for: tables, in: folder, findings: &findings)
    var wish = OfflineWish(surveyed.offline, relationships: pairing.relationships)
    wish.apply(to: &tables)
    wish.apply(to: &attachments, of: tables)
    findings += wish.findings
    if let crossing = area?.crossing(subject: area?.text ?? "") { findings.append(crossing) }
    let title = request.title ?? map.title
    var plan = PackagePlan(
      map: map, mapDigest: surveyed.digest,
      title: title ?? Self.title(ofFile: request.map), isTitled: title != nil, tables: tables,
      leftOut: draft.leftOut, relationships: pairing.relationships, area: area, scale: scale,
      attachments: attachments, otherFindings: findings, folder: folder)
    try plan.select(request.filters)
    return plan
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
    String(LocalPath.lastPart(path).prefix { $0 != "." })
  }

  private func survey(
    _ bound: PlannedTable, _ depth: SurveyDepth, into draft: inout PlanDraft
  ) async throws {
    var table = bound
    table.dropsOutliers = !request.keepsOutliers
    let source = table.source
    do {
      table.survey = try await SourceSurvey.make(of: source, depth: depth) { done in
        report(
          JobProgress(
            phase: "Surveying", subject: table.title, done: done, total: source.byteCount))
      }
      try table.makeSchema()
      if let finding = try await MintedIDs.finding(in: table) { draft.add(finding) }
      if request.suggestsKeys { table.uniqueField = try await UniqueField.find(in: table) }
      draft.add(table)
    } catch FeatureDataError.shapesLost where table.survey?.isComplete == false {
      throw SurveyTooShort()
    } catch {
      guard var finding = Finding(unreadable: error, subject: table.subject, path: source.path)
      else {
        throw error
      }
      if source.files.isEmpty, finding.id == .crsUnknown {
        finding.fix = "Add a \"spatialReference\" to the layer's features in the map."
      }
      draft.add(finding)
    }
  }
}
