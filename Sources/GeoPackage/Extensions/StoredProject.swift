import Bytes
import FeatureData
import SQLiteFile

/// A QGIS project inside the GeoPackage, where QGIS and QField look for one: the table
/// `qgis_projects`, which no content entry names.
package struct StoredProject: Sendable, Equatable {
  /// What people pick.
  package var name: String
  /// The project as a `.qgz`, which is a ZIP archive with the `.qgs` in it.
  package var archive: [UInt8]
  /// In milliseconds since 1970 UTC.
  package var modified: Int64

  /// A project from its parts.
  package init(name: String, archive: [UInt8], modified: Int64) {
    self.name = name
    self.archive = archive
    self.modified = modified
  }

  /// The archive stands there as the digits of its bytes.
  var table: DatabaseWriter.SmallTable {
    var time: [UInt8] = []
    _ = DateText.appendDateTime(modified, to: &time)
    let about =
      "{\"last_modified_time\":\"\(time.span.repairedString())\",\"last_modified_user\":\"\"}"
    let digits = Array("0123456789abcdef".utf8)
    var content: [UInt8] = []
    content.reserveCapacity(2 * archive.count)
    for byte in archive {
      content.append(digits[Int(byte >> 4)])
      content.append(digits[Int(byte & 15)])
    }
    return DatabaseWriter.SmallTable(
      name: "qgis_projects",
      sql: #"CREATE TABLE "qgis_projects" ( "name" TEXT PRIMARY KEY, "metadata" BLOB, "#
        + #""content" BLOB)"#,
      rows: [[.text(name), .text(about), .text(content.span.repairedString())]], uniques: [[0]])
  }
}
