import Bytes
import FeatureData
import MapModel

/// Identifies a change by 8 bytes: a hash of the package, the table, the row, the field and the
/// meaning of the value.
///
/// The package is included because another crew may make the same change again after the office
/// undid it. That is a separate change.
struct ChangeFingerprint {
  private let package: String

  init(package: String) {
    self.package = package
  }

  /// Returns the fingerprint of a field value.
  func value(_ value: FieldValue, of field: Int, _ id: GlobalID, in table: MergeTable) -> UInt64 {
    var bytes = start(id, in: table)
    bytes.append(0)
    append(table.fields[field].name, to: &bytes)
    // Does not depend on what else is merged in the same run.
    table.fields[field].meaning.exact.append(value, to: &bytes)
    return Fingerprint(bytes.span).low
  }

  /// Returns the fingerprint of an added row.
  func insertion(_ id: GlobalID, in table: MergeTable) -> UInt64 {
    row(id, in: table, action: 1)
  }

  /// Returns the fingerprint of a deleted row.
  func deletion(_ id: GlobalID, in table: MergeTable) -> UInt64 {
    row(id, in: table, action: 2)
  }

  /// Returns the fingerprint of a pair of records that was added or removed.
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

  private func row(_ id: GlobalID, in table: MergeTable, action: UInt8) -> UInt64 {
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

  /// Appends the length of a name and the name with ASCII letters in lower case.
  private func append(_ name: String, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt64(name.utf8.count))
    for byte in name.utf8 {
      bytes.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
    }
  }
}

extension ChangeFingerprint {
  /// Returns the fingerprints of all changes of a package.
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
