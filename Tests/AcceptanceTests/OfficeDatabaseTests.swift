import Foundation
import TestSupport
import Testing

/// Merges into a GeoPackage that an office made with GDAL, QGIS and SQL. The result must equal an
/// edit by SQL in the file itself.
@Suite(
  .needs(.python("osgeo")),
  .needs(.fieldpack))
struct OfficeDatabaseTests {
  @Test func `every object is kept, and every row is as SQL would leave it`() async throws {
    let folder = try TemporaryFolder()
    let program = try #require(Tool.fieldpack)
    let result = try await #require(Judge.officeDatabase).run(["all", folder.path, program.path])
    let lines = result.text.split(separator: "\n").map(String.init)
    for line in lines where line.hasPrefix("skipped") { print(line) }
    #expect(lines.count { $0.hasPrefix("ok ") } > 50, "\(result.text)\(result.errorText)")
    #expect(!lines.contains { $0.hasPrefix("wrong ") }, "\(result.text)")
  }
}
