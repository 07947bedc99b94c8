import Console
import OrderedJSON
import TestSupport
import Testing

/// `merge --base`: the base that a package is compared with. Two packages were issued, and the second
/// has one more tree.
@Suite struct MergeBaseTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  private static let fourthTree = """
    {"type": "Feature", "properties": {"GlobalID": "\(SmallCity.id(4))", "Name": "Ash", "Height": 7},
     "geometry": {"type": "Point", "coordinates": [-122.63, 45.53]}},
    """

  init() async throws {
    city = try SmallCity()
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("small.mmpk")])
    try folder.write(
      SmallCity.trees().replacing(
        "\"features\": [", with: "\"features\": [\n\(Self.fourthTree)"),
      to: "data/trees.geojson")
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("large.mmpk")])
  }

  /// The package of a crew that changed the height of the first tree.
  private func crew(_ name: String, of package: String, height: Int) async throws {
    try folder.write(
      """
      [{"id": 0, "updates": [{"attributes":
        {"GlobalID": "\(SmallCity.id(1))", "Height": \(height)}}]}]
      """, to: "edits.json")
    try await Session.done([
      "edit", folder.path(package), "--edits", folder.path("edits.json"), "-o", folder.path(name),
      "--force",
    ])
  }

  /// The store of a package alone.
  private func bare(_ name: String, of package: String, height: Int) async throws {
    try await crew("whole.mmpk", of: package, height: height)
    let unzip = try #require(Tool.unzip)
    _ = try await unzip.run([
      "-qo", folder.path("whole.mmpk"), "data.gpkg", "-d", folder.path("bare"),
    ])
    try folder.write(try folder.read("bare/data.gpkg"), to: name)
  }

  private func merge(
    _ packages: [String], bases: [String], into office: String = "large.mmpk"
  ) async -> Session {
    await Session.run(
      ["merge", "--into", folder.path(office)] + packages.map { folder.path($0) }
        + bases.flatMap { ["--base", $0] } + ["-o", folder.path("merged.gpkg"), "--force"])
  }

  @Test func `a package is compared with its own base, not with another file`()
    async throws
  {
    try await crew("crew.mmpk", of: "small.mmpk", height: 21)
    let session = await merge(["crew.mmpk"], bases: [folder.path("large.mmpk")])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("crew.mmpk: 1 change"))
    #expect(!session.output.contains("deleted"))
    #expect(session.error.contains("MERGE_BASE_UNUSED"))
  }

  @Test(.disabled(if: ThroughChangeFiles.isWanted))
  func
    `a named base applies to a single store, but not to packages with their own base`()
    async throws
  {
    try await crew("whole-crew.mmpk", of: "small.mmpk", height: 20)
    try await bare("bare.gpkg", of: "large.mmpk", height: 23)
    let session = await merge(
      ["whole-crew.mmpk", "bare.gpkg"], bases: [folder.path("large.mmpk")])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("whole-crew.mmpk: no changes"))
    #expect(session.output.contains("bare.gpkg: 1 change"))
    #expect(!session.error.contains("MERGE_BASE_UNUSED"))
  }

  @Test func `the base of another package is refused by its id`() async throws {
    try await bare("bare.gpkg", of: "small.mmpk", height: 21)
    let session = await merge(["bare.gpkg"], bases: [folder.path("large.mmpk")])
    #expect(session.exit == .inputRefused)
    #expect(session.error.contains("PKG_OTHER_BASE"), "\(session.error)")
    #expect(!folder.exists("merged.gpkg"))
  }

  @Test func `two stores with different bases merge in one call`() async throws {
    try await bare("one.gpkg", of: "small.mmpk", height: 21)
    try await bare("two.gpkg", of: "large.mmpk", height: 22)
    let session = await merge(
      ["one.gpkg", "two.gpkg"],
      bases: ["one.gpkg=", "two.gpkg="].map { name in
        name + folder.path(name == "one.gpkg=" ? "small.mmpk" : "large.mmpk")
      })
    #expect(session.output.contains("one.gpkg: 1 change"), "\(session.error)")
    #expect(session.output.contains("two.gpkg: 1 change"))
    #expect(!session.output.contains("deleted"))
  }

  @Test(arguments: [
    ["nine.gpkg=large.mmpk"], ["one.gpkg=a.gpkg", "one.gpkg=b.gpkg"], ["a.gpkg", "b.gpkg"],
  ])
  func `a base that matches no package, or is given twice, is an error`(bases: [String])
    async throws
  {
    try await bare("one.gpkg", of: "small.mmpk", height: 21)
    let session = await merge(["one.gpkg"], bases: bases)
    #expect(session.exit == .usage)
    #expect(session.error.contains("--base"))
  }
}
