import Console
import GeoPackage
import OrderedJSON
import TestSupport
import Testing

/// Layers whose records may have attachments, before there are any.
@Suite struct FirstSeasonTests {
  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws { city = try SmallCity() }

  private func built(_ options: [String] = []) async throws -> Session {
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("crew.gpkg")] + options)
  }

  /// The attachment tables of a store.
  private func media(_ name: String = "crew.gpkg") throws -> [String] {
    try GeoPackageReader(path: folder.path(name)).relations()
      .filter { $0.relationName == "media" }.map(\.relatedTable)
  }

  @Test func `a layer with attachments gets an attachment table`() async throws {
    try city.declareAttachments()
    let session = try await built(["--project", "embedded"])
    #expect(!session.error.contains("ATT_NOT_DECLARED"))
    #expect(try media() == ["Trees_attachments"])
    let store = try GeoPackageReader(path: folder.path("crew.gpkg"))
    var rows = try store.rows(of: "Trees_attachments")
    #expect(try !rows.advance())
    let inspected = try await Session.done(["verify", folder.path("crew.gpkg")])
    #expect(inspected.exit == .done, "\(inspected.output)\(inspected.error)")
    let folder = folder.path("crew")
    try await Session.done(["build"] + city.inputs + ["--for", "qgis", "-o", folder + ".mmpk"])
    let project = try await #require(Tool.unzip).output(["-p", folder + ".mmpk", "*.qgs"])
    #expect(project.contains("<layername>Photos of Trees</layername>"))
    #expect(!project.contains("Photos of Visits"))
  }

  @Test func `a layer without attachments gets no attachment table`() async throws {
    let session = try await built()
    #expect(!session.error.contains("ATT_NOT_DECLARED"))
    #expect(try media() == [])
  }

  @Test func `check reports a definition that does not say whether there are attachments`()
    async throws
  {
    try folder.write(
      SmallCity.definitions.replacing("\"hasAttachments\": false,", with: ""), to: "data/City.json")
    let session = await Session.run(["check"] + city.inputs)
    #expect(session.output.contains("note[ATT_NOT_DECLARED]: Trees"), "\(session.output)")
    #expect(session.output.contains("\"hasAttachments\": true"))
  }

  @Test func `a read-only layer without attachments gets no attachment table`() async throws {
    try city.declareAttachments()
    try folder.write(
      SmallCity.definitions.replacing("\"hasAttachments\": false,", with: "")
        .replacing("Query,Editing,Create,Update,Delete,Sync", with: "Query"), to: "data/City.json")
    let session = try await built()
    #expect(!session.error.contains("ATT_NOT_DECLARED"))
    #expect(try media() == [])
  }

  @Test func `an empty attachment table is not a change`() async throws {
    _ = try await built()
    try city.declareAttachments()
    try await Session.done(["build"] + city.inputs + ["-o", folder.path("next.mmpk")])
    let diff = try await Session.done(["diff", folder.path("next.mmpk")])
    #expect(diff.output.contains("no changes"), "\(diff.output)")
    // The office has no such table, and gets none without attachments.
    let merged = try await Session.done([
      "merge", "--into", folder.path("crew.gpkg"), folder.path("next.mmpk"), "-o",
      folder.path("merged.gpkg"), "--json",
    ])
    #expect(try merged.document()["issues"]?.array?.count == 0, "\(merged.output)")
    #expect(try media("merged.gpkg") == [])
  }
}
