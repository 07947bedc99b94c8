import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import Geometry
import MapModel
import OrderedJSON

/// Makes a package from a web map and its data: binds, surveys, checks, chooses, packs.
package struct OfflineMapJob: Sendable {
  package internal(set) var request: BuildRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: gets the progress, from the job's own task.
  package init(_ request: BuildRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// Binds and surveys everything, and finds what stands in the way.
  ///
  /// - Throws: `SurveyTooShort` when the beginnings of the sources do not make a plan.
  package func plan(by depth: SurveyDepth = .whole) async throws -> PackagePlan {
    guard depth == .beginning else { return try await makePlan(depth) }
    do {
      return try await makePlan(depth)
    } catch { throw SurveyTooShort() }
  }

  private func makePlan(_ depth: SurveyDepth) async throws -> PackagePlan {
    let document = try request.mapDocument ?? JSONDocument.readBytes(path: request.map)
    let map = try webMap(document)
    let folder = try DataFolder(path: request.data, bindings: request.bindings)
    var binder = LayerBinder(
      folder: folder, without: request.without, comparing: request.compares)
    try binder.bind(map)
    var plan = PackagePlan(
      map: map, mapDigest: SHA256.hex(SHA256.of(document.span)),
      title: request.title ?? map.title ?? Self.title(ofFile: request.map), tables: [],
      leftOut: binder.leftOut, relationships: [], area: nil,
      scale: request.scale ?? map.scaleRange, attachments: [], noted: binder.findings,
      folder: folder)
    plan.noted += map.notices.findings()
    for table in binder.tables { try await survey(table, depth, into: &plan) }
    // A layer that stays out may still be the one that tells the area.
    plan.area = try await area(plan)
    try plan.leaveOutInvisible()
    try plan.leaveOutUnfiltered(now: request.now)
    try plan.leaveOutUnplaced()
    // Geodatabases that are compared may have lost all their tables.
    if request.compares == nil { plan.noteNothingPacked() }
    let pairing = RelationshipPairing(
      plan.tables, bound: folder.bindings.relationships, layers: map.allLayers())
    plan.relationships = pairing.relationships
    plan.noted += pairing.findings
    plan.noted += RuleChecks(plan: plan).findings
    try plan.findAttachments()
    return plan
  }

  private func webMap(_ document: [UInt8]) throws(PackagingError) -> WebMap {
    let json = try JSONDocument.parse(document, path: request.map)
    do throws(MapModelError) {
      return try WebMap(json: json)
    } catch { throw .notAWebMap(path: request.map, error) }
  }

  /// A web map does not know its own title; its file's name does. Never its folder's, which differs
  /// from machine to machine.
  private static func title(ofFile path: String) -> String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
  }

  private func survey(
    _ bound: PlannedTable, _ depth: SurveyDepth, into plan: inout PackagePlan
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
      plan.tables.append(table)
    } catch let error as FeatureDataError {
      var finding = error.finding(subject: table.title, path: source.path)
      if source.files.isEmpty, finding.id == .crsUnknown {
        finding.fix = "Give the layer's features in the map a \"spatialReference\"."
      }
      plan.noted.append(finding)
    }
  }

  private func area(_ plan: PackagePlan) async throws -> AreaOfInterest? {
    guard let text = request.area else { return nil }
    let wanted = try AreaRequest(parsing: text, map: plan.map) {
      FileManager.default.fileExists(atPath: $0)
    }
    return try await AreaOfInterest.resolve(
      wanted, text: text, map: plan.map, tables: plan.tables, now: request.now)
  }
}

extension PlannedTable {
  /// Joins what is declared with what the survey saw.
  mutating func makeSchema() throws(FeatureDataError) {
    guard let survey else { return }
    var declaration = survey.declaration
    if case .bound(let reference) = boundReference { declaration.spatialReference = reference }
    let definition = layer.definition
    var declared = DeclaredTable(
      name: name, fields: definition.fields, objectIDField: definition.objectIDField,
      globalIDField: definition.globalIDField,
      geometryType: isTable ? nil : definition.geometryType, isTable: isTable)
    declared.typeIDField = definition.typeIDField
    declared.types = definition.types
    // What the source says goes first.
    declared.spatialReference = definedReference ?? mapReference
    schema = try TableSchema(
      declared, survey: survey.survey, declaration: declaration, path: source.path)
  }
}
