import Bytes
import GeoPackage
import Geometry
import Packages

// What is new in a package made from the result.
extension ResultEdits {
  /// The id of the package: a digest of its former id and all changes. The same result gives the
  /// same id, in whatever order packages were merged.
  ///
  /// - Throws: what reading the packages throws.
  func packageID(after id: String?, _ ledger: MergeLedger) throws -> String {
    var digest = SHA256()
    func add(_ bytes: [UInt8]) {
      var length: [UInt8] = []
      length.append(bigEndian: UInt64(bytes.count))
      digest.update(length.span)
      digest.update(bytes.span)
    }
    func add(_ number: Int64) { add(Array(String(number).utf8)) }
    add(Array("fieldpack.merged/1 \(id ?? "")".utf8))
    add(Array(ledger.metadata.text.utf8))
    for (table, edits) in try edits().sorted(by: { $0.key < $1.key }) {
      add(Array(table.utf8))
      for rowid in edits.deleted { add(rowid) }
      for (rowid, record) in edits.replaced {
        add(rowid)
        add(record)
      }
      for (rowid, record) in edits.added {
        add(rowid ?? 0)
        add(record)
      }
    }
    for (table, pairs) in pairEdits.sorted(by: { $0.key < $1.key }) {
      add(Array(table.utf8))
      let removed = pairs.removed.sorted { ($0.base, $0.related) < ($1.base, $1.related) }
      for pair in removed + pairs.added {
        add(pair.base)
        add(pair.related)
      }
    }
    return String(SHA256.hex(digest.finish()).prefix(32))
  }

  /// The extent of added and changed features, in degrees.
  var extent: Envelope {
    var extent = Envelope.empty
    for changes in outcome.changes where !changes.rows.isEmpty {
      let geometries = ChangeGeometry(schema.tables[changes.table], in: current.store)
      for change in changes.rows {
        if let geometry = geometries.degrees(change.after) { extent.formUnion(geometry.envelope()) }
      }
    }
    return extent
  }
}
