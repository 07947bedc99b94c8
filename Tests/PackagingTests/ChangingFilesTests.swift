import Foundation
import Packages
import Packaging
import TestSupport
import Testing

/// Files that other programs change during a build.
@Suite struct ChangingFilesTests {
  @Test func `a file that is whole again later stops the build, which still names it`()
    async throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Fixture.treesOfPortland, toPath: folder.path("data"))
    let path = folder.path("data/trees.geojson")
    let whole = try folder.read("data/trees.geojson")
    try Data(whole.prefix(100_000)).write(to: URL(filePath: path))
    let request = BuildRequest(
      map: folder.path("data/map.json"), data: folder.path("data"), now: 1_777_636_800_000)
    let job = OfflineMapJob(request) { progress in
      // Trees were read before.
      guard progress.subject == "Inspections" else { return }
      try? Data(whole).write(to: URL(filePath: path), options: .atomic)
    }
    do {
      _ = try await job.build(to: folder.path("trees.mmpk"), overwrite: false)
      Issue.record("The package was built.")
    } catch PackagingError.stopped(let findings) {
      let errors = findings.filter { $0.severity == .error }
      #expect(errors.map(\.subject) == ["Trees"])
    }
    #expect(try folder.read("data/trees.geojson") == whole)
  }
}
