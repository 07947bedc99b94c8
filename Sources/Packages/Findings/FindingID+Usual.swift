extension FindingID {
  /// The severity of a finding unless it is given another one.
  package var severity: Severity { usual.severity }

  /// What to do about it, in one line, unless a finding has a better answer.
  package var fix: String { usual.fix }

  /// How severe findings with the code are, and what to do about them.
  private var usual: UsualFinding {
    switch self {
    case .mapNoOperationalLayers:
      .error(
        "Check that the file is a web map with layers or tables.")
    case .mapNothingPacked:
      .error(
        "Add feature layers or tables to the map, or correct what keeps the others out.")
    case .mapMemberIgnored:
      .information(
        "You can ignore this unless the map looks wrong.")
    case .mapTitleMissing:
      .warning(
        "Give the pages a title that their readers understand, with --title.")
    case .mapOfflineLeftOut:
      .information(
        "To pack it, change what is downloaded in the map's offline settings.")
    case .layerTypeUnsupported:
      .warning(
        "To pack its records, add the service's layers to the map as feature layers.")
    case .layerNotPackable:
      .error(
        "Add a file with the layer's name to the data folder, bind a file in bindings.json, or leave "
          + "the layer out with --without.")
    case .layerLeftOut, .tableLeftOut:
      .warning(
        "You can ignore this if you meant to leave it out.")
    case .dataUnreadable:
      .error(
        "Export the file again, or bind another one in bindings.json.")
    case .layerFilterUnsupported:
      .error(
        "Simplify the layer's filter in the map, or filter the data and remove the filter.")
    case .dataNoRecords:
      .warning(
        "You can ignore this if there are no records yet. Otherwise export the layer again.")
    case .layerEmptyInArea:
      .warning(
        "Check the area, or leave the layer out with --without.")
    case .layerScaleNeverVisible:
      .warning(
        "Widen --scale, or the layer's visible range in the map.")
    case .layerRepeated:
      .warning(
        "Bind both layers to one file with all records of the service's layer in bindings.json.")
    case .layerNameDuplicate:
      .warning(
        "Give the layers different titles in the map.")
    case .dataNotBound:
      .warning(
        "Give the file the name of its layer, or bind it in bindings.json.")
    case .dataFormatUnsupported:
      .warning(
        "Convert the file to a format that Fieldpack reads. `fieldpack help data-folder` lists them."
      )
    case .bindingUnmatched:
      .error(
        "Correct the name in bindings.json: it is the id or title of a layer or table of the map.")
    case .dataPerhapsIncomplete:
      .information(
        "Compare with the service: .../query?where=1=1&returnCountOnly=true. If it has more, export "
          + "the next pages with resultOffset.")
    case .geodatabaseIsDelta:
      .warning(
        "Use the geodatabase that the app edits, or download a new one.")
    case .geodatabaseItemUnreadable:
      .warning(
        "Ask for a new geodatabase, or do without this part. The rest of the file is readable.")
    case .dataIncomplete:
      .error(
        "Export the layer again with all pages (resultOffset), or raise the service's record limit."
      )
    case .globalIDMissing:
      .warning(
        "Enable GlobalIDs on the layer and export it again. If a field has a different value in each "
          + "record, make GlobalIDs from it with --mint-globalids LAYER:FIELD.")
    case .globalIDNull:
      .error(
        "Give every record a GlobalID, or make them from a field with a different value in each "
          + "record: --mint-globalids LAYER:FIELD.")
    case .globalIDDuplicate:
      .error(
        "Give each record its own GlobalID. Duplicates often come from appending a copy.")
    case .tableKeyUnusable:
      .error(
        "Name a field with a different value in each record as \"key\" in bindings.json.")
    case .globalIDFormat:
      .warning(
        "No action is needed: Fieldpack compares GlobalIDs without case, braces and hyphens.")
    case .objectIDNotInteger:
      .error(
        "Make the object ID field an integer field.")
    case .fieldNameReserved:
      .warning(
        "No action is needed: the package records the field's own name beside the column.")
    case .fieldMissing:
      .warning(
        "Export the layer with all its fields.")
    case .valueWrongType:
      .error(
        "Correct the values, or the field's type in the layer definition.")
    case .valueNull:
      .warning(
        "Fill in the values, or make the field nullable.")
    case .valueNotInDomain:
      .warning(
        "Correct the values, or add them to the field's domain.")
    case .valueOutOfRange:
      .warning(
        "Correct the values, or widen the field's range.")
    case .valueSubtypeUnknown:
      .warning(
        "Correct the values, or add the type to the layer definition.")
    case .valueTooLong:
      .warning(
        "Shorten the texts, or increase the field's length.")
    case .valueDateInvalid:
      .error(
        "Write dates as ISO 8601 (2026-05-01T12:30:00Z) or, in JSON, as milliseconds since 1970 UTC. Dates "
          + "such as 5/31/2026 need one order in the whole column and four digits for the year.")
    case .valueFormAssumed:
      .information(
        "If Fieldpack reads them wrong, write dates as 2026-05-31, and numbers without separators.")
    case .valueTextInvalid:
      .error(
        "Correct the texts, or export the layer again.")
    case .fileNotUTF8:
      .error(
        "Save the file as UTF-8, or name its encoding in bindings.json.")
    case .relationKeyIsObjectID:
      .warning(
        "Relate the tables by GlobalID, which stays the same when crews edit offline.")
    case .relationKeyMissing:
      .error(
        "Export the table with the key field of the relationship.")
    case .relationKeyNotUnique:
      .error(
        "Make the key unique in the origin table.")
    case .relationOrphanChild:
      .warning(
        "Correct the key or delete the record in the office data.")
    case .relationTableMissing:
      .error(
        "Add the related table to the map.")
    case .relationUnsupported:
      .information(
        "No action is needed: the package has both tables, but not the relationship.")
    case .ruleNotApplicable:
      .warning(
        "Correct the rule in bindings.json, or remove it.")
    case .geometryInvalid:
      .warning(
        "Correct the geometry in the office data.")
    case .geometryNull:
      .warning(
        "You can ignore this if the features haven't been located yet.")
    case .geometryInTable:
      .warning(
        "To pack the geometry, add the data to the map as a layer.")
    case .geometryMixed:
      .error(
        "Make one file for each geometry type.")
    case .ringsCross:
      .warning(
        "Repair the polygons, with Fix Geometries in QGIS or Repair Geometry in ArcGIS.")
    case .coordinatesOutOfRange:
      .warning(
        "Correct the coordinates in the office data.")
    case .crsUnknown:
      .error(
        "Bind the file in bindings.json with its EPSG code as \"spatialReference\".")
    case .crsUnsupported:
      .error(
        "Project the data to WGS 84 or another supported spatial reference.")
    case .crsContradicted:
      .error(
        "Bind the file in bindings.json with the \"spatialReference\" of its coordinates.")
    case .crsAxesSwapped:
      .error(
        "Swap the coordinates: x must be longitude or easting, and y latitude or northing.")
    case .crsAccuracy:
      .information(
        "You can ignore this for work in the layer's own coordinate system. If your agency has an NTv2 "
          + "grid, name its folder with --grids.")
    case .mapAreaOutsideData:
      .error(
        "Check the area's coordinates and their order: WEST,SOUTH,EAST,NORTH.")
    case .areaNameMissing:
      .error(
        "Give each area a name, or name them by another field with --name.")
    case .areaNameUnusable:
      .error(
        "Give the area another name.")
    case .areaNameDuplicate:
      .error(
        "Give each area its own name.")
    case .areaShapeInvalid:
      .warning(
        "Correct the polygon. Until then, a position is inside if a line from it crosses the ring an "
          + "odd number of times.")
    case .areaUnited:
      .information(
        "No action is needed if polygons with the same name belong together.")
    case .areaEmpty:
      .warning(
        "Check the areas and the filters of the layers.")
    case .areaGap:
      .warning(
        "Add an area for them, or ignore this if no crew needs them.")
    case .areaOverlap:
      .warning(
        "You can ignore this if several crews may edit the same records, because a merge shows every "
          + "conflict. Otherwise plan with --exclusive.")
    case .areaOverBudget:
      .error(
        "Pack less: the finding says what each remedy saves. Or plan smaller areas.")
    case .popupFieldMissing:
      .warning(
        "Remove the field from the pop-up, or export the layer with it.")
    case .popupMediaOnline:
      .warning(
        "Pack the pictures as attachments of the records, or write them as data: addresses.")
    case .expressionNotEvaluated:
      .warning(
        "Correct the expression in the map, or rewrite it with supported functions.")
    case .expressionFieldMissing:
      .warning(
        "Correct the name in the expression, or export the layer with the field.")
    case .expressionCutsDigits:
      .warning(
        "Begin the pattern with #, as in #,##0.00, to keep all digits. Zeros alone only pad.")
    case .expressionTableMissing:
      .warning(
        "Correct the name in the expression, or add the layer or table to the map.")
    case .expressionFailed:
      .warning(
        "Correct the expression in the map, for example so that it allows for null values.")
    case .expressionReadsClock:
      .warning(
        "To give expressions another time, use --now.")
    case .popupShownDifferently:
      .warning(
        "Change the pop-up in the map if readers need what is missing.")
    case .layerDrawnDifferently:
      .warning(
        "Change the layer's drawing in the map if readers need what is missing.")
    case .layerNotInPackage:
      .warning(
        "Build a package with the layer, or ignore this.")
    case .projectDiffers:
      .information(
        "You can ignore this if crews don't need it. The package's pages show everything.")
    case .attachmentsNotDeclared:
      .information(
        "If crews take photos, add \"hasAttachments\": true to the layer in service.json.")
    case .attachmentOrphan:
      .warning(
        "Check the attachment's parent: it must be the GlobalID of a packed record.")
    case .attachmentNotReadable:
      .error(
        "Make the file readable.")
    case .geodatabaseLayerLeftOut:
      .warning(
        "You can ignore this for QGIS and QField, which have the layer. For ArcGIS, split it so that "
          + "each layer has one geometry type.")
    case .geodatabaseFieldChanged:
      .information(
        "No action is needed: the changed fields hold every value.")
    case .geodatabaseRelationLeftOut:
      .warning(
        "Relate the tables by GlobalID.")
    case .geodatabaseValueChanged:
      .warning(
        "Correct the values. The package's GeoPackage has them unchanged.")
    case .packageManifestMissing:
      .information(
        "You can ignore this for a GeoPackage on its own. A complete package has \(ManifestFormat.path)."
      )
    case .packageIDDiffers:
      .error(
        "Use the store and the manifest of the same package.")
    case .packageMemberMissing, .packageMemberChanged:
      .error(
        "Copy the package again from where it was built, or build it again.")
    case .packageMemberUnexpected:
      .warning(
        "You can ignore this if someone added the file on purpose.")
    case .packageStoreEdited:
      .information(
        "If a crew edited the package, merge it. Otherwise copy the package again.")
    case .packageCountDiffers:
      .warning(
        "If a crew edited the package, merge it. Otherwise copy the package again.")
    case .geometryTypeUnsupported, .tableLeftOver:
      .information(
        "You can ignore this: it isn't damage, and Fieldpack leaves it as it is.")
    case .storeDamaged, .storeNotOpened:
      .error(
        "Copy the package again. If a crew returned it, ask the crew for it again.")
    case .tableWithoutRowIDs:
      .warning(
        "You can ignore this if the table isn't meant as a layer. Otherwise export it again with "
          + "GDAL or QGIS, which add an integer primary key.")
    case .attachmentFileMissing:
      .error(
        "Ask the crew for the file, or for the whole folder.")
    case .attachmentRecordMissing:
      .warning(
        "Ask the crew for data.gpkg-wal: files without a record suggest that records were lost.")
    case .tilesDamaged:
      .error(
        "Copy or export the tiles again.")
    case .tilesNoImages:
      .warning(
        "You can ignore this for a few tiles: the map is blank there. Otherwise export them again."
      )
    case .tilesSizesDiffer:
      .warning(
        "Export the tiles again, all of one size.")
    case .tilesOutsideArea:
      .warning(
        "Check the extent and the levels of the tiles with `fieldpack tiles`, or widen --scale.")
    case .tilesLevelsLeftOut:
      .information(
        "To pack them, allow more with --max-tiles-size, or choose a smaller area.")
    case .tilesNotPacked:
      .information(
        "To pack tiles for several programs, name them with --for. Each gets its own file.")
    case .tilesAttributionMissing:
      .warning(
        "Find out whose map it is, and write it as \"attribution\" of \"baseMap\" in bindings.json, or "
          + "copy the tiles with `fieldpack tiles --attribution`.")
    case .tilesNothingDrawn:
      .warning(
        "Streets, paths and rails must be lines; land, parks and buildings must be polygons.")
    case .logRead:
      .information(
        "No action is needed. Keep the file beside the store when you pass it on.")
    case .logMissing:
      .warning(
        "Ask the crew to close the project in the app and send the whole folder with data.gpkg-wal."
      )
    case .journalRolledBack:
      .warning(
        "Ask the crew whether the app stopped while saving, and check its last edits.")
    case .attachmentLeftOut:
      .warning(
        "Save the file as JPEG, PNG, WebP or GIF, or publish without --public.")
    case .attachmentAsText:
      .warning(
        "Look at the file before you trust it. Save documents as PDF and drawings as PNG.")
    case .csvFormulas:
      .information(
        "Use --safe-csv to write an apostrophe before these texts. GeoJSON keeps them as they are.")
    case .attachmentCorrupt:
      .warning(
        "Copy the file again from its source.")
    }
  }
}

/// What findings of a code have in common.
private struct UsualFinding {
  let severity: Severity
  let fix: String

  static func error(_ fix: String) -> UsualFinding { UsualFinding(severity: .error, fix: fix) }
  static func warning(_ fix: String) -> UsualFinding { UsualFinding(severity: .warning, fix: fix) }
  static func information(_ fix: String) -> UsualFinding {
    UsualFinding(severity: .information, fix: fix)
  }
}
