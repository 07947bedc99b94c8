package import Console

extension ErrorCode {
  /// How a command ends with this error.
  package var exit: ExitCode {
    switch self {
    case .fileNotFound, .geodatabaseHistoryMissing, .packageBaseMissing, .mergeNothingToUndo:
      .inputMissing
    case .fileExists, .fileNotWritable, .fileOutputIsFolder, .fileOutputIsInput, .siteFolderInUse,
      .siteChangedByHand, .demoFolderInUse:
      .outputFailed
    case .fileNoRoom: .noRoom
    case .fileChangedWhileReading: .tryAgain
    case .layerNotFound, .fieldNotFound, .tableKeyUnusable, .filterMalformed, .filterUnsupported,
      .filterTypeMismatch, .filterFieldUnknown, .filterFunctionUnknown, .filterParameterUnknown,
      .filterTooLong, .mergePreferenceInvalid, .mergeOutputNeedsPackage, .mergeOutputNeedsFolder,
      .mergeChangesNeedGeoPackage, .mergeNotFound, .mergeUndoNeedsGeoPackage,
      .usageCommandMissing, .usageCommandUnknown, .usageTopicUnknown, .usageOptionUnknown,
      .usageOptionMissing, .usageOptionRepeated, .usageArgumentMissing, .usageArgumentUnexpected,
      .usageValueMissing, .usageValueUnexpected, .usageValueInvalid, .usageAreaInvalid,
      .usageTimeZoneUnknown:
      .usage
    case .runInterrupted: .interrupted
    case .bugUnexpectedError, .bugZIPWriting, .bugSQLiteWriting, .bugGeoPackageWriting,
      .bugGeodatabaseWriting:
      .bug
    default: .inputRefused
    }
  }
}
