import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
package import Packages
import Popups
import Records
package import Tiles

/// The result of making a site.
package struct SiteReport: Sendable {
  /// The paths of all files except their list, sorted.
  package var files: [String] = []
  /// The number and total size of all files.
  package var fileCount = 0
  package var byteCount = 0
  /// The number of files that were written and removed, if there was an earlier site.
  package var written = 0
  package var removed = 0
  /// The number of files of records, and of those that were kept from an earlier site because what
  /// they are made from is the same.
  package var shards = 0
  package var keptShards = 0
  package var layers: [Layer] = []
  /// The levels of the base map below and above the layers; empty without one.
  package var baseMap: [TileSet.Level] = []
  package var findings: [Finding] = []
  /// The published fields by layer.
  package var published: [(layer: String, fields: [String])] = []

  /// A layer or table of the site.
  package struct Layer: Sendable, Equatable {
    package var id: String
    package var title: String
    package var records: Int
    package var attachments: Int
  }
}

/// Publishes a package as a folder of web pages.
package struct SiteJob: Sendable {
  let request: SiteRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: Receives the progress, from any thread.
  package init(_ request: SiteRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// Publishes a package.
  ///
  /// - Throws: `PublishingError`. The target folder is then unchanged.
  package func run(_ package: OpenPackage) async throws -> SiteReport {
    let templates = try TemplateSet(folder: request.templates)
    guard let map = try package.storedMap() else {
      throw PublishingError.noMap(path: package.path)
    }
    let plan = try SitePlan(map, package, request)
    var output = try SiteOutput(path: request.output, overwrite: request.overwrite)
    if output.earlier?.notes.isEmpty == false {
      // It takes a while, and another core can make it meanwhile.
      _ = BackgroundWork { RunningProgram.fingerprint }
    }
    let survey = try await SiteSurvey(
      of: plan, in: package, request, scratch: output.scratch, report: report)
    var writing = SiteWriting(plan: plan, package: package, request: request, report: report)
    var result = try await writing.run(survey, into: &output, templates)
    result.files = output.files.map(\.path).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    result.fileCount = output.files.count
    result.byteCount = output.files.reduce(0) { $0 + $1.size }
    let joint = JointCommit()
    let (written, removed) = try output.commit(with: joint) { writing.notes.text(list: $0) }
    try joint.run()
    result.written = written
    result.removed = removed
    return result
  }
}
