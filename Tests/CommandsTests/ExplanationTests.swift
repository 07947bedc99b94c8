import Bytes
import Commands
import Console
import FeatureData
import Filters
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import Markup
import Merging
import OrderedJSON
import Packages
import Popups
import Publishing
import Records
import SQLiteFile
import Services
import TestSupport
import Testing
import Tiles
import ZIPArchive

/// Every error of every module has a code, a subject, a fix and an exit code.
@Suite struct ExplanationTests {
  private static let position = JSONPosition(offset: 7)

  static let bytes: [BytesError] = [
    .truncated(offset: 1, needed: 2, available: 1), .badUTF8(offset: 3),
    .badDeflate(offset: 4, message: "invalid block type"), .inflatedTooLarge(limit: 5),
    .checksumMismatch(expected: 1, found: 2), .fileNotFound(path: "a"),
    .notReadable(path: "a", errno: 13), .notReadable(path: "a", errno: 24), .isFolder(path: "a"),
    .notReadable(path: "a", errno: 5), .notRegular(path: "a"), .cannotWrite(path: "a", errno: 27),
    .fileTruncated(path: "a", offset: 1, needed: 2, available: 1), .outputExists(path: "a"),
    .cannotWrite(path: "a", errno: 13), .cannotWrite(path: "a", errno: 5),
    .cannotWrite(path: "a", errno: 9), .cannotWrite(path: "a", errno: 30),
    .cannotWrite(path: "a", errno: 36), .notAFolder(path: "a"), .noSpace(path: "a"),
    .badRelativePath("../a"),
    .nameNotUTF8(folder: "a", name: "b\u{FFFD}"),
  ]

  static let json: [JSONError] = [
    .unexpected(position, expected: .value, found: 0x7D),
    .unexpected(position, expected: .value, found: nil), .badUTF8(position),
    .tooDeep(position, limit: 512), .tooLarge(size: 9, limit: 8),
    .stringTooLong(position, limit: 8),
    .elementTooLarge(position, limit: 8),
  ]

  static let geometry: [GeometryError] = [
    .truncated(offset: 1, needed: 8, available: 2),
    .countTooLarge(offset: 1, count: 9, limit: 3), .unexpected(offset: 1, expected: "a ring"),
    .trailingBytes(offset: 1, count: 2), .unsupportedKind(offset: 1, name: "Circle"),
    .notFinite(offset: 1), .json(.badUTF8(position)), .badJSON(path: "rings", expected: "a list"),
    .tooDeep(offset: 1, limit: 16), .badWKT(offset: 1, expected: "a name"),
    .unknownSpatialReference(name: "EPSG:99"), .unsupportedProjection(name: "Krovak"),
    .datumShiftNeeded(datum: "NAD27"), .outsideProjection(x: 1, y: 2, system: "UTM"),
  ]

  static let sqlite: [SQLiteFileError] =
    [
      .file(.fileNotFound(path: "a")), .notADatabase(path: "a"),
      .badHeader(offset: 16, value: 3), .fileTooShort(pagesInHeader: 2, pagesInFile: 1),
      .unknownLogVersion(path: "a-wal", version: 4),
      .badPageNumber(page: 9, from: 2), .pageReachedTwice(page: 2),
      .unreadableCreateTable(name: "t", offset: 9), .noSuchTable(name: "t"),
      .rowsOutOfOrder(previous: 2, rowid: 1), .recordTooLong(rowid: 1, bytes: 2),
      .duplicateKey(index: "i", first: 1, second: 2), .tooManyPages,
      .damagedCompactForm(offset: 3),
    ]
    + sidecarProblems.map { .sidecarOfAnother(path: "a-wal", $0) }
    + pageProblems.map { .damagedPage(page: 2, offset: 8, problem: $0) }
    + recordProblems.map { .damagedRecord(RecordError(offset: 8, problem: $0)) }
    + recordProblems.map { .damagedRow(page: 2, rowid: 8, problem: $0) }
    + schemaProblems.map { .damagedSchema(row: 8, problem: $0) }

