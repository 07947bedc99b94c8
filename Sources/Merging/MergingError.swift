import Bytes
import FeatureData
package import Packages
import Records
import SQLiteFile

/// Why a merge, diff or undo cannot run. Each case carries its evidence.
///
/// What is wrong with a store is an error of its format, in a `LocatedError`.
package enum MergingError: Error, Equatable, Sendable {
  /// The geometry of a returned table is in another spatial reference than the office data.
  case spatialReferenceChanged(path: String, table: String, expected: Int32, found: Int32)
  /// A base named with `--base` belongs to another package.
  case otherPackage(path: String, expected: String, found: String)
  /// The ledger of the store cannot be read.
  case ledgerDamaged(path: String)
  /// The package holds no data as issued, and `--base` names none.
  case noBase(path: String)
  /// A plain geodatabase keeps no rows as issued, and `--base` names none.
  case noHistory(path: String)
  /// The returned store has none of the issued tables: it is of another map, or an app renamed
  /// them.
  case noCommonTable(path: String, tables: [String], expected: [String])
  /// The undo file is missing, or belongs to another merge.
  case nothingToUndo(path: String)
  /// The store was changed after the merge to undo.
  case changedSinceMerge(path: String)
  /// The ledger has no merge of this number.
  case noSuchMerge(path: String, number: Int, count: Int)
  /// The store no longer keeps the changes of a merge, or never kept them.
  case mergeNotKept(path: String, time: Int64)
  /// The merge deleted or replaced attachments. Only the file from before the merge has their
  /// bytes.
  case attachmentsNotKept(path: String, time: Int64, count: Int)
  /// Only GeoPackages can undo an older merge.
  case undoNeedsGeoPackage(path: String)
  /// The output is named as a package, but the office data is not a package file.
  case outputNeedsPackage(output: String, current: String)
  /// The output is named as a folder of data, but cannot be one.
  case outputNotAFolder(output: String, reason: String)
  /// `--changes` needs a GeoPackage as office data.
  case changesNeedGeoPackage(path: String, current: String)
  /// `--changes` needs the columns of the office data, and GlobalIDs were added to a table.
  case changesNeedGlobalIDs(path: String, table: String)
  /// The field from which a package's GlobalIDs were made doesn't identify the office's records:
  /// several have a value, or one has none.
  case officeKey(path: String, table: String, field: String, value: String?)
  /// A field named with `--key` cannot identify the rows of its table.
  case key(TableKey, reason: String)
  /// A preference names a table or field that does not exist.
  case preference(MapRule.Prefer, reason: String)
  /// The GlobalIDs of a layer were made from different fields in two packages. Each text names a
  /// package and its field.
  case mintedDifferently(layer: String, packages: [String])
  /// A decision file that cannot be read as one, or was made for other inputs.
  case decisions(path: String, expected: String)
}

extension MergingError: CustomStringConvertible {
  /// One plain line.
  package var description: String {
    switch self {
    case .spatialReferenceChanged(let path, let table, let expected, let found):
      "\(path): the geometry of \(table) is in spatial reference \(found), not \(expected)"
    case .otherPackage(let path, let expected, let found):
      "\(path) is package \(found), not \(expected)"
    case .ledgerDamaged(let path): "\(path): the record of its merges cannot be read"
    case .noBase(let path): "\(path) does not contain the data as issued"
    case .noHistory(let path):
      "\(path) is a plain geodatabase, not a replica; it does not contain the data as issued"
    case .noCommonTable(let path, let tables, let expected):
      "\(path) has none of the tables that were issued: it has \(Self.list(tables)), expected "
        + Self.list(expected)
    case .nothingToUndo(let path): "\(path): no copy of the data from before the last merge"
    case .changedSinceMerge(let path): "\(path) was changed after its last merge"
    case .noSuchMerge(let path, let number, let count):
      "\(path): no merge number \(number); the file has \(Self.merges(count))"
    case .mergeNotKept(let path, let time):
      "\(path): the file no longer keeps what the merge of \(DateText.dateTime(time)) changed"
    case .attachmentsNotKept(let path, let time, let count):
      "\(path): the merge of \(DateText.dateTime(time)) deleted or replaced "
        + (count == 1 ? "1 attachment that is" : "\(count) attachments that are") + " not kept"
    case .undoNeedsGeoPackage(let path):
      "\(path) is not a GeoPackage: only its last merge can be undone"
    case .outputNeedsPackage(let output, let current):
      "\(output): merge can write a package only from a package, and \(current) is not one"
    case .outputNotAFolder(let output, let reason): "\(output): cannot be a folder: \(reason)"
    case .changesNeedGeoPackage(let path, let current):
      "\(path): changes are SQL for a GeoPackage, and \(current) is not one"
    case .changesNeedGlobalIDs(let path, let table):
      "\(path): changes are SQL for data with GlobalIDs, and \(table) has none"
    case .officeKey(let path, let table, let field, let value):
      "\(path): "
        + (value.map { "several records of \(table) have the \(field) \($0)" }
          ?? "a record of \(table) has no \(field)")
    case .key(let key, let reason): "\(key.table)=\(key.field): \(reason)"
    case .preference(let preference, let reason): "\(MapRule.prefer(preference)): \(reason)"
    case .mintedDifferently(let layer, let packages):
      "the GlobalIDs of \(layer) were made differently: \(packages.joined(separator: ", "))"
    case .decisions(let path, let expected): "\(path): expected \(expected)"
    }
  }

  private static func merges(_ count: Int) -> String { count == 1 ? "1 merge" : "\(count) merges" }
}

extension MergingError {
  /// The first five of some names, as a list.
  package static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
  }
}
