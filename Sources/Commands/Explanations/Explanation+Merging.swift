import Bytes
import Console
import FeatureData
import Merging
import Packaging

extension Explanation {
  /// Why nothing can be merged, or taken back.
  init(_ error: MergingError, _ context: ErrorContext) {
    switch error {
    case .store(let path, let error): self.init(error, context.about(path))
    case .spatialReferenceChanged(let path, let table, let expected, let found):
      self.init(
        "MERGE001", .inputRefused, path,
        "the geometry of \(table) is in spatial reference \(found), not \(expected)",
        fix: "Export it in the spatial reference it was issued in.")
    case .otherPackage(let path, let expected, let found):
      self.init(
        "MERGE007", .inputRefused, path, "is package \(found), not \(expected)",
        fix: "Name with --base the package as it was issued.")
    case .ledgerDamaged(let path):
      self.init(
        "MERGE002", .inputRefused, path, "its account of what was merged cannot be read",
        fix: "Take the data from a copy that Fieldpack wrote.")
    case .noBase(let path):
      self.init(
        "MERGE003", .inputMissing, path, "brings no data as it was issued",
        fix: "Name the data it was made from with --base.")
    case .noHistory(let path):
      self.init(
        "MERGE010", .inputMissing, path,
        "is a geodatabase that keeps no history: it was not downloaded as a replica",
        fix: "Name it as it was issued with --base: a copy of it, a .gpkg or a package.")
    case .noCommonTable(let path, let tables, let expected):
      self.init(
        "MERGE018", .inputRefused, path,
        "has none of the tables issued: its are \(MergingError.list(tables)), those issued "
          + MergingError.list(expected),
        fix: "Name what it was made from. QFieldCloud's copies have tables of other names: "
          + "give the whole folder or ZIP, whose project names them.")
    case .nothingToUndo(let path):
      self.init(
        "MERGE004", .inputMissing, path, "there is no merge to take back",
        fix: "`fieldpack log` lists the merges that the file knows.")
    case .changedSinceMerge(let path):
      self.init(
        "MERGE005", .inputRefused, path, "was changed after its last merge",
        fix: "Keep it: taking the merge back would lose those changes.")
    case .noSuchMerge(let path, let number, let count):
      self.init(
        "MERGE014", .usage, path,
        count == 0
          ? "nothing was merged into it"
          : "there is no merge \(number): it knows \(NumberText.plural(count, "merge", "merges"))",
        fix: "Give a number that `fieldpack log` lists.")
    case .mergeNotKept(let path, let time):
      self.init(
        "MERGE015", .inputRefused, path,
        "what the merge of \(DateText.dateTime(time)) changed is not kept",
        fix: "The last ten merges are kept. Take the data from a copy of that day.")
    case .photosNotKept(let path, let time, let count):
      self.init(
        "MERGE016", .inputRefused, path,
        "the merge of \(DateText.dateTime(time)) deleted or replaced "
          + "\(NumberText.plural(count, "photo", "photos")), which the file keeps no more",
        fix: "While a merge is the last and nothing changed since, its file .undo has them.")
    case .undoNeedsGeoPackage(let path):
      self.init(
        "MERGE017", .usage, path, "a merge before the last is taken back in a GeoPackage alone",
        fix: "Merge again, without the packages of that merge.")
    case .outputNeedsPackage(let output, let current):
      self.init(
        "MERGE008", .usage, output,
        "a package is written only where --into is one file with a package; \(current) is none",
        fix: "Give -o NAME.gpkg; then build a package of it: fieldpack build MAP --data NAME.gpkg.")
    case .outputNotAFolder(let output, let reason):
      self.init(
        "MERGE009", .usage, output,
        "a folder is written only of a folder of plain GeoJSON and CSV files: \(reason)",
        fix: "Give -o NAME.gpkg; `fieldpack export` takes layers out of it.")
    case .key(let key, let reason):
      self.init(
        "MERGE011", .usage, "\(key.table)=\(key.field)", "cannot be a key: \(reason)",
        fix: "Name a field that has another value in each record: --key TABLE=FIELD.")
    case .preference(let preference, let reason):
      self.init(
        "MERGE012", .usage, "\(MapRule.prefer(preference))", "cannot be followed: \(reason)",
        fix: "Name a layer or table of the data, and a field of it: --prefer TABLE.FIELD=newest.")
    case .changesNeedGeoPackage(let path, let current):
      self.init(
        "MERGE013", .usage, path,
        "the changes are written as SQL only where --into is a GeoPackage; \(current) is none",
        fix: "Leave --changes out; --review DIR has the changes for a feature service, edits.json.")
    case .decisions(let path, let expected):
      self.init(
        "MERGE006", .inputRefused, path, "expected \(expected)",
        fix: "Save the decisions again from the review page of this merge.")
    }
  }
}
