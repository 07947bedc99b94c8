import Merging

extension ReturnedPackageReport.Refusal {
  /// Why the package is not merged, in one sentence without values.
  var title: String {
    switch self {
    case .unreadable: "A returned package can't be read."
    case .notAPackage: ErrorCode.packageNotOne.title
    case .copiesUnclear: ErrorCode.packageCopiesUnclear.title
    case .delta: ErrorCode.geodatabaseIsDelta.title
    case .corrupt: ErrorCode.sqliteCorrupt.title
    case .truncated: ErrorCode.fileCutShort.title
    case .otherMap: "A returned package is from another map."
    case .noBase: ErrorCode.packageBaseMissing.title
    case .otherBase: ErrorCode.packageOtherBase.title
    case .spatialReference: ErrorCode.crsChanged.title
    case .viewForTable: ErrorCode.tableIsView.title
    case .changesIncomplete: "A change file lacks related records."
    case .deleteBurst: "A returned package deletes a large part of a table."
    case .byDecision: "A person refused the package on the review page."
    }
  }

  /// What to do about it.
  var fix: String {
    switch self {
    case .unreadable: "Check the path and the file's permissions."
    case .notAPackage: "Name an .mmpk, a .zip, a .gpkg or the folder of an unpacked package."
    case .copiesUnclear:
      "Synchronize the copy with its original in QGIS or QFieldSync, and merge the original."
    case .delta: "Ask the crew for the geodatabase that their app edits. It has all edits."
    case .corrupt, .truncated: "Copy the package again, or ask the crew for it again."
    case .otherMap: "Merge it into the data of its own map."
    case .noBase: "Name the data as issued with --base."
    case .otherBase: "Name the package as issued, with this file's name: --base NAME=FILE."
    case .spatialReference:
      "Ask who changed the layer's spatial reference, and export it as it was."
    case .viewForTable: "Ask the crew for the package as their app keeps it, with tables."
    case .changesIncomplete: "Merge the package that the change file was made from."
    case .deleteBurst:
      "Ask the crew. To merge the deletions, use --allow-deletes PACKAGE:TABLE."
    case .byDecision: "You can merge it later. No part of it counts as merged."
    }
  }
}
