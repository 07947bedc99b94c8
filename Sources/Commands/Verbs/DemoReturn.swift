import Bytes
import Console
import Editing
import Merging
import Packages
import Packaging

/// The second half of the demo. Two crews edit copies of the package while the office edits its own
/// data. Then the office merges the returned packages.
struct DemoReturn {
  /// The demo's folder, with the package and the edits.
  let folder: String
  /// The paths of the crews' packages, in the order of `DemoFolder.crews`.
  let returned: [String]
  /// The request that built the package.
  let request: BuildRequest
  let terminal: Terminal

  /// Runs it.
  ///
  /// - Throws: the errors of editing and merging; `PackagingError.edits` if an edit is refused.
  func run() async throws -> MergeJob.Result {
    let office = "\(folder)/\(DemoFolder.office)"
    _ = try await BuildVerb.build(request, to: office, overwrite: false, terminal)
    try await edit(office, by: "office", to: office)
    for (crew, path) in zip(DemoFolder.crews, returned) {
      try await edit("\(folder)/\(DemoFolder.package)", by: crew, to: path)
    }
    var merge = MergeRequest(
      current: office, packages: returned, opener: .building, now: request.now)
    merge.rules = "\(request.data)/bindings.json"
    merge.output = "\(folder)/\(DemoFolder.merged)"
    let joint = JointCommit()
    let result = try await MergeVerb.merge(merge, with: joint, terminal)
    try MergeReview(result).write(
      to: "\(folder)/\(DemoFolder.review)", overwrite: false, with: joint)
    try joint.run()
    return result
  }

  private func edit(_ package: String, by user: String, to output: String) async throws {
    let edits = "\(folder)/\(DemoFolder.edits)/\(user).json"
    var edit = try PackageEdit(OpenPackage(path: package), edits: edits, now: request.now)
    edit.user = user
    let outcome = try await edit.write(to: output, overwrite: package == output)
    guard let refusal = outcome.layers.flatMap(\.all).lazy.compactMap(\.result.errors.first).first
    else { return }
    throw PackagingError.edits(
      path: edits, expected: "edits of the demo, but one is refused: \(refusal.message)")
  }
}
