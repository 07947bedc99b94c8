import Packages

extension ErrorCode {
  /// What the error means, in one sentence without values.
  package var title: String {
    switch self {
    case .fileNotFound: "There is no file or folder at a path."
    case .fileNotReadable: "A file can't be read."
    case .fileReadFailed: "The system could not read a file, which may be sound."
    case .fileIsFolder: "A path names a folder, but a file is needed."
    case .fileNotRegular: "A path names a device or a pipe, but a file is needed."
    case .fileEmpty: "A file is empty."
    case .fileCutShort: "A file ends before its content is complete."
    case .fileNotUTF8: FindingID.fileNotUTF8.title
    case .fileCompressionDamaged: "Compressed data is damaged."
    case .fileChecksumWrong: "The content of a file doesn't match its checksum."
    case .fileTooLarge: "A file or its unpacked content is too large."
    case .fileServiceError: "A file holds an error message of a service instead of data."
    case .fileChangedWhileReading: "A file changed while Fieldpack read it."
    case .fileExists: "The output exists already."
    case .fileNotWritable: "The output can't be written."
    case .fileOutputIsFolder: "The output's name belongs to a folder, a device or a pipe."
    case .fileOutputIsInput: "The output is also an input, and Fieldpack never changes inputs."
    case .fileNoRoom: "There is not enough room on the disk."
    case .fileNameNotUTF8: "The name of a file is not encoded in UTF-8."
    case .filePathUnsafe: "A path would leave the folder or package that it belongs to."

    case .zipDamaged: "A ZIP archive is damaged."
    case .zipSplit: "A ZIP archive is split over several files."
    case .zipEncrypted: "A ZIP archive is encrypted."
    case .zipMethodUnsupported: "A ZIP archive uses a compression method other than deflate."
    case .zipTooLarge: "A ZIP archive is larger than a package may be."
    case .zipEntryUnsafe:
      "A ZIP archive has a dangerous entry, such as a path with \"..\" or a link."
    case .zipEntryCompressed: "A file in an archive is compressed, but must be stored uncompressed."
    case .zipNameDuplicate: "Two entries of a ZIP archive have the same name."

    case .sqliteNotADatabase: "A file is not a SQLite database."
    case .sqliteCorrupt: FindingID.storeDamaged.title
    case .sqliteSidecarMismatch: "A -wal or -journal file belongs to another database."
    case .sqliteLogUnsupported: "A -wal file has an unknown version."
    case .sqliteTooLarge: "The data is too large for a SQLite database."
    case .sqliteKeyDuplicate: "Two records have the same value in a unique index."

    case .geoPackageNotOne: "A SQLite database is not a GeoPackage."
    case .geoPackageIncomplete: "A GeoPackage lacks a table or column that the format requires."
    case .geoPackageRowDamaged: "A row of a GeoPackage can't be read."
    case .geoPackageIndexUnsupported:
      "A table has an index or a computed column that only SQLite can update."

    case .geodatabaseNotOne: "A SQLite database is not a mobile geodatabase."
    case .geodatabaseDamaged: "A mobile geodatabase is damaged."
    case .geodatabaseItemUnreadable: FindingID.geodatabaseItemUnreadable.title
    case .geodatabaseCannotStore: "A mobile geodatabase can't store the data."
    case .geodatabaseIsDelta: FindingID.geodatabaseIsDelta.title
    case .geodatabaseHistoryMissing: "A geodatabase is not a replica, so it has no base."
    case .geodatabaseHistoryUnreadable: "The history of a replica can't be read."

    case .geometryDamaged: "Geometry is damaged."
    case .geometryInvalid: FindingID.geometryInvalid.title
    case .geometryNotFinite: "A coordinate is not a finite number."
    case .geometryTypeUnsupported: FindingID.geometryTypeUnsupported.title
    case .geometryMixed: FindingID.geometryMixed.title

    case .tilesDamaged: FindingID.tilesDamaged.title
    case .tilesUnsupported: "Tiles are in a form that Fieldpack doesn't support."
    case .tilesNotRecognized: "A file or folder has no tiles in a known form."
    case .tilesNone: "There are no tiles in the area and the scales you gave."
    case .tilesSizesDiffer: FindingID.tilesSizesDiffer.title
    case .tilesTooMany: "A file of tiles is larger than Fieldpack can read."

    case .crsUnknown: FindingID.crsUnknown.title
    case .crsUnsupported: FindingID.crsUnsupported.title
    case .crsContradicted: FindingID.crsContradicted.title
    case .crsGridDamaged: "A grid of datum shifts is damaged, or not in the format NTv2."
    case .crsGridUnusable: "A grid of datum shifts is for a datum that Fieldpack doesn't know."
    case .crsGridsMissing: "A folder has no grids of datum shifts."
    case .crsChanged: "Someone changed the spatial reference of a returned layer."

    case .jsonInvalid: "A file is not valid JSON."
    case .jsonCutShort: "A JSON file ends too soon."
    case .jsonTooDeep: "A JSON file is nested too deeply."
    case .jsonTooLarge: "A JSON file, or one of its values, is too large."

    case .mapNotAWebMap: "A JSON file is not a web map."
    case .mapVersionUnsupported: "Fieldpack doesn't know the version of a web map."
    case .mapNotAService: "A JSON file doesn't describe a feature service or a layer."

    case .layerNotFound: "No layer or table has the name you gave."
    case .tableNotFound: "A database has no table or feature class of this name."
    case .tableIsView: "A view has the name of a table."
    case .tableNoRowID: FindingID.tableWithoutRowIDs.title
    case .tableNameUnusable: "A GeoPackage can't have a table of this name."
    case .tableKeyUnusable: FindingID.tableKeyUnusable.title
    case .fieldNotFound: "The layer has no field of the name you gave."

    case .dataUnreadable: FindingID.dataUnreadable.title
    case .dataBindingsInvalid: "The file bindings.json is not valid."
    case .dataRowMalformed: "A record of a data file is malformed."
    case .dataRowTooLarge: "A record of a data file is too large."
    case .dataTooManyCells: "A row of a CSV file has more cells than the header."
    case .dataQuoteOpen: "A quoted cell of a CSV file is never closed."
    case .dataTextAfterQuote: "A CSV file has text after the closing quote of a cell."
    case .dataColumnDuplicate: "Two columns of a data file have the same name."
    case .dataColumnMissing: "A data file has no column of the name in bindings.json."
    case .dataTooManyColumns: "A data file has too many columns."
    case .dataCoordinatesMissing: "A layer's CSV file has no columns with coordinates."
    case .dataPagesDisagree: "The pages of an export don't belong together."

    case .filterMalformed: "A filter can't be read."
    case .filterUnsupported: "A filter uses SQL that Fieldpack doesn't support."
    case .filterTypeMismatch: "A filter combines values of types that don't match."
    case .filterFieldUnknown: "A filter uses a field that doesn't exist."
    case .filterFunctionUnknown: "A filter uses a function that doesn't exist."
    case .filterParameterUnknown: "A filter uses a parameter that has no value."
    case .filterTooLong: "A filter is too long or too deeply nested."

    case .packageNotOne: "A file or folder is not a package."
    case .packageCopiesUnclear:
      "A copy for the field has two copies of a table, or doesn't name the original of one."
    case .packageIsGeodatabase: "The command needs a package, but the file is a geodatabase."
    case .packageMapMissing:
      "A package has no map: another program made it, or an early version of Fieldpack."
    case .packageNotBuilt: "Findings stop the build."
    case .packageBaseMissing: "A package has no base."
    case .packageOtherBase: "The base is from another package."

    case .planInvalid: "The file is not a valid plan of areas."
    case .planOutdated: "The plan was made from other inputs."

    case .editFileInvalid: "The file of edits is not valid."
    case .editRefused: "Edits break the rules of the layer, so no edit is applied."

    case .mergeNoCommonTable: "A returned database has none of the tables that were issued."
    case .mergeMintedDifferently:
      "Two returned packages have GlobalIDs that were made from different fields."
    case .mergeDecisionsInvalid: "The file of decisions is not valid or is from another merge."
    case .mergePreferenceInvalid: "A --prefer option can't be followed."
    case .mergeOutputNeedsPackage: "A merge can write a package only if --into is a package."
    case .mergeOutputNeedsFolder:
      "A merge can write a folder only if --into is a folder of GeoJSON and CSV files."
    case .mergeChangesNeedGeoPackage: "A merge can write SQL only if --into is a GeoPackage."
    case .mergeLedgerDamaged: "The record of earlier merges in the office data can't be read."
    case .mergeNotFound: "There is no merge with this number."
    case .mergeNotKept: "The file no longer keeps the changes of an old merge."
    case .mergeAttachmentsNotKept: "The file no longer keeps the attachments that a merge removed."
    case .mergeNothingToUndo: "There is no merge to undo."
    case .mergeChangedSince: "The file was changed after its last merge."
    case .mergeUndoNeedsGeoPackage: "Only a GeoPackage can undo a merge before the last one."

    case .siteFolderInUse: "The folder has files that are not from a site."
    case .siteChangedByHand: "Files of the site were changed by hand."
    case .siteTemplateInvalid: "A template is not valid."
    case .siteTemplateUnknown: "No page uses a template of this name."
    case .demoFolderInUse: "The folder has files that are not from the demo."

    case .usageCommandMissing: "The command line has no command."
    case .usageCommandUnknown: "There is no command of this name."
    case .usageTopicUnknown: "There is no help topic of this name."
    case .usageOptionUnknown: "The command has no such option."
    case .usageOptionMissing: "The command needs an option."
    case .usageOptionRepeated: "An option is given twice."
    case .usageArgumentMissing: "The command needs an argument."
    case .usageArgumentUnexpected: "The command has too many arguments."
    case .usageValueMissing: "An option needs a value."
    case .usageValueUnexpected: "An option doesn't take a value."
    case .usageValueInvalid: "The value of an option is not valid."
    case .usageAreaInvalid: "The value of --area is not valid."
    case .usageTimeZoneUnknown: "There is no time zone of this name."

    case .serviceSourceUnknown: "The source to fetch is not an item, a service or a layer."
    case .serviceCurlMissing: "The program curl is missing, or too old."
    case .serviceItemUnusable: "An item of a portal is neither a web map nor a service with layers."
    case .serviceUnreachable: "A server can't be reached, or is busy for too long."
    case .serviceUntrusted: "A server can't be trusted, or its address can't be used."
    case .serviceProxyRefused: "The proxy of your network doesn't let Fieldpack reach a server."
    case .serviceSignInNeeded: "A server wants a token, or rejects the one it got."
    case .serviceSignInFailed: "A portal or server rejects a user, an app or a code."
    case .serviceSignInElsewhere: "A server wants you to sign in at another one."
    case .serviceSignInEnded: "What `sign-in` stored has expired, or is damaged."
    case .serviceSignInShared: "Others can read what `sign-in` stored."
    case .serviceTokenUnusable: "A token can't be used."
    case .serviceRefused: "A server answered with an error."
    case .serviceFilterRefused: "A service rejects a filter or an area."
    case .serviceOtherPart: "A fetched folder has another part of the data."
    case .serviceAnswerUnusable:
      "A server answered with something other than what Fieldpack asked for."
    case .serviceNoIDs: "A layer doesn't list the object IDs of its records."
    case .serviceRowsMissing: "A service lists records that it doesn't send."
    case .serviceRowsWrong: "A service sends records twice, or records that it doesn't list."
    case .serviceChanging: "A layer changed each time that Fieldpack read it."
    case .serviceAttachmentsUnusable: "Fieldpack can't say which record attachments belong to."
    case .serviceAttachmentWrong: "An attachment has another size than the service lists."
    case .serviceFolderInUse: "The output of `fetch` is a folder that `fetch` did not make."
    case .serviceRunning: "Another run of `fetch` or `push` works in the same folder."
    case .serviceTargetUnknown: "The target of `push` is not a feature service or a layer of one."
    case .serviceUndecided: "Nobody has decided conflicts of the merge that you push."
    case .serviceEditsElsewhere: "The edits to push are for layers of other services."
    case .serviceNotEditable: "A layer doesn't let you add, update or delete records."
    case .serviceNoGlobalIDs:
      "A layer has no GlobalIDs, or doesn't take the GlobalIDs of new records."
    case .serviceFieldMissing: "A layer of the service lacks a field that the edits set."
    case .serviceLedgerDamaged: "The ledger of `push` is damaged."

    case .runLimitTooLow: "The system allows the command too few open files, or too little memory."
    case .runInterrupted: "You stopped the command, which left no output."
    case .bugUnexpectedError: "Internal error: an error that Fieldpack doesn't expect."
    case .bugZIPWriting: "Internal error while writing a ZIP archive."
    case .bugSQLiteWriting: "Internal error while writing a SQLite database."
    case .bugGeoPackageWriting: "Internal error while writing a GeoPackage."
    case .bugGeodatabaseWriting: "Internal error while writing a geodatabase."
    }
  }
}
