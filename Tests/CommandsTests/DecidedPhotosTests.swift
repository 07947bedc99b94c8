import Console
import Foundation
import TestSupport
import Testing

/// The review of a merge that the program made, with a photo that a crew replaced on a record in
/// conflict.
@Suite(.needs(.chromium, .python("playwright"))) struct DecidedPhotosTests {
  /// Trees of the demo in the order of their GlobalIDs, which is the order of their conflicts.
  private static let trees = [
    5: "{2BD6A311-7F9B-58F7-BC1C-A5ED624FA3D0}", 19: "{5A892CAE-CE53-5C2F-9527-91C59236F96E}",
    255: "{8A985562-3D34-5CF0-8B79-BBCDF60399F3}", 34: "{8B8AB285-BA15-57F5-8AF1-52B9E1BD38EA}",
    205: "{9042A5BA-9DFB-55A0-83E2-9C82076E7A86}",
  ]
  /// A tree that a crew deletes.
  private static let felled = "{F7248410-1287-51B3-B889-01F017DDB275}"

  private static func update(_ tree: Int, _ values: String) throws -> String {
    #"{"attributes": {"GlobalID": "\#(try #require(trees[tree]))", \#(values)}}"#
  }

  private static func photo(_ tree: Int, _ id: String, _ file: String) throws -> String {
    """
    {"parentGlobalId": "\(try #require(trees[tree]))", "globalId": "\(id)", "file": "\(file)",
     "name": "\(file)", "contentType": "image/jpeg"}
    """
  }

  private static func edits(
    _ updates: [String], deletes: [String] = [], _ more: String = ""
  ) -> String {
    """
    [{"id": "Trees", "updates": [\(updates.joined(separator: ","))],
      "deletes": [\(deletes.map { "\"\($0)\"" }.joined(separator: ","))]\(more)}]
    """
  }

  /// The edits of two crews and the office, by the name of the one who makes them.
  private static func edits() throws -> [String: String] {
    let planted = """
      {"attributes": {"GlobalID": "{5F26EB20-4C95-5DCD-AFF1-E48CED7857B1}", "SpeciesCode": "QUGA",
        "SiteType": "strip", "Wires": "None"},
       "geometry": {"x": -122.6489, "y": 45.53773, "spatialReference": {"wkid": 4326}}}
      """
    let replaced = try photo(5, "{D95B9560-7AAD-5711-8044-A144CD4B476C}", "leaning fir.jpg")
    let added = [
      try photo(19, "{93A29489-7528-5E0C-9C04-169E9AE88C60}", "new oak.jpg"),
      try photo(34, "{67AE4AEC-A966-5391-AC29-BC229DDDF3E6}", "new oak.jpg"),
    ]
    return [
      "crew-07": edits(
        [
          try update(5, #""Wires": "High voltage", "SiteType": "other", "Notes": "splits""#),
          try update(19, #""SiteWidth": 6.5"#), try update(255, #""Wires": "Other""#),
          try update(205, #""SiteWidth": 4"#),
        ],
        """
        , "adds": [\(planted)],
        "attachments": {"updates": [\(replaced)], "adds": [\(added[0])]}
        """),
      "crew-08": edits(
        [
          try update(19, #""SiteWidth": 7"#),
          try update(34, #""Notes": "low branch", "Wires": "None""#),
        ], deletes: [felled], #", "attachments": {"adds": [\#(added[1])]}"#),
      "office": edits([
        try update(5, #""Wires": "None", "SiteType": "CNS""#),
        try update(255, #""Wires": "None""#), try update(205, #""SiteWidth": 5"#),
      ]),
    ]
  }

  @Test func `a person decides on records with photos, and sees them before and after`()
    async throws
  {
    let folder = try TemporaryFolder()
    let demo = folder.path("demo")
    try FileManager.default.copyItem(
      atPath: try await DemoVerbTests.made.value.folder.path("demo"), toPath: demo)
    for (name, text) in try Self.edits() {
      try folder.write(text, to: "demo/edits/\(name).json")
      let package = name == "office" ? "data.gpkg" : "trees-of-portland.mmpk"
      let output = name == "office" ? "office.gpkg" : "\(name).mmpk"
      let session = await Session.run([
        "edit", demo + "/" + package, "--edits", demo + "/edits/\(name).json", "--user", name, "-o",
        demo + "/" + output, "-f",
      ])
      try #require(session.exit == .done, "\(session.error)\(session.output)")
    }
    let session = await Session.run([
      "merge", "--into", demo + "/office.gpkg", demo + "/crew-07.mmpk", demo + "/crew-08.mmpk",
      "--rules", demo + "/TreesOfPortland/bindings.json", "-o", folder.path("merged.gpkg"),
      "--review", folder.path("review"),
    ])
    try #require(session.exit == .somethingToSee, "\(session.error)")
    let python = try #require(Tool.python(having: "playwright"))
    let judged = try await python.run([
      Fixture.repository + "/Tests/Judges/review.py",
      folder.path("review") + ":deciding,phone,widths,paper",
    ])
    try #require(judged.status == 0, "\(judged.errorText)")
    for check in ["deciding", "phone", "widths", "paper"] {
      #expect(judged.text.contains("\"\(check)\": []"), "\(judged.text)")
    }
  }
}
