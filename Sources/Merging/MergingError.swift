import Bytes
package import GeoPackage
package import Packaging
import SQLiteFile

/// Why nothing can be merged; each case carries its evidence.
package enum MergingError: Error, Equatable, Sendable {
  /// A store that cannot be read.
  case store(path: String, GeoPackageError)
  /// The geometry of a returned table is in another spatial reference than the current one.
  case spatialReferenceChanged(path: String, table: String, expected: Int32, found: Int32)
  /// A base that was named is of another package, by their ids.
  case otherPackage(path: String, expected: String, found: String)
  /// The store's account of what was merged into it cannot be read.
  case ledgerDamaged(path: String)
  /// The package brings no data as it was issued, and none is named by `--base`.
  case noBase(path: String)
  /// A geodatabase that is no replica keeps no rows as they were issued, and none is named by
  /// `--base`.
  case noHistory(path: String)
  /// What came back has none of the tables of the data as issued: it is of another map, or an app
  /// renamed them.
  case noCommonTable(path: String, tables: [String], expected: [String])
  /// The file that should hold the data as it was before the last merge is not there, or is of
  /// another merge.
  case nothingToUndo(path: String)
  /// The store was changed after the merge that is to be taken back.
  case changedSinceMerge(path: String)
  /// A merge that a store does not know.
  case noSuchMerge(path: String, number: Int, count: Int)
  /// A merge whose changes the store does not keep any more, or never kept.
  case mergeNotKept(path: String, time: Int64)
  /// A merge that deleted or replaced photos, whose bytes only the file as it was before has.
  case photosNotKept(path: String, time: Int64, count: Int)
  /// An older merge is to be taken back out of what is no GeoPackage.
  case undoNeedsGeoPackage(path: String)
  /// The result is asked for as a package, and the current data is none that could be written anew.
  case outputNeedsPackage(output: String, current: String)
  /// The result is asked for as a folder of data, and cannot be one.
  case outputNotAFolder(output: String, reason: String)
  /// The changes are asked for as SQL, and the current data is no GeoPackage.
  case changesNeedGeoPackage(path: String, current: String)
  /// A key that is named for a table and cannot be one.
  case key(TableKey, reason: String)
  /// A preference for a table or field that is not there.
  case preference(MapRule.Prefer, reason: String)
  /// A decision file that is not one, or was made for other inputs.
  case decisions(path: String, expected: String)
}

extension MergingError: CustomStringConvertible {
  /// One plain line.
  package var description: String {
    switch self {
    case .store(let path, let error): "\(path): \(error)"
    case .spatialReferenceChanged(let path, let table, let expected, let found):
      "\(path): the geometry of \(table) is in spatial reference \(found), not \(expected)"
    case .otherPackage(let path, let expected, let found):
      "\(path) is package \(found), not \(expected)"
    case .ledgerDamaged(let path): "\(path): its account of merges cannot be read"
    case .noBase(let path): "\(path) brings no data as it was issued"
    case .noHistory(let path): "\(path) is no replica, and keeps no data as issued"
    case .noCommonTable(let path, let tables, let expected):
      "\(path) has none of the tables issued: its are \(Self.list(tables)), those issued "
        + Self.list(expected)
    case .nothingToUndo(let path): "\(path): the data as it was before the last merge is not there"
    case .changedSinceMerge(let path): "\(path) was changed after its last merge"
    case .noSuchMerge(let path, let number, let count):
      "\(path): there is no merge \(number) of \(count)"
    case .mergeNotKept(let path, let time): "\(path): what the merge of \(time) changed is not kept"
    case .photosNotKept(let path, let time, let count):
      "\(path): the merge of \(time) deleted or replaced photos that are not kept: \(count)"
    case .undoNeedsGeoPackage(let path): "\(path): only the last merge can be taken back"
    case .outputNeedsPackage(let output, let current):
      "\(output): a package is written of a package, and \(current) is none"
    case .outputNotAFolder(let output, let reason): "\(output): cannot be a folder: \(reason)"
    case .changesNeedGeoPackage(let path, let current):
      "\(path): the changes of a merge are SQL for a GeoPackage, and \(current) is none"
    case .key(let key, let reason): "\(key.table)=\(key.field): \(reason)"
    case .preference(let preference, let reason): "\(MapRule.prefer(preference)): \(reason)"
    case .decisions(let path, let expected): "\(path): expected \(expected)"
    }
  }
}

extension MergingError {
  /// Runs what reads a store, and names the store in its error.
  static func reading<Value>(
    _ store: GeoPackageReader, _ body: () throws(GeoPackageError) -> Value
  ) throws(MergingError) -> Value {
    do throws(GeoPackageError) {
      return try body()
    } catch { throw .store(path: store.database.region.path, error) }
  }

  /// The first of some names.
  package static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
  }
}
