import Foundation
import OrderedJSON
import Packaging
import Publishing
import TestSupport
import Testing

private let permitsMap = "webmaps/esri-solutionjs--row-permits-public-comment.webmap.json"

/// A real map of ArcGIS Solutions, with invented permits and comments for its real service.
@Suite(.needs(.sharedData(permitsMap)))
struct PermitsMapTests {
  private static let service = "webmaps/solutionjs-rowpermits.featureservice-mocks.json"

  /// 2 March 2018, 14:13:20 UTC, and one day later.
  private static let (date, later) = (1_520_000_000_000, 1_520_086_400_000)
  private static let permits = [
    "93BD04CF-0FD6-40F1-929D-0DA9953F48F1", "0A097C97-6BF4-4C69-BD2C-AF82EEEACBE2",
  ]
  private static let comments = [
    "37B79C48-5985-4A3F-9EB4-E92EB5AF4C8A", "4D8E2F10-7D4C-4B1F-8F1B-2B8A4A0C7E11",
  ]

  /// The site, made once.
  private static let made = Task { () throws -> (files: [String: Data], report: SiteReport) in
    let folder = try TemporaryFolder()
    try folder.write(SharedData.bytes(permitsMap), to: "map.json")
    let answers = try JSONParser.parse(SharedData.bytes(service))
    let layers = try (0...1).map {
      try #require(answers["FeatureServiceLayer\($0)SuccessResponse"])
    }
    try folder.write(
      JSONWriter.write(["layers": [layers[0]], "tables": [layers[1]]]), to: "data/service.json")
    try folder.write(JSONWriter.write(permitRows), to: "data/ROW Permits.json")
    try folder.write(JSONWriter.write(commentRows), to: "data/ROW Permit Comment.json")
    let photos = Fixture.treesOfPortland + "/attachments"
    let photo = try #require(
      FileManager.default.subpathsOfDirectory(atPath: photos).sorted()
        .first { $0.hasSuffix(".jpg") })
    let bytes = Array(try Data(contentsOf: URL(filePath: photos + "/" + photo)))
    try folder.write(bytes, to: "data/attachments/ROW Permits/\(permits[0])/site.jpg")
    try folder.write(bytes, to: "data/attachments/ROW Permit Comment/\(comments[0])/street.jpg")
    let request = BuildRequest(
      map: folder.path("map.json"), data: folder.path("data"), now: DemoSiteTests.now)
    _ = try await OfflineMapJob(request) { _ in }
      .build(to: folder.path("demo.mmpk"), overwrite: false)
    let report = try await DemoSiteTests.render(folder, "site") { $0.timeZone = "UTC" }
    return (try DemoSiteTests.files(folder, "site"), report)
  }

  private static var permitRows: JSON {
    let rows: [JSON] = permits.enumerated().map { index, id in
      [
        "attributes": [
          "OBJECTID": .number(index + 1), "globalid": .string("{\(id)}"),
          "appname": .string(index == 0 ? "Ann & Co <north>" : "Bob"), "type": "Alterations",
          "appaddr": "380 New York St", "appcity": "Redlands", "appstate": "CA", "appzip": "92373",
          "description": "New driveway", "subtype": "Driveway", "laneclosure": "No",
          "propstartdt": .number(date), "propenddt": .number(later),
          "status": .string(index == 0 ? "Submitted" : "Approved"), "submitdt": .number(date),
          "Creator": "office", "CreationDate": .number(date), "Editor": "ann",
          "EditDate": .number(later),
        ],
        "geometry": ["x": .number(-9_812_000 + index * 100), "y": 5_126_585],
      ]
    }
    return [
      "geometryType": "esriGeometryPoint", "spatialReference": ["wkid": 102_100],
      "features": .array(rows),
    ]
  }

  private static var commentRows: JSON {
    let rows: [JSON] = comments.enumerated().map { index, id in
      [
        "attributes": [
          "OBJECTID": .number(index + 1), "globalid": .string("{\(id)}"),
          "name": .string("Citizen \(index + 1)"), "address": "1 Main St",
          "comments": "Too loud\nat night", "submitdate": .number(later),
          "parentglobalid": .string("{\(permits[index])}"), "Creator": "web",
          "CreationDate": .number(date), "Editor": .null, "EditDate": .null,
        ]
      ]
    }
    return ["features": .array(rows)]
  }

  /// Returns one record of a layer's list, with all of its pop-up.
  private static func record(_ id: Int, of layer: String) async throws -> String {
    let page = String(
      decoding: try await made.value.files["list/\(layer)-0001.html"] ?? Data(), as: UTF8.self)
    let start = try #require(page.range(of: "<article id=\"r\(id)\""))
    let end = try #require(page[start.upperBound...].range(of: "</article>"))
    return String(page[start.lowerBound..<end.upperBound])
  }

  @Test(arguments: [
    "Ann &amp; Co &lt;north&gt; - Surface or Sub-surface Alterations</a>",
    "<div class=\"text\"><font face=\"Avenir-Light\"><span style=\"font-weight:bold\">Action "
      + "Requested:</span> New driveway<br>",
    "</span> 3/2/2018\u{A0}-\u{A0}3/3/2018<br>",
    "<table style=\"border-collapse:separate;border-spacing:0px 0px;width:100%;table-layout:fixed\">",
    "<td style=\"text-align:left;vertical-align:top;width:50%;font-weight:normal;"
      + "padding:0px 2px 0px 0px;word-wrap:break-word\"><span style=\"font-weight:bold\">Applicant"
      + "</span><br>Ann &amp; Co &lt;north&gt;<br>380 New York St<br>Redlands,\u{A0}CA\u{A0}92373<br></td>",
    "</tbody></table></font></div>", "<p>Edited by ann on 3/3/2018 at 2:13 PM</p>",
  ])
  func `a permit has its title, formatted text and last edit`(part: String)
    async throws
  {
    let record = try await Self.record(1, of: "row-permits")
    #expect(record.contains(part))
    // The map's author shows neither of them.
    #expect(!record.contains("site.jpg") && !record.contains("Citizen"))
  }

  @Test(arguments: [
    "Citizen 1</a>", "<dt>Address</dt><dd>1 Main St</dd>",
    "<dt>Comments</dt><dd>Too loud\nat night</dd>", "<dt>Submission Date</dt><dd>3/3/2018</dd>",
    "<img src=\"../photos/37b79c48-5985-4a3f-9eb4-e92eb5af4c8a/street.jpg\" alt=\"street.jpg\"",
    "<h3 class=\"panel-title\">ROW Permits</h3>",
    "<dt>Applicant Name</dt><dd>Ann &amp; Co &lt;north&gt;</dd>",
    "<a class=\"button\" href=\"../list/row-permits-0001.html#r1\">",
    "<p>Created by web on 3/2/2018 at 2:13 PM</p>",
  ])
  func `a comment has its fields, photo, permit and last edit`(part: String) async throws {
    #expect(try await Self.record(1, of: "row-permit-comment").contains(part))
  }

  @Test func `the legend has the service's pictures by status`() async throws {
    let (files, report) = try await Self.made.value
    let meta = try DemoSiteTests.object(files["data/meta.js"])
    let classes = meta["layers"]?[0]?["legend"]?["classes"]?.array ?? []
    let shown = classes.map { one -> String in
      let symbol = one["symbol"]?.int.flatMap { meta["symbols"]?[$0] }
      #expect(symbol?["kind"]?.string == "picture")
      #expect(symbol?["src"]?.string?.hasPrefix("data:image/png;base64,iVBOR") == true)
      return "\(one["label"]?.string ?? "") \(one["count"]?.int ?? 0)"
    }
    #expect(shown.contains("Submitted 1") && shown.contains("Approved 1"), "\(shown)")
    #expect(try await Self.record(1, of: "row-permits").contains("<image x=\"0\""))
    // Everything that the map needs is available, including its expressions.
    #expect(report.findings.isEmpty)
  }
}
