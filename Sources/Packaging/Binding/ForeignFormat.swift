/// What a file is that Fieldpack can't read as the records of a layer or table.
package enum ForeignFormat: Sendable, Equatable {
  case shapefile
  /// A ZIP with shapefiles; the path of the only one in it.
  case zippedShapefile(only: String?)
  case kml
  /// A ZIP with a KML file.
  case kmz(member: String)
  case gpx
  case gml
  case flatGeobuf
  case parquet
  case mapInfo
  case dxf
  case dwg
  case topoJSON
  /// A folder with a file geodatabase.
  case fileGeodatabase
  /// A ZIP with a file geodatabase; the path of its folder, or nil if the ZIP itself is one.
  case zippedGeodatabase(folder: String?)
  /// A GeoPackage whose name says something else.
  case renamedGeoPackage
  case sqlite
  case dbase
  case excel
  case oldExcel
  case openDocument
  /// A ZIP with one file that Fieldpack can read.
  case zippedData(member: String)
  case archive

  // What services answer, and people save instead of records.
  case webPage
  case empty
  case count
  case ids
  case protocolBuffer
  case webMap
  /// An array of JSON objects.
  case listOfRecords
  /// JSON of another form, with its first members.
  case otherJSON(members: [String])

  case tiles
  case image
  case esriDocument
  case mobilePackage
  case other
}

extension ForeignFormat {
  /// How much it matters that a file isn't used.
  enum Weight {
    /// It may have records of a layer.
    case records
    /// It was probably saved by mistake instead of records.
    case answer
    /// It has none.
    case nothing
  }

  var weight: Weight {
    switch self {
    case .shapefile, .zippedShapefile, .kml, .kmz, .gpx, .gml, .flatGeobuf, .parquet, .mapInfo,
      .dxf, .dwg, .topoJSON, .fileGeodatabase, .zippedGeodatabase, .renamedGeoPackage, .sqlite,
      .dbase, .excel, .oldExcel, .openDocument, .zippedData, .archive:
      .records
    case .webPage, .empty, .count, .ids, .protocolBuffer, .listOfRecords: .answer
    case .webMap, .otherJSON, .tiles, .image, .esriDocument, .mobilePackage, .other: .nothing
    }
  }

  /// What it is, after "The file is".
  var words: String {
    switch self {
    case .shapefile: "a shapefile"
    case .zippedShapefile(only: nil): "a ZIP with several shapefiles"
    case .zippedShapefile: "a ZIP with a shapefile"
    case .kml: "a KML file"
    case .kmz: "a KMZ file"
    case .gpx: "a GPX file"
    case .gml: "a GML file"
    case .flatGeobuf: "a FlatGeobuf file"
    case .parquet: "a Parquet file"
    case .mapInfo: "a MapInfo file"
    case .dxf: "a CAD drawing (DXF)"
    case .dwg: "a CAD drawing (DWG)"
    case .topoJSON: "a TopoJSON file"
    case .fileGeodatabase: "a file geodatabase"
    case .zippedGeodatabase: "a ZIP with a file geodatabase"
    case .renamedGeoPackage: "a GeoPackage, but its name doesn't end in .gpkg"
    case .sqlite: "a SQLite database, but not a GeoPackage"
    case .dbase: "a dBASE table"
    case .excel, .oldExcel: "an Excel workbook"
    case .openDocument: "an OpenDocument spreadsheet"
    case .zippedData: "a ZIP with a file that Fieldpack can read once it is unpacked"
    case .archive: "an archive"
    case .webPage: "a web page (HTML), such as a page to sign in, but not data"
    case .empty: "empty"
    case .count: "a service's count of records, but not the records"
    case .ids: "a service's list of object IDs, but not the records"
    case .protocolBuffer: "a service's answer in the binary form PBF"
    case .webMap: "a web map, which has no records"
    case .listOfRecords: "a list of records in JSON, but not GeoJSON"
    case .otherJSON(members: []): "JSON, but not GeoJSON or an answer of a feature service"
    case .otherJSON(let members):
      "JSON, but not GeoJSON or an answer of a feature service: it has "
        + members.joined(separator: ", ")
    case .tiles: "a file of map tiles"
    case .image: "an image"
    case .esriDocument: "a document of ArcGIS, which has no records that Fieldpack can read"
    case .mobilePackage: "a mobile package"
    case .other: "of a kind that has no records that Fieldpack can read"
    }
  }
}
