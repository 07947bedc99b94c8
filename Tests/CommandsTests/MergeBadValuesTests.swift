import Console
import TestSupport
import Testing

/// `merge` of packages with one invalid value or index. Only that value is refused, and the other
/// packages are merged.
@Suite(.needs(.sqlite3)) struct MergeBadValuesTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() async throws {
    city = try SmallCity()
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("office.gpkg")])
  }

  /// A store as a crew returned it.
  private func crew(_ name: String, _ statements: String...) async throws -> String {
    let path = try folder.write(try folder.read("office.gpkg"), to: name)
    let dropped =
      try await Tool.sqlite3?.output([
        path,
        "SELECT 'DROP TRIGGER \"' || name || '\";' FROM sqlite_master WHERE type = 'trigger'",
      ]) ?? ""
    _ = try await Tool.sqlite3?.output([path, dropped + statements.joined(separator: ";")])
    return path
  }

  private func merge(_ packages: [String], into office: String = "office.gpkg") async -> Session {
    await Session.run(
      ["merge", "--into", folder.path(office)] + packages
        + ["--base", folder.path("office.gpkg"), "-o", folder.path("merged.gpkg"), "--force"])
  }

  private static let oak = "GlobalID = '\(SmallCity.id(1))'"

  @Test(arguments: [
    "x'475000'", "'here'", "7", "x'47500001E6100000010100000000000000000000F07F0000000000000000'",
    "x''", "NULL",
  ])
  func `unreadable geometry is refused by package, record and field, and the old one is kept`(
    shape: String
  ) async throws {
    let one = try await crew("one.gpkg", "UPDATE Trees SET Height = 21 WHERE \(Self.oak)")
    let two = try await crew(
      "two.gpkg", "UPDATE Trees SET geom = \(shape), Name = 'Ash' WHERE \(Self.oak)")
    let session = await merge([one, two])
    #expect(session.exit == .somethingToSee, "\(session.error)")
    #expect(
      session.output.contains("NOTE two.gpkg: Trees · Ash ")
        && session.output.contains("the location is refused: Feature isn't valid."),
      "\(session.output)")
    let trees = await Session.run(
      ["export", folder.path("merged.gpkg"), "--layer", "Trees", "--format", "csv", "-o", "-"]
    ).output
    #expect(trees.contains("-122.6,45.5"), "\(trees)")
    #expect(trees.contains("Ash,21"))
    #expect(await Session.run(["verify", folder.path("merged.gpkg")]).exit == .done)
  }

  @Test func `unreadable geometry in the office data stays and does not stop the merge`()
    async throws
  {
    let one = try await crew("one.gpkg", "UPDATE Trees SET Height = 9 WHERE \(Self.oak)")
    _ = try await crew(
      "worn.gpkg", "UPDATE Trees SET geom = 'here' WHERE GlobalID = '\(SmallCity.id(2))'")
    let session = await merge([one], into: "worn.gpkg")
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    let found = try await Tool.sqlite3?.output([
      folder.path("merged.gpkg"), "SELECT typeof(geom), Height FROM Trees ORDER BY 1, 2",
    ])
    #expect(found == "blob|9\nblob|9\ntext|12")
  }

  @Test func `an inconsistent spatial index is rebuilt`() async throws {
    let one = try await crew(
      "one.gpkg", "UPDATE Trees SET Height = 9 WHERE \(Self.oak)",
      "DELETE FROM rtree_Trees_geom_rowid WHERE rowid = 2")
    #expect(await Session.run(["verify", one]).exit != .done)
    let session = await merge([one])
    #expect(session.exit == .done, "\(session.error)\(session.output)")
    #expect(session.output.contains("1 change"))
    #expect(await Session.run(["verify", folder.path("merged.gpkg")]).exit == .done)
  }

  @Test func `verify reports text in the geometry column`() async throws {
    let two = try await crew("two.gpkg", "UPDATE Trees SET geom = 'here' WHERE \(Self.oak)")
    let session = await Session.run(["verify", two])
    #expect(session.exit != .done)
    #expect(session.output.contains("geometr"), "\(session.output)")
  }
}