  private static let sidecarProblems: [SQLiteFileError.SidecarProblem] = [
    .pageSize(database: 512, sidecar: 4_096), .noDatabase, .applicationID(1, 2), .encoding,
    .schemaCookie(older: 2, newer: 1), .changeCounter(older: 2, newer: 1), .pageMissing(9),
    .otherSidecar,
  ]
  private static let pageProblems: [SQLiteFileError.PageProblem] = [
    .wrongKind(9), .tooManyCells(9), .noCells, .pointerOutside(9), .cellOutside(9),
    .payloadTooLong(9), .overflowChainBroken, .rowidsOutOfOrder(previous: 2, rowid: 1), .tooDeep,
    .leafDepthDiffers,
  ]
  private static let recordProblems: [RecordError.Problem] = [
    .wrongHeaderLength(9), .headerCut, .reservedSerialType(10),
    .bodyTooShort(needed: 2, available: 1), .bodyTooLong(used: 1, available: 2), .tooManyColumns,
  ]
  private static let schemaProblems: [SQLiteFileError.SchemaProblem] = [
    .notText(column: 1), .rootOutside(9), .rootNotANumber, .sqlTooLong(9), .tooManyObjects,
    .duplicateName("t"),
    .orphanIndex("i"), .missingSQL("t"),
  ]

  static let geoPackage: [GeoPackageError] = [
    .notAGeoPackage(path: "a", applicationID: 1),
    .notAGeoPackage(path: "a", applicationID: GeodatabaseReader.applicationID),
    .missingTable("gpkg_contents"), .missingColumn(table: "t", column: "c"), .noSuchTable("t"),
    .viewNotTable("t"), .noRowID(table: "t"), .damagedRow(table: "t", rowid: 1),
    .badTableName("gpkg_x"), .unknownSpatialReference(table: "t", srsID: 9),
    .notComputable(table: "t", column: "c", rowid: 1), .unknownOrder(table: "t", index: "i"),
    .outOfSequence(table: "t"), .badRelation(mapping: "m", table: "t", column: "c"),
  ]

  static let geodatabase: [GeodatabaseError] = [
    .notAGeodatabase(path: "a", applicationID: 1),
    .catalogTooLarge(table: "GDB_Items"),
    .definition(item: "main.Trees", offset: 1, expected: "a name"),
    .definitionTooLarge(item: "main.Trees", bytes: 2, limit: 1),
    .serviceItem(dataset: "Trees", itemID: 1), .noSuchDataset("Trees"), .notATable("Trees"),
    .delta(file: "crew-07.geodatabase", changes: ["Trees inserts"]),
    .noSuchAttachment(table: "t", rowid: 1), .missingColumn(table: "t", column: "c"),
    .gridUnknown(dataset: "Trees", srid: 9),
    .spatialReference(dataset: "Trees", .unknownSpatialReference(name: "EPSG:99")),
    .shape(table: "t", rowid: 1, .notFinite(offset: 1)),
    .shapeInOtherReference(table: "t", rowid: 1, srid: 9), .noObjectID(table: "t", rowid: 1),
    .objectIDTwice(table: "t", objectID: 1), .outOfSequence(table: "t"),
    .badFieldName(table: "t", field: "gdb_to_date"), .noSuchField(table: "t", field: "f"),
    .objectIDTooLarge(table: "t", objectID: 1 << 40), .noGlobalID(table: "t", objectID: 1),
    .damagedRow(table: "t", objectID: 1),
    .noTime(table: "t", rowid: 1), .generation(dataset: "t", found: nil),
    .generation(dataset: "t", found: "soon"),
  ]

  static let archive: [ZIPArchiveError] = [
    .notAnArchive(path: "a"), .cutShort(path: "a", size: 1), .endRecordDamaged(offset: 1),
    .severalDisks,
    .directoryDamaged(entry: 1, offset: 2), .tooManyEntries(count: 2, limit: 1),
    .directoryTooLarge(size: 2, limit: 1), .nameTooLong(entry: 1, length: 2, limit: 1),
    .refusedName(name: "../a", offset: 1, reason: .climbing),
    .duplicateName(name: "a", offset: 1),
    .overlappingEntries(first: "a", second: "b", offset: 1), .encrypted(entry: "a"),
    .unknownMethod(entry: "a", method: 12), .specialFile(entry: "a", mode: 1),
    .entryTooLarge(entry: "a", size: 2, limit: 1), .totalTooLarge(size: 2, limit: 1),
    .ratioTooHigh(entry: "a", size: 9, compressedSize: 1, limit: 2),
    .localHeaderDiffers(entry: "a", offset: 1, field: .size),
    .dataOutside(entry: "a", offset: 1, needed: 2, available: 1),
    .sizeMismatch(entry: "a", expected: 2, found: 1),
    .checksumMismatch(entry: "a", expected: 1, found: 2),
    .damagedData(entry: "a", offset: 1, message: "ends too soon"), .notStored(entry: "a"),
    .memberTooLarge(entry: "a", limit: 1), .memberOutOfOrder(entry: "a"),
  ]

