import Packages

extension ForeignFormat {
  /// What to do with a file of the format, in one line.
  ///
  /// - Parameters:
  ///   - name: the name of the file in the data folder.
  ///   - stem: the name that its layer has, for new files.
  func remedy(name: String, stem: String) -> String {
    switch self {
    case .excel:
      "Save the sheet as CSV UTF-8 in Excel"
        + sheetConversion(name: name, stem: stem, setting: "OGR_XLSX_HEADERS")
    case .oldExcel:
      "Save the sheet as CSV UTF-8 in Excel"
        + sheetConversion(name: name, stem: stem, setting: "OGR_XLS_HEADERS")
    case .openDocument:
      "Save the sheet as CSV in LibreOffice"
        + sheetConversion(name: name, stem: stem, setting: "OGR_ODS_HEADERS")
    case .dxf:
      "Convert it in the data folder with GDAL, with the EPSG code of its coordinates for CODE: "
        + ogr2ogr(["-a_srs", "EPSG:CODE", "-nln", stem, stem + ".gpkg", name])
    case .dwg:
      "Open it in ArcGIS or QGIS, and export its features as GeoJSON or as a GeoPackage."
    case .renamedGeoPackage:
      "Rename it in the data folder: mv \(quoted(name)) \(quoted(stem + ".gpkg"))"
    case .zippedData: "Unpack it in the data folder: unzip \(quoted(name))"
    case .archive: "Unpack it in the data folder."
    case .webPage: "Sign in, and save the records themselves instead of the page."
    case .empty: "Export the layer again."
    case .count: "Export the layer again without returnCountOnly."
    case .ids: "Export the layer again without returnIdsOnly."
    case .protocolBuffer: "Export the layer again with f=geojson instead of f=pbf."
    case .webMap:
      "Save the records of its layers: .../FeatureServer/0/query?where=1=1&outFields=*&f=geojson"
    case .listOfRecords, .otherJSON: "Export it as GeoJSON or CSV."
    case .tiles:
      "To show it below the layers, name it as \"tiles\" of \"baseMap\" in bindings.json, or call it "
        + "basemap."
    case .image, .esriDocument, .mobilePackage, .other:
      "You can ignore this, or export what it shows as GeoJSON or as a GeoPackage."
    default: "Convert it in the data folder with GDAL: " + conversion(name: name, stem: stem)
    }
  }

  /// The command that converts a file of geodata.
  private func conversion(name: String, stem: String) -> String {
    let package = stem + ".gpkg"
    return switch self {
    // GeoPackages keep the spatial reference and the types of the fields.
    case .zippedShapefile(let member?):
      ogr2ogr(["-nln", stem, package, "/vsizip/\(name)/\(member)"])
    case .zippedShapefile(only: nil): ogr2ogr([package, "/vsizip/\(name)"])
    case .zippedGeodatabase(let folder?): ogr2ogr([package, "/vsizip/\(name)/\(folder)"])
    case .gml, .flatGeobuf, .parquet: ogr2ogr(["-nln", stem, package, name])
    // Their coordinates are always WGS 84, and their tables would have other names.
    case .kml, .topoJSON: ogr2ogr([stem + ".geojson", name])
    case .kmz(let member): ogr2ogr([stem + ".geojson", "/vsizip/\(name)/\(member)"])
    case .gpx: ogr2ogr([stem + ".geojson", name, "waypoints"])
    case .dbase: ogr2ogr([stem + ".csv", name])
    default: ogr2ogr([package, name])
    }
  }

  /// The command that converts a sheet, as an alternative.
  private func sheetConversion(name: String, stem: String, setting: String) -> String {
    let target = stem + ".csv"
    guard target != name else { return "." }
    return ", or convert it in the data folder with GDAL: "
      + ogr2ogr(["--config", setting, "FORCE", target, name])
  }

  private func ogr2ogr(_ words: [String]) -> String {
    (["ogr2ogr"] + words.map(quoted)).joined(separator: " ")
  }

  /// A word for a shell.
  private func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
