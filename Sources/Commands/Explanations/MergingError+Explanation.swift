import Bytes
import Console
import FeatureData
import Merging
import Packages

extension MergingError: ExplainedError {
  /// Explains why nothing can be merged or undone.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .spatialReferenceChanged(let path, let table, let expected, let found):
      Explanation(
        .crsChanged, about: path,
        "the geometry of \(table) is in spatial reference \(found), but was issued in \(expected)",
        fix: "Export it in the spatial reference it was issued in.")
    case .otherPackage(let path, let expected, let found):
      Explanation(
        .packageOtherBase, about: path, "is package \(found), not \(expected)",
        fix: "Name the package as issued with --base.")
    case .ledgerDamaged(let path):
      Explanation(
        .mergeLedgerDamaged, about: path, "its record of earlier merges can't be read",
        fix: "Use a copy of the data that Fieldpack wrote.")
    case .noBase(let path):
      Explanation(
        .packageBaseMissing, about: path, "has no base: the data as issued",
        fix: "Name the data as issued with --base.")
    case .noHistory(let path):
      Explanation(
        .geodatabaseHistoryMissing, about: path,
        "is a geodatabase without a history, because it was not downloaded as a replica",
        fix: "Name the data as issued with --base: a copy of it, a .gpkg or a package.")
    case .noCommonTable(let path, let tables, let expected):
      Explanation(
        .mergeNoCommonTable, about: path,
        "has none of the issued tables: it has \(MergingError.list(tables)), but "
          + "\(MergingError.list(expected)) were issued",
        fix: "Name the whole folder or ZIP that came back. QFieldCloud renames tables, and its "
          + "project has their names.")
    case .nothingToUndo(let path):
      Explanation(
        .mergeNothingToUndo, about: path, "there is no merge to undo",
        fix: "`fieldpack log` lists the merges of a file.")
    case .changedSinceMerge(let path):
      Explanation(
        .mergeChangedSince, about: path, "someone changed the file after its last merge",
        fix: "Keep the file: undoing the merge would lose those changes.")
    case .noSuchMerge(let path, let number, let count):
      Explanation(
        .mergeNotFound, about: path,
        count == 0
          ? "nothing was merged into this file"
          : "there is no merge \(number); the file has "
            + NumberText.plural(count, one: "merge", many: "merges"),
        fix: "Use a number that `fieldpack log` lists.")
    case .mergeNotKept(let path, let time):
      Explanation(
        .mergeNotKept, about: path,
        "the changes of the merge of \(DateText.dateTime(time)) are no longer kept",
        fix: "Use a copy of the data from that day. A file keeps its last ten merges.")
    case .attachmentsNotKept(let path, let time, let count):
      Explanation(
        .mergeAttachmentsNotKept, about: path,
        "the merge of \(DateText.dateTime(time)) deleted or replaced "
          + "\(NumberText.plural(count, one: "attachment", many: "attachments")), which the file "
          + "no longer has",
        fix: "Use a copy of the data from before the merge.")
    case .undoNeedsGeoPackage(let path):
      Explanation(
        .mergeUndoNeedsGeoPackage, about: path,
        "only a GeoPackage can undo a merge before the last one",
        fix: "Merge again without the packages of that merge.")
    case .outputNeedsPackage(let output, let current):
      Explanation(
        .mergeOutputNeedsPackage, about: output,
        "a package can be written only if --into is a package in one file; \(current) is not",
        fix: "Write -o NAME.gpkg, then build a package: fieldpack build MAP --data NAME.gpkg.")
    case .outputNotAFolder(let output, let reason):
      Explanation(
        .mergeOutputNeedsFolder, about: output,
        "a folder can be written only if --into is a folder of GeoJSON and CSV files: \(reason)",
        fix: "Write -o NAME.gpkg, then export layers with `fieldpack export`.")
    case .changesNeedGlobalIDs(let path, let table):
      Explanation(
        .mergeChangesNeedGeoPackage, about: path,
        "the changes can't be written as SQL, because \(table) has no GlobalIDs there",
        fix: "Leave out --changes, and write -o NAME.gpkg, which has them.")
    case .officeKey(let path, let table, let field, let value):
      Explanation(
        .tableKeyUnusable, about: path,
        "the packages' GlobalIDs were made from \(field), but in \(table) "
          + (value.map { "several records have the \(field) \($0)" }
            ?? "a record has no \(field)"),
        fix: "Give each record its own value in \(field).")
    case .key(let key, let reason):
      Explanation(
        .tableKeyUnusable, about: "\(key.table)=\(key.field)", "can't be a key: \(reason)",
        fix: "Name a field with unique values: --key TABLE=FIELD.")
    case .preference(let preference, let reason):
      Explanation(
        .mergePreferenceInvalid, about: "\(MapRule.prefer(preference))",
        "can't be followed: \(reason)",
        fix: "Name a layer or table and one of its fields: --prefer TABLE.FIELD=newest.")
    case .changesNeedGeoPackage(let path, let current):
      Explanation(
        .mergeChangesNeedGeoPackage, about: path,
        "the changes can be written as SQL only if --into is a GeoPackage; \(current) is not",
        fix: "Leave out --changes. --review DIR writes edits.json for a feature service.")
    case .mintedDifferently(let layer, let packages):
      Explanation(
        .mergeMintedDifferently, about: layer,
        "the GlobalIDs were made differently: \(packages.joined(separator: "; "))",
        fix:
          "Merge these packages one after the other, each into office data with the GlobalIDs of "
          + "its own build.")
    case .decisions(let path, let expected):
      Explanation(
        .mergeDecisionsInvalid, about: path, "expected \(expected)",
        fix: "Save the decisions again from the review page of this merge.")
    }
  }
}