  static let tiles: [TilesError] = [
    .damaged(offset: 1, expected: "PMTiles version 3"),
    .badRow(table: "tiles", rowid: 1, expected: "an image"),
    .badDescription(file: "root.json", expected: "a member tileInfo"),
    .unsupported(what: "vector tiles", supported: "PNG, JPEG and WebP"),
    .tooMany(what: "tiles", limit: 1), .notTiles, .noTiles, .differentSizes(256, 512),
  ]

  static let map: [MapModelError] = [
    .notAnObject(path: "", found: .array), .unsupportedVersion("3.0"),
    .notAWebMap(members: ["a"]), .notAService(members: ["a"]),
    .serviceError(code: 498, message: "Invalid token."),
  ]

  static let data: [FeatureDataError] = [
    .geometry(path: "a", row: 1, offset: 2, .notFinite(offset: 1)),
    .feature(path: "a", row: 1, offset: 2, expected: "an object"),
    .tooManyCells(path: "a", row: 1, offset: 2, expected: 3, found: 4),
    .unclosedQuote(path: "a", row: 1, offset: 2),
    .textAfterQuote(path: "a", row: 1, offset: 2),
    .spatialReferenceUnreadable(path: "a", text: "PROJCS["),
    .tooLarge(path: "a", offset: 1, limit: 2),
    .notUTF8(path: "a", offset: 1), .notUTF8(path: "a", row: 0, offset: 1),
    .notUTF8(path: "a", row: 2, offset: 1), .nulByte(path: "a", offset: 1),
    .shapesLost(path: "a", count: 1, row: 1, sample: "\"b\" and \"c\""),
    .shapesLost(path: "a", count: 2_000, row: 1, sample: "\"b\" and \"c\""),
    .coordinatesMissing(path: "a", columns: ["b"]), .empty(path: "a", expected: "a header"),
    .serviceError(path: "a", code: 498, message: "Invalid token."),
    .changedWhileReading(path: "a"),
    .spatialReferenceUnknown(path: "a"), .mixedGeometry(path: "a", counts: [(.point, 1)]),
    .geometryTypeMismatch(path: "a", expected: .point, found: .polygon, count: 1),
    .columnTwice(path: "a", column: "b"), .tooManyColumns(path: "a", limit: 1),
    .columnMissing(path: "a", column: "b", columns: ["c"]),
    .pagesDisagree(path: "a", member: "hasZ"),
  ]

  static let filter: [WhereError] = [
    .unsupported("a subquery", offset: 1), .unexpected(found: "a", expected: "b", offset: 1),
    .unterminated(offset: 1), .unknownField("a", nearest: "b", offset: 1),
    .unknownFunction("FLOR", nearest: "FLOOR", offset: 1),
    .unknownParameter("a", nearest: "b", offset: 1),
    .valueCount(function: "MOD", expected: "2 values", found: 1, offset: 1),
    .mismatch("a date with a number", offset: 1), .tooDeep(limit: 1, offset: 2),
    .tooMany(limit: 1, offset: 2),
    .tooLong(count: 2, limit: 1),
  ]

  static let packaging: [PackagingError] = [
    .bindings(path: "a", expected: "an object"), .edits(path: "a", expected: "a list"),
    .area(text: "a", expected: "a box"), .areas(text: "a", expected: "a layer"),
    .plan(path: "a", expected: "b"), .planOutdated(path: "a", input: "b"),
    .noSuchLayer(name: "a", layers: ["b"]),
    .stopped([Finding(.globalIDNull, subject: "a", "b")]),
    .noRoom(folder: "a", needed: 2, available: 1), .targetIsInput(path: "a"),
    .notAPackage(path: "a", expected: "b"),
    .copiesUnclear(path: "a", reason: "p.qgs has two copies of b: c and d"),
    .damaged(problem: "page 3 is damaged", others: 1),
    .interrupted,
  ]

