/// The stable ids of findings, each with its usual severity and how to mend it.
package enum FindingID: String, Sendable, CaseIterable {
  case mapNoOperationalLayers = "MAP_NO_OPERATIONAL_LAYERS"
  case mapNothingPacked = "MAP_NOTHING_PACKED"
  case mapMember = "MAP_MEMBER"
  case layerTypeUnsupported = "LAYER_TYPE_UNSUPPORTED"
  case layerNotPackable = "LAYER_NOT_PACKABLE"
  case layerLeftOut = "LAYER_LEFT_OUT"
  case tableLeftOut = "TABLE_LEFT_OUT"
  case layerSourceUnreadable = "LAYER_SOURCE_UNREACHABLE"
  case layerDefinitionExpression = "LAYER_DEFINITION_EXPR_UNSUPPORTED"
  case layerEmptyInArea = "LAYER_EMPTY_IN_AREA"
  case sourceEmpty = "SOURCE_EMPTY"
  case layerScaleNeverVisible = "LAYER_SCALE_NEVER_VISIBLE"
  case layerDuplicateName = "LAYER_DUP_NAME"
  case dataNotBound = "DATA_NOT_BOUND"
  case dataIsDelta = "DATA_IS_DELTA"
  case sourceIncomplete = "SOURCE_INCOMPLETE"
  case sourceItemUnreadable = "SOURCE_ITEM_UNREADABLE"
  case noGlobalID = "NO_GLOBALID"
  case globalIDNull = "GLOBALID_NULL"
  case globalIDDuplicate = "GLOBALID_DUPLICATE"
  case keyUnusable = "KEY_UNUSABLE"
  case globalIDFormat = "GLOBALID_FORMAT"
  case objectIDNotInteger = "OBJECTID_NOT_INTEGER"
  case fieldNameReserved = "FIELD_NAME_RESERVED"
  case fieldMissing = "FIELD_MISSING"
  case valueWrongType = "VALUE_WRONG_TYPE"
  case valueNull = "VALUE_NULL"
  case domainValueOutside = "DOMAIN_VALUE_OUTSIDE"
  case rangeOutside = "RANGE_OUTSIDE"
  case subtypeUnknown = "SUBTYPE_UNKNOWN"
  case textTooLong = "TEXT_TOO_LONG"
  case dateOutOfRange = "DATE_OUT_OF_RANGE"
  case encoding = "ENCODING"
  case relationKeyIsObjectID = "REL_KEY_IS_OBJECTID"
  case relationKeyMissing = "REL_KEY_MISSING"
  case relationKeyNotUnique = "REL_KEY_NOT_UNIQUE"
  case relationOrphanChild = "REL_ORPHAN_CHILD"
  case relationTableMissing = "REL_TABLE_MISSING"
  case relationUnsupported = "REL_UNSUPPORTED"
  case ruleBroken = "RULE_NOT_APPLICABLE"
  case geometryInvalid = "GEOM_INVALID"
  case geometryNull = "GEOM_NULL"
  case geometryMixed = "GEOM_MIXED"
  case geometryInTable = "GEOM_IN_TABLE"
  case crsUnknown = "CRS_UNKNOWN"
  case crsUnsupported = "CRS_UNSUPPORTED"
  case crsContradicted = "CRS_CONTRADICTED"
  case axisOrderSuspect = "AXIS_ORDER_SUSPECT"
  case extentOutsideData = "EXTENT_OUTSIDE_DATA"
  case popupFieldMissing = "POPUP_FIELD_MISSING"
  case popupMediaOnline = "POPUP_MEDIA_ONLINE_ONLY"
  case expressionNotEvaluated = "ARCADE_NOT_EVALUATED"
  case expressionFieldMissing = "ARCADE_FIELD_MISSING"
  case expressionCutsDigits = "ARCADE_CUTS_DIGITS"
  case expressionTableMissing = "ARCADE_TABLE_MISSING"
  case projectDiffers = "QGIS_PROJECT_DIFFERS"
  case attachmentOrphan = "ATT_ORPHAN"
  case attachmentsNotDeclared = "ATT_NOT_DECLARED"
  case attachmentUnreadable = "ATT_MISSING_FILE"
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
  case photoMissing = "ROW_NO_PHOTO"
  case photoWithoutRow = "PHOTO_NO_ROW"
  case logRead = "WAL_PRESENT_READ"
  case logMissing = "WAL_EXPECTED_MISSING"
  case journalRolledBack = "JOURNAL_ROLLED_BACK"

  /// Whether it tells what an input geodatabase is, whoever opened it.
  var isOfInputGeodatabase: Bool { self == .sourceItemUnreadable || self == .dataIsDelta }

  /// Whether it tells what the geodatabase of a package has not.
  var isOfGeodatabase: Bool { rawValue.hasPrefix("GDB_") }

  /// The severity a finding has unless the case at hand says otherwise.
  package var severity: Severity {
    switch self {
    case .mapNoOperationalLayers, .mapNothingPacked, .layerNotPackable,
      .layerSourceUnreadable, .layerDefinitionExpression, .sourceIncomplete, .globalIDNull,
      .globalIDDuplicate, .keyUnusable, .objectIDNotInteger, .valueWrongType, .dateOutOfRange,
      .encoding,
      .relationKeyMissing, .relationKeyNotUnique, .relationTableMissing, .geometryMixed,
      .crsUnknown, .crsUnsupported, .crsContradicted, .axisOrderSuspect, .extentOutsideData,
      .attachmentUnreadable, .packageIDDiffers, .packageMemberMissing,
      .packageMemberChanged, .storeDamaged, .photoMissing:
      .error
    case .mapMember, .projectDiffers, .attachmentsNotDeclared, .relationUnsupported,
      .geodatabaseFieldChanged,
      .packageManifestMissing, .packageStoreEdited,
      .logRead:
      .information
    default: .warning
    }
  }

  /// How to mend it, one line.
  package var fix: String {
    switch self {
    case .mapNoOperationalLayers: "Check that the file is a web map and has layers or tables."
    case .mapNothingPacked:
      "Add feature layers or tables to the map, or change what leaves them out."
    case .mapMember: "Nothing to do unless the map looks wrong; the member is ignored."
    case .layerTypeUnsupported:
      "To pack it, add the service's layers to the map as feature layers; else do without it."
    case .layerNotPackable:
      "Add a file named like the layer to the data folder, bind one in bindings.json, or leave "
        + "the layer out with --without."
    case .layerLeftOut, .tableLeftOut: "Nothing to do if that was the intention."
    case .layerSourceUnreadable: "Export the file again, or bind another one."
    case .layerDefinitionExpression:
      "Simplify the layer's filter in the map, or filter the data and remove it."
    case .sourceEmpty: "Nothing to do if there are no rows yet; else export the layer again."
    case .layerEmptyInArea: "Check the area, or leave the layer out with --without."
    case .layerScaleNeverVisible: "Widen --scale, or the layer's visible range in the map."
    case .layerDuplicateName: "Give the layers different titles in the map."
    case .dataNotBound: "Name the file like its layer, or bind it in bindings.json."
    case .dataIsDelta:
      "Use the geodatabase that the app edits, or download a new one."
    case .sourceItemUnreadable:
      "The file is complete, but this part is malformed: ask for a new one, or do without the part."
    case .sourceIncomplete: "Export again with all pages (resultOffset) and a higher record limit."
    case .noGlobalID:
      "Enable GlobalIDs on the layer and export it again, or name a field that tells records apart "
        + "as \"key\" in bindings.json."
    case .globalIDNull: "Give every row a GlobalID."
    case .globalIDDuplicate: "Give each row its own GlobalID; copies often come from an append."
    case .keyUnusable:
      "Name a field that has another value in each record as \"key\" in bindings.json."
    case .globalIDFormat: "Nothing to do: GlobalIDs are compared without case and braces."
    case .objectIDNotInteger: "Make the object id field an integer."
    case .fieldNameReserved: "Nothing to do: the field's true name is kept beside the column."
    case .fieldMissing: "Export the layer with all its fields."
    case .valueWrongType: "Correct the values, or the field's type in the layer definition."
    case .valueNull: "Fill the values in, or make the field nullable."
    case .domainValueOutside: "Correct the values, or add them to the field's domain."
    case .rangeOutside: "Correct the values, or widen the field's range."
    case .subtypeUnknown: "Correct the values, or add the type to the layer definition."
    case .textTooLong: "Shorten the texts, or lengthen the field."
    case .dateOutOfRange:
      "Write dates as ISO 8601 (2026-05-01T12:30:00Z) or as milliseconds since 1970 UTC."
    case .encoding: "Save the file as UTF-8, or bind it with \"encoding\": \"latin1\"."
    case .relationKeyIsObjectID: "Relate the tables by GlobalID, which survives editing offline."
    case .relationKeyMissing: "Export the table with the key field of the relationship."
    case .relationKeyNotUnique: "Make the key unique in the origin table."
    case .relationOrphanChild: "Correct the key, or delete the record, in the office's data."
    case .relationTableMissing: "Add the related table to the map."
    case .relationUnsupported: "Nothing to do: both tables are packed, the relationship is not."
    case .ruleBroken: "Correct the rule in the bindings, or remove it."
    case .geometryInvalid: "Correct the geometry in the office's data."
    case .geometryNull: "Nothing to do if the features have no place yet."
    case .geometryInTable: "Add it to the layers of the map if its places are wanted."
    case .geometryMixed: "Make one file for each type of geometry."
    case .crsUnknown: "Bind the file with \"spatialReference\": an EPSG code."
    case .crsUnsupported: "Project the data to WGS 84 or another supported spatial reference."
    case .crsContradicted: "Bind the file with the \"spatialReference\" its coordinates are in."
    case .axisOrderSuspect: "Swap the coordinates: x is longitude or easting, y the other."
    case .extentOutsideData: "Check the area's coordinates and their order: WEST,SOUTH,EAST,NORTH."
    case .popupFieldMissing: "Remove the field from the pop-up, or export the layer with it."
    case .popupMediaOnline:
      "Pack them as attachments of their records, or write them as data: addresses."
    case .expressionNotEvaluated:
      "Correct the expression in the map, or say the same without what is left out."
    case .expressionFieldMissing:
      "Correct the name in the expression, or export the layer with the field."
    case .expressionCutsDigits:
      "Begin the pattern with #, as in #,##0.00, which keeps all digits; zeros alone only pad."
    case .expressionTableMissing:
      "Correct the name in the expression, or add the layer or table to the map."
    case .projectDiffers:
      "Nothing to do if crews can do without; the pages of the package show all of it."
    case .attachmentsNotDeclared:
      "If crews take photos, add \"hasAttachments\": true to the layer in service.json."
    case .attachmentOrphan: "Check the folder's name: it must be the GlobalID of a packed record."
    case .attachmentUnreadable: "Make the file readable."
    case .geodatabaseLayerLeftOut:
      "Nothing to do for QGIS and QField, which have the layer; else split it, one kind of shape each."
    case .geodatabaseFieldChanged:
      "Nothing to do: a geodatabase of this version has no such type; no value is lost."
    case .geodatabaseRelationLeftOut: "Relate the tables by GlobalID."
    case .geodatabaseValueChanged: "Correct the values; the GeoPackage has them as they are."
    case .packageManifestMissing:
      "Nothing to do for a bare store; a whole package has the file \(Manifest.path)."
    case .packageIDDiffers: "Use the store and the manifest of one and the same package."
    case .packageMemberMissing, .packageMemberChanged:
      "Copy the package again from where it was built, or build it again."
    case .packageMemberUnexpected: "Nothing to do if somebody put the file there on purpose."
    case .packageStoreEdited: "Nothing to do if a crew edited the package: merge it."
    case .packageCountDiffers: "Nothing to do if a crew edited the package: merge it."
    case .storeDamaged: "Copy the package again; if it came from the field, ask the crew for it."
    case .tableWithoutRowIDs:
      "Nothing to do if no layer is meant to be; else export it again: GDAL and QGIS add the key."
    case .photoMissing: "Ask the crew for the photo, or for the whole folder."
    case .photoWithoutRow:
      "Ask the crew for the file data.gpkg-wal: photos without a row are a sign of lost rows."
    case .logRead: "Nothing to do: keep the file beside the store when you pass it on."
    case .logMissing:
      "Ask the crew for the whole folder, with data.gpkg-wal, after closing the project in the app."
    case .journalRolledBack:
      "Ask the crew whether the app was stopped while it saved; look at its last edits."
    case .attachmentCorrupt: "Copy the file again from where it came from."
    }
  }
}
