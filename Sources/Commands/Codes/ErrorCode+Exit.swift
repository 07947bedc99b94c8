package import Console

extension ErrorCode {
  /// How a command ends with this error.
  package var exit: ExitCode {
    switch self {
    case .fileNotFound, .crsGridsMissing, .geodatabaseHistoryMissing, .packageBaseMissing,
      .mergeNothingToUndo, .serviceCurlMissing:
      .inputMissing
    case .fileExists, .fileNotWritable, .fileOutputIsFolder, .fileOutputIsInput, .siteFolderInUse,
      .siteChangedByHand, .demoFolderInUse, .serviceFolderInUse, .serviceOtherPart:
      .outputFailed
    case .fileNoRoom: .noRoom
    case .fileChangedWhileReading, .fileReadFailed, .runLimitTooLow, .serviceUnreachable,
      .serviceChanging, .serviceRunning:
      .tryAgain
    case .layerNotFound, .fieldNotFound, .tableKeyUnusable, .filterMalformed, .filterUnsupported,
      .filterTypeMismatch, .filterFieldUnknown, .filterFunctionUnknown, .filterParameterUnknown,
      .filterTooLong, .mergePreferenceInvalid, .mergeOutputNeedsPackage, .mergeOutputNeedsFolder,
      .mergeChangesNeedGeoPackage, .mergeNotFound, .mergeUndoNeedsGeoPackage,
      .usageCommandMissing, .usageCommandUnknown, .usageTopicUnknown, .usageOptionUnknown,
      .usageOptionMissing, .usageOptionRepeated, .usageArgumentMissing, .usageArgumentUnexpected,
      .usageValueMissing, .usageValueUnexpected, .usageValueInvalid, .usageAreaInvalid,
      .usageTimeZoneUnknown, .serviceSourceUnknown, .serviceTargetUnknown:
      .usage
    case .runInterrupted: .interrupted
    case .bugUnexpectedError, .bugZIPWriting, .bugSQLiteWriting, .bugGeoPackageWriting,
      .bugGeodatabaseWriting:
      .bug
    case .fileNotReadable, .fileIsFolder, .fileNotRegular, .fileEmpty, .fileCutShort, .fileNotUTF8,
      .fileCompressionDamaged, .fileChecksumWrong, .fileTooLarge, .fileServiceError,
      .fileNameNotUTF8, .filePathUnsafe, .zipDamaged, .zipSplit, .zipEncrypted,
      .zipMethodUnsupported, .zipTooLarge,
      .zipEntryUnsafe, .zipEntryCompressed, .zipNameDuplicate, .sqliteNotADatabase, .sqliteCorrupt,
      .sqliteSidecarMismatch, .sqliteLogUnsupported, .sqliteTooLarge, .sqliteKeyDuplicate,
      .geoPackageNotOne, .geoPackageIncomplete, .geoPackageRowDamaged, .geoPackageIndexUnsupported,
      .geodatabaseNotOne, .geodatabaseDamaged, .geodatabaseItemUnreadable, .geodatabaseCannotStore,
      .geodatabaseIsDelta, .geodatabaseHistoryUnreadable, .tilesDamaged, .tilesUnsupported,
      .tilesNotRecognized, .tilesNone, .tilesSizesDiffer, .tilesTooMany, .geometryDamaged,
      .geometryInvalid,
      .geometryNotFinite, .geometryTypeUnsupported, .geometryMixed, .crsUnknown, .crsUnsupported,
      .crsContradicted, .crsChanged, .crsGridDamaged, .crsGridUnusable, .jsonInvalid, .jsonCutShort,
      .jsonTooDeep, .jsonTooLarge,
      .mapNotAWebMap, .mapVersionUnsupported, .mapNotAService, .tableNotFound, .tableIsView,
      .tableNoRowID, .tableNameUnusable, .dataUnreadable, .dataBindingsInvalid, .dataRowMalformed,
      .dataRowTooLarge, .dataTooManyCells, .dataQuoteOpen, .dataTextAfterQuote,
      .dataColumnDuplicate, .dataColumnMissing, .dataTooManyColumns, .dataCoordinatesMissing,
      .dataPagesDisagree, .packageNotOne, .packageCopiesUnclear, .packageIsGeodatabase,
      .packageMapMissing,
      .packageNotBuilt, .packageOtherBase, .planInvalid, .planOutdated, .editFileInvalid,
      .editRefused, .mergeNoCommonTable,
      .mergeMintedDifferently, .mergeDecisionsInvalid, .mergeLedgerDamaged, .mergeNotKept,
      .mergeAttachmentsNotKept,
      .mergeChangedSince, .siteTemplateInvalid, .siteTemplateUnknown, .serviceItemUnusable,
      .serviceUntrusted, .serviceProxyRefused, .serviceSignInNeeded, .serviceSignInFailed,
      .serviceSignInElsewhere, .serviceSignInEnded, .serviceSignInShared, .serviceTokenUnusable,
      .serviceRefused,
      .serviceFilterRefused, .serviceAnswerUnusable, .serviceNoIDs, .serviceRowsMissing,
      .serviceRowsWrong, .serviceAttachmentsUnusable, .serviceAttachmentWrong,
      .serviceUndecided, .serviceEditsElsewhere, .serviceNotEditable, .serviceNoGlobalIDs,
      .serviceFieldMissing, .serviceLedgerDamaged:
      .inputRefused
    }
  }
}
