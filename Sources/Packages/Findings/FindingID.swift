/// The stable codes of findings, each with its usual severity and what to do about it.
package enum FindingID: String, Sendable, CaseIterable {
  case mapNoOperationalLayers = "MAP_NO_OPERATIONAL_LAYERS"
  case mapNothingPacked = "MAP_NOTHING_PACKED"
  case mapMemberIgnored = "MAP_MEMBER_IGNORED"
  case layerTypeUnsupported = "LAYER_TYPE_UNSUPPORTED"
  case layerNotPackable = "LAYER_NOT_PACKABLE"
  case layerLeftOut = "LAYER_LEFT_OUT"
  case tableLeftOut = "TABLE_LEFT_OUT"
  case dataUnreadable = "DATA_UNREADABLE"
  case layerFilterUnsupported = "LAYER_FILTER_UNSUPPORTED"
  case layerEmptyInArea = "LAYER_EMPTY_IN_AREA"
  case dataNoRecords = "DATA_NO_RECORDS"
  case layerScaleNeverVisible = "LAYER_SCALE_NEVER_VISIBLE"
  case layerNameDuplicate = "LAYER_NAME_DUPLICATE"
  case dataNotBound = "DATA_NOT_BOUND"
  case geodatabaseIsDelta = "GDB_IS_DELTA"
  case dataIncomplete = "DATA_INCOMPLETE"
  case geodatabaseItemUnreadable = "GDB_ITEM_UNREADABLE"
  case globalIDMissing = "GLOBALID_MISSING"
  case globalIDNull = "GLOBALID_NULL"
  case globalIDDuplicate = "GLOBALID_DUPLICATE"
  case tableKeyUnusable = "TABLE_KEY_UNUSABLE"
  case globalIDFormat = "GLOBALID_FORMAT"
  case objectIDNotInteger = "FIELD_OBJECTID_NOT_INTEGER"
  case fieldNameReserved = "FIELD_NAME_RESERVED"
  case fieldMissing = "FIELD_MISSING"
  case valueWrongType = "VALUE_WRONG_TYPE"
  case valueNull = "VALUE_NULL"
  case valueNotInDomain = "VALUE_NOT_IN_DOMAIN"
  case valueOutOfRange = "VALUE_OUT_OF_RANGE"
  case valueSubtypeUnknown = "VALUE_SUBTYPE_UNKNOWN"
  case valueTooLong = "VALUE_TOO_LONG"
  case valueDateInvalid = "VALUE_DATE_INVALID"
  case valueTextInvalid = "VALUE_TEXT_INVALID"
  case fileNotUTF8 = "FILE_NOT_UTF8"
  case relationKeyIsObjectID = "REL_KEY_IS_OBJECTID"
  case relationKeyMissing = "REL_KEY_MISSING"
  case relationKeyNotUnique = "REL_KEY_NOT_UNIQUE"
  case relationOrphanChild = "REL_ORPHAN_CHILD"
  case relationTableMissing = "REL_TABLE_MISSING"
  case relationUnsupported = "REL_UNSUPPORTED"
  case ruleNotApplicable = "MERGE_RULE_INVALID"
  case geometryInvalid = "GEOM_INVALID"
  case geometryNull = "GEOM_NULL"
  case geometryMixed = "GEOM_MIXED"
  case geometryInTable = "GEOM_IN_TABLE"
  case crsUnknown = "CRS_UNKNOWN"
  case crsUnsupported = "CRS_UNSUPPORTED"
  case crsContradicted = "CRS_CONTRADICTED"
  case crsAxesSwapped = "CRS_AXES_SWAPPED"
  case mapAreaOutsideData = "MAP_AREA_OUTSIDE_DATA"
  case popupFieldMissing = "POPUP_FIELD_MISSING"
  case popupMediaOnline = "POPUP_MEDIA_ONLINE_ONLY"
  case expressionNotEvaluated = "ARCADE_NOT_EVALUATED"
  case expressionFieldMissing = "ARCADE_FIELD_MISSING"
  case expressionCutsDigits = "ARCADE_CUTS_DIGITS"
  case expressionTableMissing = "ARCADE_TABLE_MISSING"
  case expressionFailed = "ARCADE_FAILED"
  case expressionReadsClock = "ARCADE_READS_CLOCK"
  case popupShownDifferently = "POPUP_SHOWN_DIFFERENTLY"
  case layerDrawnDifferently = "LAYER_DRAWN_DIFFERENTLY"
  case layerNotInPackage = "LAYER_NOT_IN_PACKAGE"
  case projectDiffers = "QGIS_PROJECT_DIFFERS"
  case attachmentOrphan = "ATT_ORPHAN"
  case attachmentsNotDeclared = "ATT_NOT_DECLARED"
  case attachmentNotReadable = "ATT_NOT_READABLE"
  case attachmentLeftOut = "ATT_LEFT_OUT"
  case attachmentCorrupt = "ATT_CORRUPT"
  case geodatabaseLayerLeftOut = "GDB_LAYER_LEFT_OUT"
  case geodatabaseFieldChanged = "GDB_FIELD_CHANGED"
  case geodatabaseRelationLeftOut = "GDB_RELATION_LEFT_OUT"
  case geodatabaseValueChanged = "GDB_VALUE_CHANGED"
  case packageManifestMissing = "PKG_MANIFEST_MISSING"
  case packageIDDiffers = "PKG_ID_DIFFERS"
  case packageMemberMissing = "PKG_MEMBER_MISSING"
  case packageMemberChanged = "PKG_MEMBER_CHANGED"
  case packageMemberUnexpected = "PKG_MEMBER_UNEXPECTED"
  case packageStoreEdited = "PKG_STORE_EDITED"
  case packageCountDiffers = "PKG_COUNT_DIFFERS"
  case storeDamaged = "SQLITE_CORRUPT"
  case tableWithoutRowIDs = "TABLE_NO_ROW_ID"
  case attachmentFileMissing = "ATT_FILE_MISSING"
  case attachmentRecordMissing = "ATT_RECORD_MISSING"
  case logRead = "SQLITE_WAL_READ"
  case logMissing = "SQLITE_WAL_MISSING"
  case journalRolledBack = "SQLITE_JOURNAL_ROLLED_BACK"

  /// Whether it is about a geodatabase that was given as input.
  package var isAboutInputGeodatabase: Bool {
    self == .geodatabaseItemUnreadable || self == .geodatabaseIsDelta
  }

  /// Whether it is about what the geodatabase of a package lacks or changes.
  var isAboutPackageGeodatabase: Bool {
    switch self {
    case .geodatabaseLayerLeftOut, .geodatabaseFieldChanged, .geodatabaseRelationLeftOut,
      .geodatabaseValueChanged:
      true
    default: false
    }
  }

  /// The severity of a finding unless it is given another one.
  package var severity: Severity {
    switch self {
    case .mapNoOperationalLayers, .mapNothingPacked, .layerNotPackable,
      .dataUnreadable, .layerFilterUnsupported, .dataIncomplete, .globalIDNull,
      .globalIDDuplicate, .tableKeyUnusable, .objectIDNotInteger, .valueWrongType,
      .valueDateInvalid,
      .valueTextInvalid, .fileNotUTF8,
      .relationKeyMissing, .relationKeyNotUnique, .relationTableMissing, .geometryMixed,
      .crsUnknown, .crsUnsupported, .crsContradicted, .crsAxesSwapped, .mapAreaOutsideData,
      .attachmentNotReadable, .packageIDDiffers, .packageMemberMissing,
      .packageMemberChanged, .storeDamaged, .attachmentFileMissing:
      .error
    case .mapMemberIgnored, .projectDiffers, .attachmentsNotDeclared, .relationUnsupported,
      .geodatabaseFieldChanged,
      .packageManifestMissing, .packageStoreEdited,
      .logRead:
      .information
    default: .warning
    }
  }

  /// What to do about it, in one line.
  package var fix: String {
    switch self {
    case .mapNoOperationalLayers: "Check that the file is a web map with layers or tables."
    case .mapNothingPacked:
      "Add feature layers or tables to the map, or correct what keeps the others out."
    case .mapMemberIgnored: "You can ignore this unless the map looks wrong."
    case .layerTypeUnsupported:
      "To pack its records, add the service's layers to the map as feature layers."
    case .layerNotPackable:
      "Add a file with the layer's name to the data folder, bind a file in bindings.json, or leave "
        + "the layer out with --without."
    case .layerLeftOut, .tableLeftOut: "You can ignore this if you meant to leave it out."
    case .dataUnreadable: "Export the file again, or bind another one in bindings.json."
    case .layerFilterUnsupported:
      "Simplify the layer's filter in the map, or filter the data and remove the filter."
    case .dataNoRecords:
      "You can ignore this if there are no records yet. Otherwise export the layer again."
    case .layerEmptyInArea: "Check the area, or leave the layer out with --without."
    case .layerScaleNeverVisible: "Widen --scale, or the layer's visible range in the map."
    case .layerNameDuplicate: "Give the layers different titles in the map."
    case .dataNotBound: "Give the file the name of its layer, or bind it in bindings.json."
    case .geodatabaseIsDelta: "Use the geodatabase that the app edits, or download a new one."
    case .geodatabaseItemUnreadable:
      "Ask for a new geodatabase, or do without this part. The rest of the file is readable."
    case .dataIncomplete:
      "Export the layer again with all pages (resultOffset), or raise the service's record limit."
    case .globalIDMissing:
      "Enable GlobalIDs on the layer and export it again, or name a field with unique values as "
        + "\"key\" in bindings.json."
    case .globalIDNull: "Give every record a GlobalID."
    case .globalIDDuplicate:
      "Give each record its own GlobalID. Duplicates often come from appending a copy."
    case .tableKeyUnusable:
      "Name a field with a different value in each record as \"key\" in bindings.json."
    case .globalIDFormat:
      "No action is needed: Fieldpack compares GlobalIDs without case, braces and hyphens."
    case .objectIDNotInteger: "Make the object ID field an integer field."
    case .fieldNameReserved:
      "No action is needed: the package records the field's own name beside the column."
    case .fieldMissing: "Export the layer with all its fields."
    case .valueWrongType: "Correct the values, or the field's type in the layer definition."
    case .valueNull: "Fill in the values, or make the field nullable."
    case .valueNotInDomain: "Correct the values, or add them to the field's domain."
    case .valueOutOfRange: "Correct the values, or widen the field's range."
    case .valueSubtypeUnknown: "Correct the values, or add the type to the layer definition."
    case .valueTooLong: "Shorten the texts, or increase the field's length."
    case .valueDateInvalid:
      "Write dates as ISO 8601 (2026-05-01T12:30:00Z) or as milliseconds since 1970 UTC."
    case .valueTextInvalid: "Correct the texts, or export the layer again."
    case .fileNotUTF8: "Save the file as UTF-8, or bind it with \"encoding\": \"latin1\"."
    case .relationKeyIsObjectID:
      "Relate the tables by GlobalID, which stays the same when crews edit offline."
    case .relationKeyMissing: "Export the table with the key field of the relationship."
    case .relationKeyNotUnique: "Make the key unique in the origin table."
    case .relationOrphanChild: "Correct the key or delete the record in the office data."
    case .relationTableMissing: "Add the related table to the map."
    case .relationUnsupported:
      "No action is needed: the package has both tables, but not the relationship."
    case .ruleNotApplicable: "Correct the rule in bindings.json, or remove it."
    case .geometryInvalid: "Correct the geometry in the office data."
    case .geometryNull: "You can ignore this if the features haven't been located yet."
    case .geometryInTable: "To pack the geometry, add the data to the map as a layer."
    case .geometryMixed: "Make one file for each geometry type."
    case .crsUnknown: "Bind the file in bindings.json with its EPSG code as \"spatialReference\"."
    case .crsUnsupported: "Project the data to WGS 84 or another supported spatial reference."
    case .crsContradicted:
      "Bind the file in bindings.json with the \"spatialReference\" of its coordinates."
    case .crsAxesSwapped:
      "Swap the coordinates: x must be longitude or easting, and y latitude or northing."
    case .mapAreaOutsideData: "Check the area's coordinates and their order: WEST,SOUTH,EAST,NORTH."
    case .popupFieldMissing: "Remove the field from the pop-up, or export the layer with it."
    case .popupMediaOnline:
      "Pack the pictures as attachments of the records, or write them as data: addresses."
    case .expressionNotEvaluated:
      "Correct the expression in the map, or rewrite it with supported functions."
    case .expressionFieldMissing:
      "Correct the name in the expression, or export the layer with the field."
    case .expressionCutsDigits:
      "Begin the pattern with #, as in #,##0.00, to keep all digits. Zeros alone only pad."
    case .expressionTableMissing:
      "Correct the name in the expression, or add the layer or table to the map."
    case .expressionFailed:
      "Correct the expression in the map, for example so that it allows for null values."
    case .expressionReadsClock: "To give expressions another time, use --now."
    case .popupShownDifferently:
      "Change the pop-up in the map if readers need what is missing."
    case .layerDrawnDifferently:
      "Change the layer's drawing in the map if readers need what is missing."
    case .layerNotInPackage: "Build a package with the layer, or ignore this."
    case .projectDiffers:
      "You can ignore this if crews don't need it. The package's pages show everything."
    case .attachmentsNotDeclared:
      "If crews take photos, add \"hasAttachments\": true to the layer in service.json."
    case .attachmentOrphan:
      "Check the attachment's parent: it must be the GlobalID of a packed record."
    case .attachmentNotReadable: "Make the file readable."
    case .geodatabaseLayerLeftOut:
      "You can ignore this for QGIS and QField, which have the layer. For ArcGIS, split it so that "
        + "each layer has one geometry type."
    case .geodatabaseFieldChanged:
      "No action is needed: the changed fields hold every value."
    case .geodatabaseRelationLeftOut: "Relate the tables by GlobalID."
    case .geodatabaseValueChanged:
      "Correct the values. The package's GeoPackage has them unchanged."
    case .packageManifestMissing:
      "You can ignore this for a GeoPackage on its own. A complete package has \(ManifestFormat.path)."
    case .packageIDDiffers: "Use the store and the manifest of the same package."
    case .packageMemberMissing, .packageMemberChanged:
      "Copy the package again from where it was built, or build it again."
    case .packageMemberUnexpected: "You can ignore this if someone added the file on purpose."
    case .packageStoreEdited, .packageCountDiffers:
      "If a crew edited the package, merge it. Otherwise copy the package again."
    case .storeDamaged: "Copy the package again. If a crew returned it, ask the crew for it again."
    case .tableWithoutRowIDs:
      "You can ignore this if the table isn't meant as a layer. Otherwise export it again with "
        + "GDAL or QGIS, which add an integer primary key."
    case .attachmentFileMissing: "Ask the crew for the file, or for the whole folder."
    case .attachmentRecordMissing:
      "Ask the crew for data.gpkg-wal: files without a record suggest that records were lost."
    case .logRead: "No action is needed. Keep the file beside the store when you pass it on."
    case .logMissing:
      "Ask the crew to close the project in the app and send the whole folder with data.gpkg-wal."
    case .journalRolledBack:
      "Ask the crew whether the app stopped while saving, and check its last edits."
    case .attachmentLeftOut:
      "Save the file as JPEG, PNG, WebP or GIF, or publish without --public."
    case .attachmentCorrupt: "Copy the file again from its source."
    }
  }
}
