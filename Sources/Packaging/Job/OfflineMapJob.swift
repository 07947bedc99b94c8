import Bytes
import FeatureData
import FoundationEssentials
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
package import Packages

/// Makes a package from a web map and its data: binds, surveys, checks, selects and packs.
package struct OfflineMapJob: Sendable {
  package internal(set) var request: BuildRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: receives the progress in the job's own task.
  package init(_ request: BuildRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// Binds and surveys all data, and finds what stops a build.
  ///
  /// - Throws: `SurveyTooShort` if the first stripes of the sources are not enough for a plan.
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
      scale: request.scale ?? map.scaleRange, attachments: [], otherFindings: binder.findings,
      folder: folder)
    plan.otherFindings += map.notices.findings()
    for table in binder.tables { try await survey(table, depth, into: &plan) }
    // A layer that is left out may still define the area.
    plan.area = try await area(plan)
    try plan.leaveOutInvisible()
    try plan.leaveOutUnfiltered(now: request.now)
    try plan.leaveOutIncomparable()
    // Compared geodatabases may have lost all their tables.
    if request.compares == nil { plan.noteNothingPacked() }
    let pairing = RelationshipPairing(
      plan.tables, bound: folder.bindings.relationships, layers: map.allLayers())
    plan.relationships = pairing.relationships
    plan.otherFindings += pairing.findings
    plan.otherFindings += RuleChecks(plan: plan).findings
    try plan.findAttachments()
    return plan
  }

  private func webMap(_ document: [UInt8]) throws(PackagingError) -> WebMap {
    let json = try JSONDocument.parse(document, path: request.map)
    do throws(MapModelError) {
      return try WebMap(json: json)
    } catch { throw .notAWebMap(path: request.map, error) }
  }

  /// The title is the file's name, because a web map doesn't contain its title. The folder is not
  /// part of it, because it differs between machines.
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
        finding.fix = "Add a \"spatialReference\" to the layer's features in the map."
      }
      plan.otherFindings.append(finding)
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
  /// Combines the declared schema with what the survey found.
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
    // The source's own declaration comes first.
    declared.spatialReference = definedReference ?? mapReference
    schema = try TableSchema(
      declared, survey: survey.survey, declaration: declaration, path: source.path)
  }
}
