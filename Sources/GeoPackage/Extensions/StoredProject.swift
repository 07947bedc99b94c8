import Bytes
import FeatureData
import Records
import SQLiteFile

/// A QGIS project inside the GeoPackage, in the table `qgis_projects` where QGIS and QField look
/// for it. No content entry names that table.
package struct StoredProject: Sendable, Equatable {
  /// The name that people choose.
  package var name: String
  /// The project as a `.qgz`, which is a ZIP archive with a `.qgs` in it.
  package var archive: [UInt8]
  /// The time of the last change, in milliseconds since 1970 UTC.
  package var modified: Int64

  /// Creates a stored project.
  package init(name: String, archive: [UInt8], modified: Int64) {
    self.name = name
    self.archive = archive
    self.modified = modified
  }

  /// The table. It holds the archive as hexadecimal digits.
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