  static let located: [LocatedError] = [
    LocatedError(
      location: "a, data.gpkg", reason: ZIPArchiveError.encrypted(entry: "data.gpkg")),
    LocatedError(location: "area a", reason: GeometryError.notFinite(offset: 1)),
    LocatedError(location: "filter a", reason: WhereError.unterminated(offset: 1)),
    LocatedError(location: "map.json", reason: JSONError.badUTF8(position)),
    LocatedError(location: "map.json", reason: MapModelError.unsupportedVersion("3")),
    LocatedError(
      location: "t, row 1", reason: RecordError(offset: 1, problem: .headerCut)),
    LocatedError(
      location: "a.mmpk",
      reason: LocatedError(
        location: "a.mmpk, data.gpkg", reason: GeoPackageError.noSuchTable("t"))),
  ]

  static let publishing: [PublishingError] = [
    .unknownTemplate(path: "a"), .noMap(path: "a"),
    .notASiteFolder(path: "a", content: "b"), .changedByHand(path: "a", files: ["b"]),
    .noSuchLayer(name: "a", layers: ["b"]),
    .noSuchField(layer: "a", name: "b", fields: ["c"]),
  ]

  static let services: [ServicesError] = [
    .sourceUnknown("a"), .noCurl, .curlUnusable, .itemUnusable(id: "a", type: "Dashboard"),
    .unreachable(address: "https://a", reason: "the server took too long"),
    .untrusted(address: "https://a", reason: "it redirects in a circle"),
    .proxyRefused(address: "https://a", status: 407),
    .proxyRefused(address: "https://a", status: 403),
    .signInNeeded(address: "https://a", hasToken: false),
    .signInNeeded(address: "https://a", hasToken: true), .tokenUnusable("it is empty"),
    .signInFailed(address: "https://a/generateToken", message: "Invalid username or password."),
    .signInElsewhere(server: "https://a", portal: "https://b/portal"),
    .signInEnded(portal: "https://b"), .signInShared(path: "sign-in-b.json"),
    .refused(address: "https://a", code: 400, message: "Invalid query"),
    .answerUnusable(address: "https://a", expected: "JSON"),
    .answerTooLarge(address: "https://a", limit: 1 << 20),
    .noSuchLayer(name: "Tree", layers: ["Trees"]), .noLayers("a"),
    .noIDs(layer: "Trees", address: "https://a/0"),
    .rowsMissing(layer: "Trees", address: "https://a/0", ids: [3, 4]),
    .rowsWrong(layer: "Trees", address: "https://a/0", ids: [3]),
    .changedWhileReading(layer: "Trees", address: "https://a/0"),
    .attachmentsUnusable(layer: "Trees", reason: "row 3 has attachments, but no GlobalID"),
    .attachmentWrong(
      layer: "Trees", address: "https://a/0/3/attachments/1", listed: 2, received: 1),
    .filterRefused(layer: "Trees", filter: "SPECIES = 1", code: 400, message: "Invalid field"),
    .filterRefused(layer: "Trees", filter: "", code: 400, message: ""),
    .otherPart(path: "oaks", has: "--where Trees:Species='Oak'", wants: nil),
    .otherPart(path: "oaks", has: nil, wants: "--area park.geojson"),
    .folderInUse(path: "trees"), .isRunning(path: "trees.fetching"),
  ]

  static let push: [PushError] = [
    .targetUnknown("a"), .editsUnusable(path: "edits.json", expected: "a list of layers"),
    .undecided(path: "friday", conflicts: 1),
    .editsElsewhere(target: "https://a/FeatureServer", layers: ["https://b/FeatureServer/0"]),
    .notEditable(layer: "Trees", address: "https://a/0", operation: "add"),
    .noGlobalIDs(layer: "Trees", address: "https://a/0"),
    .fieldMissing(layer: "Trees", field: "Name"), .ledgerUnusable(path: "ledger.jsonl"),
  ]

