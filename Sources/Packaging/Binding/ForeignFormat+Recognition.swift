import Bytes
import Packages
import ZIPArchive

extension ForeignFormat {
  /// The number of bytes that show what a file is.
  private static let headSize = 4_096

  /// Recognizes a file by its first bytes, otherwise by its name; nil for data that Fieldpack reads,
  /// or may be able to.
  ///
  /// - Parameter byContent: whether the name says that Fieldpack can read it, so that only the
  ///   content counts.
  /// - Throws: faults of the machine.
  init?(path: String, name: String, byContent: Bool) throws {
    let ending = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
    guard let head = try unlessUnreadable({ try Self.head(of: path) }) else {
      guard !byContent, let named = Self(ending: ending) else { return nil }
      self = named
      return
    }
    if head.isEmpty {
      self = .empty
    } else if let found = try Self(bytes: head.span, path: path, ending: ending) {
      self = found
    } else if !byContent {
      self = Self(ending: ending) ?? .other
    } else {
      return nil
    }
  }

  /// The first bytes of a file, unpacked if it is gzip.
  private static func head(of path: String) throws -> [UInt8] {
    var head: [UInt8] = []
    let stream = try ByteStream(region: FileRegion(InputFile(path: path)))
    while head.count < headSize,
      try stream.read(upTo: headSize - head.count, appendingTo: &head) > 0
    {}
    return head
  }

  private init?(bytes: Span<UInt8>, path: String, ending: String) throws {
    if bytes.matches("PK\u{3}\u{4}") || bytes.matches("PK\u{5}\u{6}") {
      self = try Self(archive: path, ending: ending)
    } else if bytes.matches("SQLite format 3\0") {
      self = Self(database: bytes, ending: ending)
    } else if bytes.count > 3, bytes[0] == 0, bytes[1] == 0, bytes[2] == 0x27, bytes[3] == 0x0A {
      self = .shapefile
    } else if let known = Self.signatures.first(where: { bytes.matches($0.signature) }) {
      self = known.format
    } else if bytes.count > 3, bytes[0] == 0xD0, bytes[1] == 0xCF, bytes[2] == 0x11 {
      // The file system in a file of old Office programs.
      self = ending == "xls" ? .oldExcel : .other
    } else if bytes.count > 2, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF {
      self = .image
    } else {
      self.init(markup: bytes)
    }
  }

  private static let signatures: [(signature: StaticString, format: ForeignFormat)] = [
    ("fgb\u{3}fgb", .flatGeobuf), ("PAR1", .parquet), ("AC10", .dwg), ("PMTiles", .tiles),
    ("AutoCAD Binary DXF", .dxf), ("II*\0", .image), ("MM\0*", .image), ("GIF8", .image),
    ("%PDF", .other), ("Rar!", .archive), ("!table", .mapInfo),
    ("!Table", .mapInfo),
  ]

  /// Recognizes XML, HTML and drawings in text.
  private init?(markup bytes: Span<UInt8>) {
    let text = bytes.repairedString().lowercased()
    let begin = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if begin.hasPrefix("0"), begin.dropFirst().drop(while: \.isWhitespace).hasPrefix("section") {
      self = .dxf
      return
    }
    guard begin.hasPrefix("<") else { return nil }
    if text.contains("<!doctype html") || text.contains("<html") {
      self = .webPage
    } else if text.contains("<kml") {
      self = .kml
    } else if text.contains("<gpx") {
      self = .gpx
    } else if text.contains("opengis.net/gml") || text.contains("opengis.net/wfs") {
      self = .gml
    } else {
      return nil
    }
  }

  /// A SQLite file by its application id.
  private init(database bytes: Span<UInt8>, ending: String) {
    let isGeoPackage = bytes.matches("GPKG", at: 68) || bytes.matches("GP1", at: 68)
    self = isGeoPackage ? .renamedGeoPackage : ending == "mbtiles" ? .tiles : .sqlite
  }

  /// An archive by the names in it.
  private init(archive path: String, ending: String) throws {
    let archive = try unlessUnreadable {
      try ArchiveReader(region: FileRegion(InputFile(path: path)))
    }
    let names = (archive?.entries ?? []).filter { !$0.isFolder && !SystemFile.isNamed($0.name) }
      .map(\.name)
    func named(_ ending: String) -> [String] {
      names.filter { $0.lowercased().hasSuffix(ending) }
    }
    if names.contains("xl/workbook.xml") {
      self = .excel
    } else if names.contains("content.xml"), ending == "ods" {
      self = .openDocument
    } else if let table = named(".gdbtable").first {
      self = .zippedGeodatabase(
        folder: table.contains("/") ? LocalPath.folder(of: table) : nil)
    } else if let shape = named(".shp").first {
      self = .zippedShapefile(only: named(".shp").count == 1 ? shape : nil)
    } else if let document = named(".kml").first {
      self = .kmz(member: document)
    } else if let packaged = Self(ending: ending), names.isEmpty || packaged.weight == .nothing {
      self = packaged
    } else if names.count == 1, DataFile.isReadable(names[0]) {
      self = .zippedData(member: names[0])
    } else {
      self = .archive
    }
  }

  /// A file by the ending of its name, in lower case; nil for endings that say nothing.
  private init?(ending: String) {
    switch ending {
    case "shp": self = .shapefile
    case "kml": self = .kml
    case "gpx": self = .gpx
    case "gml": self = .gml
    case "fgb": self = .flatGeobuf
    case "parquet", "geoparquet": self = .parquet
    case "tab", "mif": self = .mapInfo
    case "dxf": self = .dxf
    case "dwg", "dgn": self = .dwg
    case "topojson": self = .topoJSON
    case "sqlite", "sqlite3", "db", "spatialite": self = .sqlite
    case "dbf": self = .dbase
    case "xlsx", "xlsm": self = .excel
    case "xls": self = .oldExcel
    case "ods": self = .openDocument
    case "zip", "kmz", "7z", "rar", "tar", "tgz", "gz": self = .archive
    case "html", "htm": self = .webPage
    case "pbf": self = .protocolBuffer
    case "mbtiles", "pmtiles", "tpk", "tpkx", "vtpk": self = .tiles
    case "tif", "tiff", "png", "jpg", "jpeg", "jp2", "ecw", "sid", "img", "asc", "gif", "webp":
      self = .image
    case "lyr", "lyrx", "lpk", "lpkx", "aprx", "mxd", "mpk", "mpkx", "ppkx", "slpk", "sd":
      self = .esriDocument
    case "mmpk", "mspk": self = .mobilePackage
    default: return nil
    }
  }
}
