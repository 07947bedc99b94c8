import Bytes
import FeatureData
import Packages

extension OfflineMapJob {
  /// Refuses a target that is also an input, under the same or another path, so that a build never
  /// changes its inputs.
  func refuseInput(asTarget path: String, _ plan: PackagePlan) throws(PackagingError) {
    guard let target = FileIdentity(path: path) else { return }
    let files =
      [request.map] + [request.bindings].compactMap(\.self) + plan.folder.files.flatMap(\.pages)
      + plan.tables.flatMap { $0.source.files.map(\.path) }
      + plan.attachments.flatMap { $0.items.compactMap(\.content.path) }
    guard !files.contains(where: { FileIdentity(path: $0) == target }) else {
      throw .targetIsInput(path: path)
    }
  }
}
