import Bytes
import FeatureData
import GeoPackage
import MapModel
import OrderedJSON
package import Packaging
import Popups
import SQLiteFile

/// What a site came to.
package struct SiteReport: Sendable {
  /// The paths of all files but the list of them, sorted.
  package var files: [String] = []
  /// All files, and their bytes.
  package var fileCount = 0
  package var byteCount = 0
  /// Files written anew and taken away, where the site stood already.
  package var written = 0
  package var removed = 0
  package var layers: [Layer] = []
  package var findings: [SiteFinding] = []
  /// The fields that go out, by layer.
  package var published: [(layer: String, fields: [String])] = []

  /// A layer or table of the site.
  package struct Layer: Sendable, Equatable {
    package var id: String
    package var title: String
    package var records: Int
    package var photos: Int
  }
}

/// Renders a package as a folder of pages that open by a double click.
package struct SiteJob: Sendable {
  let request: SiteRequest
  let report: @Sendable (JobProgress) -> Void

  /// - Parameter report: gets the progress, from the job's own task.
  package init(_ request: SiteRequest, report: @escaping @Sendable (JobProgress) -> Void) {
    self.request = request
    self.report = report
  }

  /// Renders a package.
  ///
  /// - Throws: `PublishingError`; whatever stands at the target is then as it was.
  package func run(_ package: OpenPackage) async throws -> SiteReport {
    let templates = try TemplateSet(folder: request.templates)
    guard let map = try package.storedMap() else {
      throw PublishingError.noMap(path: package.path)
    }
    let plan = try SitePlan(map, package, request)
    var output = try SiteOutput(path: request.output, overwrite: request.overwrite)
    var site = try SiteRun(plan: plan, package: package, request: request, report: report)
    try site.survey(scratch: output.scratch)
    try site.relate()
    try await site.render(into: &output, templates)
    try site.writePages(into: &output, templates)
    var answer = site.answer
    answer.files = output.files.map(\.path).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    answer.fileCount = output.files.count
    answer.byteCount = output.files.reduce(0) { $0 + $1.size }
    let (written, removed) = try output.commit()
    answer.written = written
    answer.removed = removed
    return answer
  }
}