  static let all: [any Error] =
    bytes + json + geometry + sqlite + geoPackage + geodatabase + archive + tiles + map + data
    + filter
    + packaging + located + publishing + services + push
    + [TimeZoneError.badTimeZoneName("Mars/Olympus"), MarkupError.unknownTemplate(name: "a")]
    + [
      CommandError.notADemoFolder(path: "a", holds: "b"), .openFilesLimit(12),
      .memoryLimit(40_960_000),
    ]
    + [
      MergingError.noHistory(path: "a.geodatabase"),
      MergingError.noCommonTable(
        path: "data.gpkg", tables: ["Trees_8f3a"], expected: ["Trees", "Visits"]),
      MergingError.mintedDifferently(
        layer: "Trees", packages: ["a.mmpk from TREE_ID", "b.mmpk from ASSET"]),
      MergingError.changesNeedGlobalIDs(path: "a.gpkg", table: "Trees"),
      MergingError.officeKey(path: "a.gpkg", table: "Trees", field: "TREE_ID", value: "7"),
      MergingError.officeKey(path: "a.gpkg", table: "Trees", field: "TREE_ID", value: nil),
      MergingError.outputNeedsPackage(output: "b.mmpk", current: "a.gpkg"),
      MergingError.changesNeedGeoPackage(path: "b.sql", current: "a.geodatabase"),
      MergingError.noSuchMerge(path: "a.gpkg", number: 4, count: 1),
      MergingError.noSuchMerge(path: "a.gpkg", number: 1, count: 0),
      MergingError.mergeNotKept(path: "a.gpkg", time: 1_777_636_800_000),
      MergingError.attachmentsNotKept(path: "a.gpkg", time: 1_777_636_800_000, count: 1),
      MergingError.undoNeedsGeoPackage(path: "a.mmpk"),
      MergingError.outputNotAFolder(output: "b/", reason: "Trees comes from trees.json"),
    ]

  private let context = ErrorContext(output: "out.mmpk", subject: "crew-07.mmpk")

  @Test func `every error has a code, a subject, a message and a fix`() {
    for error in Self.all {
      let diagnostic = Explanation(of: error, context).diagnostic
      #expect(diagnostic.code.count >= 6, "\(error)")
      #expect(!diagnostic.subject.isEmpty)
      #expect(diagnostic.summary.count > 8, "\(diagnostic)")
      guard diagnostic.code != "RUN_INTERRUPTED" else { continue }
      #expect(diagnostic.fix?.hasSuffix(".") == true || diagnostic.fix?.hasSuffix("?") == true)
    }
  }

  @Test func `no message shows a Swift value`() throws {
    let pattern = try Regex(#"[a-z]+[A-Z][A-Za-z]*\(|Optional|\bnil\b|Error\b"#)
    for error in Self.all {
      let text = Explanation(of: error, context).diagnostic.text()
      #expect(text.firstMatch(of: pattern) == nil, "\(text)")
    }
  }

  @Test func `the messages and exit codes match the recorded ones`() throws {
    let lines = Self.all.map { error in
      let explanation = Explanation(of: error, context)
      return "\(explanation.exit.rawValue) \(explanation.diagnostic.text())"
    }
    try Snapshot.expect(lines.joined(), is: "errors.txt")
  }

  @Test(arguments: [
    (BytesError.fileNotFound(path: "a"), ExitCode.inputMissing),
    (.isFolder(path: "a"), .inputRefused), (.isFolder(path: "out.mmpk"), .outputFailed),
    (.notRegular(path: "out.mmpk"), .outputFailed), (.outputExists(path: "a"), .outputFailed),
    (.noSpace(path: "a"), .noRoom), (.badUTF8(offset: 1), .inputRefused),
  ])
  func `the exit code of a file error depends on the file's role`(error: BytesError, exit: ExitCode)
  {
    #expect(Explanation(of: error, context).exit == exit)
  }

  @Test func `an unknown error is an internal error and shows only its type`() {
    struct Odd: Error { var secret = "s3cret" }
    let explanation = Explanation(of: Odd(), context)
    #expect(explanation.exit == .bug)
    #expect(!explanation.diagnostic.text().contains("s3cret"))
  }
}
