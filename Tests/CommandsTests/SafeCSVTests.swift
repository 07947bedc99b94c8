import Foundation
import OrderedJSON
import TestSupport
import Testing

/// CSV downloads of a site and formulas of spreadsheets.
@Suite struct SafeCSVTests {
  /// Names of trees, and whether a spreadsheet takes them for a formula.
  private static let names: [(text: String, isFormula: Bool)] = [
    ("=cmd|'/c calc'!A1", true), ("+1+1", true), ("-x", true), ("@SUM(1)", true), ("\tx", true),
    ("\rx", true), ("=\"a\",b", true), ("-5", false), ("+1 503", false), ("-", false),
    ("a=b", false), ("plain", false), ("", false),
  ]

  private static let package = Task<SmallCity, any Error> {
    let city = try SmallCity()
    let features = names.enumerated().map { index, name in
      let text = String(decoding: JSONWriter.write(.string(name.text)), as: UTF8.self)
      return """
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-122.6, 45.5]},
         "properties": {"GlobalID": "\(SmallCity.id(index + 1))", "Name": \(text)}}
        """
    }
    try city.folder.write(
      #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#,
      to: "data/trees.geojson")
    try await Session.done(
      ["build", "-o", city.folder.path("a.mmpk"), "--fail-on", "error"] + city.inputs)
    return city
  }

  /// The names in the CSV download of a site, which are the second cell, with what the site says.
  private func download(_ options: [String]) async throws -> (csv: String, session: Session) {
    let city = try await Self.package.value
    let folder = try TemporaryFolder()
    let session = try await Session.done(
      ["site", city.folder.path("a.mmpk"), "-o", folder.path("site")] + options)
    return (String(decoding: try folder.read("site/data/trees.csv"), as: UTF8.self), session)
  }

  /// A text as it is written in a CSV cell.
  private static func cell(_ text: String) -> String {
    let needsQuotes =
      text.isEmpty || text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return needsQuotes ? "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\"" : text
  }

  @Test func `texts that begin like a formula are kept, and told`() async throws {
    let (csv, session) = try await download([])
    for name in Self.names { #expect(csv.contains(",\(Self.cell(name.text)),"), "\(name.text)") }
    let told = "Trees: 7 texts in the CSV download begin like formulas"
    #expect(session.error.contains("note[SITE_CSV_FORMULAS]: \(told)"), "\(session.error)")
    let open = try await download(["--public"])
    #expect(
      open.session.error.contains("warning[SITE_CSV_FORMULAS]: \(told)"), "\(open.session.error)")
  }

  @Test(arguments: [["--safe-csv"], ["--safe-csv", "--public"]])
  func `with --safe-csv they begin with an apostrophe, and nothing is told`(
    options: [String]
  ) async throws {
    let (csv, session) = try await download(options)
    for name in Self.names {
      let text = name.isFormula ? "'" + name.text : name.text
      #expect(csv.contains("\(Self.cell(text)),"), "\(name.text)")
    }
    #expect(!session.error.contains("SITE_CSV_FORMULAS"))
  }

  @Test func `an export keeps them, because it can be built again`() async throws {
    let city = try await Self.package.value
    let session = try await Session.done([
      "export", city.folder.path("a.mmpk"), "-l", "Trees", "--format", "csv", "-o", "-",
    ])
    #expect(session.output.contains(",+1+1,"))
  }
}
