import Bytes
import FeatureData
import MapModel

/// What tells a change from all others, in 8 bytes: the package, the table, the row, the field and
/// what its value means.
///
/// The package is part of it: when another crew makes the same change again, after the office took
/// it back, that is a change of its own.
struct ChangeFingerprint {
  private let package: String

  init(package: String) {
    self.package = package
  }

  /// A field that was given a value.
  func value(_ value: FieldValue, of field: Int, _ id: GlobalID, in table: MergeTable) -> UInt64 {
    var bytes = start(id, in: table)
    bytes.append(0)
    append(table.fields[field].name, to: &bytes)
    // The same whatever else is merged in the same run.
    table.fields[field].meaning.exact.append(value, to: &bytes)
    return Fingerprint(bytes.span).low
  }

  /// A row that was added.
  func insertion(_ id: GlobalID, in table: MergeTable) -> UInt64 { row(id, in: table, 1) }

  /// A row that was deleted.
  func deletion(_ id: GlobalID, in table: MergeTable) -> UInt64 { row(id, in: table, 2) }

  /// A pair that was added to or removed from a table of pairs.
  func pair(_ pair: RecordPair, isAdded: Bool, in table: String) -> UInt64 {
    var bytes: [UInt8] = []
    append(package, to: &bytes)
    append(table, to: &bytes)
    for id in [pair.base, pair.related] {
      bytes.append(bigEndian: id.high)
      bytes.append(bigEndian: id.low)
    }
    bytes.append(isAdded ? 3 : 4)
    return Fingerprint(bytes.span).low
  }

  private func row(_ id: GlobalID, in table: MergeTable, _ action: UInt8) -> UInt64 {
    var bytes = start(id, in: table)
    bytes.append(action)
    return Fingerprint(bytes.span).low
  }

  private func start(_ id: GlobalID, in table: MergeTable) -> [UInt8] {
    var bytes: [UInt8] = []
    append(package, to: &bytes)
    append(table.name, to: &bytes)
    bytes.append(bigEndian: id.high)
    bytes.append(bigEndian: id.low)
    return bytes
  }

  /// A name without regard to the case of ASCII letters, behind its length.
  private func append(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt64(name.utf8.count))
    for byte in name.utf8 {
      bytes.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
    }
  }
}

extension ChangeFingerprint {
  /// The fingerprints of all changes of a package.
  func all(of changes: [TableChanges], in schema: MergeSchema) -> Set<UInt64> {
    var all: Set<UInt64> = []
    for table in changes {
      let fields = schema.tables[table.table]
      let merge = RowMerge(fields)
      for change in table.rows {
        guard let after = change.after else {
          all.insert(deletion(change.id, in: fields))
          continue
        }
        if change.before == nil { all.insert(insertion(change.id, in: fields)) }
        let edited =
          change.before.map { merge.changes(from: $0, to: after) } ?? merge.values(of: after)
        for field in edited { all.insert(value(after[field], of: field, change.id, in: fields)) }
      }
    }
    return all
  }
}
