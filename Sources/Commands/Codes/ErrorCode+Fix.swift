extension ErrorCode {
  /// What usually helps, for the manual. The error itself names the fix for the case at hand.
  var generalFix: String {
    switch self {
    case .fileNotFound: "Check the spelling of the path and the current folder."
    case .fileNotReadable: "Check the file's permissions, and that its disk is connected."
    case .fileReadFailed: "Check the disk or network. If too many files are open, raise the limit."
    case .fileIsFolder: "Name a file in the folder."
    case .fileNotRegular: "Copy the content to a file."
    case .fileEmpty: "Export the data again."
    case .fileCutShort, .fileCompressionDamaged, .fileChecksumWrong, .zipDamaged, .jsonCutShort,
      .geoPackageRowDamaged, .geodatabaseDamaged, .geometryDamaged:
      "Copy or export the file again."
    case .fileNotUTF8: "Save the file as UTF-8, or bind it with \"encoding\": \"latin1\"."
    case .fileTooLarge: "Check that it is the right file, or split its data into several files."
    case .fileServiceError: "Sign in to the service, and export the data again."
    case .fileChangedWhileReading: "Wait until the export is complete, then try again."
    case .fileExists: "Choose another name, or replace the output with --force."
    case .fileNotWritable: "Check that the folder exists and that you may write to it."
    case .fileOutputIsFolder, .fileOutputIsInput: "Choose another name for the output."
    case .fileNoRoom: "Make room, write to another disk, or pack a smaller area."
    case .fileNameNotUTF8: "Rename the file, for example with `convmv`."
    case .filePathUnsafe: "Rename the file. A path must be relative and must not have \"..\"."

    case .zipSplit: "Join the parts: `zip -s 0 PARTS.zip --out WHOLE.zip`."
    case .zipEncrypted: "Zip the files again without a password."
    case .zipMethodUnsupported: "Zip the files again with deflate compression."
    case .zipTooLarge: "Check where the file came from."
    case .zipEntryUnsafe: "Don't unpack the archive. Ask for the package again."
    case .zipEntryCompressed: "Unpack the archive, and name the folder instead."
    case .zipNameDuplicate: "Unpack the archive, delete one of the files, and name the folder."

    case .sqliteNotADatabase: "Check that it is the right file, and copy it again."
    case .sqliteCorrupt: "Copy the file again, or recover it with `sqlite3 FILE .recover`."
    case .sqliteSidecarMismatch: "Copy the database and the files beside it again, together."
    case .sqliteLogUnsupported: "Open the database in QGIS or sqlite3, and close it again."
    case .sqliteTooLarge: "Choose a smaller area, or leave out layers with --without."
    case .sqliteKeyDuplicate: "Give each record a unique key."

    case .geoPackageNotOne, .geoPackageIncomplete: "Export the layers again as a GeoPackage."
    case .geoPackageIndexUnsupported: "Change the table in SQLite, or edit its rows there."

    case .geodatabaseNotOne: "Name the .geodatabase file that ArcGIS made."
    case .geodatabaseItemUnreadable: "Ask for a new geodatabase."
    case .geodatabaseCannotStore: "Correct the data, or build for QGIS alone with --for qgis."
    case .geodatabaseIsDelta: "Use the geodatabase that the app edits."
    case .geodatabaseHistoryMissing, .geodatabaseHistoryUnreadable, .packageBaseMissing:
      "Name the data as issued with --base."

    case .geometryInvalid, .geometryNotFinite: "Correct the geometry in the office data."
    case .geometryTypeUnsupported: "Convert the geometry to points, lines or polygons."
    case .geometryMixed: "Make one file for each geometry type."

    case .tilesDamaged: "Copy or export the tiles again."
    case .tilesUnsupported: "Export the base map as PNG or JPEG tiles in Web Mercator."
    case .tilesNotRecognized:
      "Name a file such as imagery.mbtiles, or a folder of tiles."
    case .tilesNone: "Look at the tiles with `fieldpack tiles FILE`, and choose another area."
    case .tilesSizesDiffer: "Convert the inputs into one file each."
    case .tilesTooMany: "Export a smaller area or fewer levels."

    case .crsUnknown: "Bind the file with its EPSG code as \"spatialReference\"."
    case .crsUnsupported: "Project the data to WGS 84 (EPSG 4326)."
    case .crsContradicted: "Check the coordinate system and the order of the coordinates."
    case .crsGridDamaged: "Download the grid again."
    case .crsGridUnusable:
      "Name the file after the EPSG code of the system it starts from, such as 4277.gsb."
    case .crsGridsMissing: "Name a folder with files ending in .gsb."
    case .crsChanged: "Export the layer in the spatial reference it was issued in."

    case .jsonInvalid: "Correct the text, or export the file again."
    case .jsonTooDeep, .jsonTooLarge: "Check that it is the right file."

    case .mapNotAWebMap, .mapVersionUnsupported: "Save the JSON of a web map of version 2."
    case .mapNotAService: "Save the JSON of the service or layer: `.../FeatureServer/0?f=json`."

    case .layerNotFound, .fieldNotFound, .mergePreferenceInvalid:
      "Use a name from the list in the message."
    case .tableNotFound: "Bind the layer with \"table\": the name of its table."
    case .tableIsView: "Export the view as a table."
    case .tableNoRowID: "Export the table again with GDAL or QGIS, which add the key."
    case .tableNameUnusable: "Give the layer another title."
    case .tableKeyUnusable: "Name a field with unique values."

    case .dataUnreadable: "Export the file again, or bind another one."
    case .dataBindingsInvalid: "Correct the file. The message names the position."
    case .dataRowMalformed: "Correct the record, or export the layer again."
    case .dataRowTooLarge, .dataQuoteOpen, .dataTextAfterQuote:
      "Check the quotes. Write a quote inside a quoted cell twice."
    case .dataTooManyCells: "Quote cells with a comma or line break, or bind the \"delimiter\"."
    case .dataColumnDuplicate: "Rename one of the columns."
    case .dataColumnMissing: "Correct the column's name in bindings.json."
    case .dataTooManyColumns: "Remove columns, or split the table."
    case .dataCoordinatesMissing: "Name the columns as \"x\" and \"y\" in bindings.json."
    case .dataPagesDisagree: "Export all pages of the layer again."

    case .filterMalformed: "Quote text with single quotes: `NAME = 'BUCKMAN'`."
    case .filterUnsupported, .filterFunctionUnknown:
      "Use comparisons, IN, LIKE, BETWEEN, CASE, AND, OR, NOT and standard functions."
    case .filterTypeMismatch: "Compare values of the same type, or convert one with CAST."
    case .filterFieldUnknown: "Use a field of the layer."
    case .filterParameterUnknown: "Write the value in the filter."
    case .filterTooLong: "Simplify the filter."

    case .packageCopiesUnclear:
      "Synchronize the copy with its original in QGIS or QFieldSync, and return the original."
    case .packageNotOne: "Name a .zip, an .mmpk, a .gpkg or the folder of an unpacked package."
    case .packageIsGeodatabase: "Use `inspect`, `export`, `site`, `diff` or `merge` with it."
    case .packageMapMissing: "Build the package again, or name a map and the folder of its data."
    case .packageNotBuilt: "Correct what `check` reports."
    case .packageOtherBase: "Name the package as issued with --base."

    case .planInvalid, .planOutdated: "Make the plan again with `fieldpack plan`."
    case .editFileInvalid, .editRefused: "Correct the edits that the messages name."

    case .mergeNoCommonTable: "Name the whole returned folder or ZIP with its QGIS project."
    case .mergeMintedDifferently:
      "Merge the packages one by one, each into office data with the GlobalIDs of its build."
    case .mergeDecisionsInvalid: "Save the decisions again from the review page of this merge."
    case .mergeOutputNeedsPackage, .mergeOutputNeedsFolder, .mergeChangesNeedGeoPackage:
      "Write a GeoPackage instead: `-o NAME.gpkg`."
    case .mergeLedgerDamaged: "Use a copy of the data that Fieldpack wrote."
    case .mergeNotFound: "Use a number that `fieldpack log` lists."
    case .mergeNotKept: "Use a copy of the data from that day."
    case .mergeAttachmentsNotKept: "Use a copy of the data from before the merge."
    case .mergeNothingToUndo: "List the merges of the file with `fieldpack log`."
    case .mergeChangedSince: "Keep the file: undoing the merge would lose the later changes."
    case .mergeUndoNeedsGeoPackage: "Merge again without the packages of that merge."

    case .siteFolderInUse, .demoFolderInUse: "Choose an empty or a new folder."
    case .siteChangedByHand: "Keep the changes as --templates, or replace the files with --force."
    case .siteTemplateInvalid: "Correct the template."
    case .siteTemplateUnknown: "Use the name of a built-in template, or a path in `assets/`."

    case .usageCommandMissing, .usageCommandUnknown, .usageTopicUnknown:
      "List the commands and topics with `fieldpack help`."
    case .usageOptionUnknown, .usageOptionMissing, .usageOptionRepeated, .usageArgumentMissing,
      .usageArgumentUnexpected, .usageValueMissing, .usageValueUnexpected, .usageValueInvalid,
      .usageAreaInvalid:
      "See `fieldpack COMMAND --help`."
    case .usageTimeZoneUnknown:
      "Use a name of the time zone database, such as America/Los_Angeles."

    case .serviceSourceUnknown:
      "Use the item ID of a map, or the address of its page, of a service or of a layer."
    case .serviceCurlMissing: "Install curl 7.75 or newer, such as with `apt-get install curl`."
    case .serviceItemUnusable: "Name a web map or a feature service."
    case .serviceUnreachable: "Run the same command again later. It goes on where it stopped."
    case .serviceUntrusted:
      "Check the address. If your network has certificates of its own, name their file in "
        + "CURL_CA_BUNDLE. See `fieldpack help fetching`."
    case .serviceProxyRefused:
      "Ask your administrator what to write into https_proxy, or add the server to no_proxy."
    case .serviceSignInNeeded:
      "Sign in as somebody who may read the data. See `fieldpack help fetching`."
    case .serviceSignInFailed:
      "Check the name, the password or secret, and the address of the portal."
    case .serviceSignInElsewhere:
      "If you know that portal, name it with --portal."
    case .serviceSignInEnded: "Sign in again with `fieldpack sign-in`."
    case .serviceSignInShared:
      "Delete the file, and sign in again with `fieldpack sign-in`."
    case .serviceTokenUnusable: "Copy the token again, and use an address that begins with https."
    case .serviceRefused: "Open the address in a browser, and ask the owner of the service."
    case .serviceFilterRefused:
      "Write the filter as the service's query page understands it, or choose another area."
    case .serviceOtherPart:
      "Choose another folder, or name the same part again with --where and --area. If an interrupted "
        + "download is in the way, delete its folder, which ends in .fetching."
    case .serviceAnswerUnusable: "Open the address in a browser, and ask the owner of the service."
    case .serviceNoIDs: "Leave the layer out: name the others with --layers."
    case .serviceRowsMissing: "Ask the owner of the service whether you may see all records."
    case .serviceRowsWrong:
      "Ask the owner of the service to check the layer. A view can show records twice."
    case .serviceChanging: "Run the same command again when fewer people edit."
    case .serviceAttachmentsUnusable:
      "Add GlobalIDs to the layer, or leave out attachments with --no-photos."
    case .serviceAttachmentWrong:
      "Run the same command again, or leave out attachments with --no-photos."
    case .serviceFolderInUse: "Choose another folder."
    case .serviceRunning: "Wait until the other run ends."
    case .serviceTargetUnknown: "Use an address that ends in FeatureServer or FeatureServer/NUMBER."
    case .serviceUndecided:
      "Decide the conflicts on the review page and merge with --decisions. To push what the merge "
        + "chose, name edits.json instead of its folder."
    case .serviceEditsElsewhere: "Name their service with --to."
    case .serviceNotEditable:
      "Ask the owner of the service to allow it, or use a token of somebody who may."
    case .serviceNoGlobalIDs:
      "Ask the owner of the service to add GlobalIDs, and to allow applyEdits with them."
    case .serviceFieldMissing: "Add the field to the service, or fetch again and merge again."
    case .serviceLedgerDamaged:
      "Name a new folder with --ledger. Fieldpack then compares all edits with the service."

    case .runLimitTooLow: "Raise the limit with `ulimit`, or ask your administrator."
    case .runInterrupted: "Run it again."
    case .bugUnexpectedError, .bugZIPWriting, .bugSQLiteWriting, .bugGeoPackageWriting,
      .bugGeodatabaseWriting:
      "Please report this, with the command line and, if you can, the files."
    }
  }
}
