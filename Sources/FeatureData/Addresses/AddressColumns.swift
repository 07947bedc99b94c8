package import Bytes
package import Geometry
import MapModel

/// Which columns of an address table hold what.
package struct AddressColumns: Sendable, Equatable {
  /// The names of the columns; nil looks for the usual names.
  package var x: String?
  package var y: String?
  package var houseNumber: String?
  package var street: String?
  /// What the coordinates are in; nil is WGS 84.
  package var spatialReference: SpatialReference?

  package init() {}

  /// Names under which house numbers and streets are written, in the order of preference.
  private static let houseNumberNames = [
    "house_number", "housenumber", "house number", "addr:housenumber", "number", "house_no",
    "house", "hsnum", "add_number",
  ]
  private static let streetNames = [
    "street", "street_name", "streetname", "street name", "addr:street", "road", "stname",
    "fullname",
  ]

  /// How the file is read as CSV.
  var options: CSVOptions {
    var options = CSVOptions()
    (options.xColumn, options.yColumn) = (x, y)
    options.spatialReference = spatialReference
    return options
  }

  /// Where in a row an address is; the house number is nil where the street's column has it too.
  struct Places {
    var houseNumber: Int?
    var street: Int
  }

  /// - Throws: `FeatureDataError.coordinatesMissing`, `.columnMissing`.
  func places(in source: CSVSource) throws(FeatureDataError) -> Places {
    let columns = source.layout.columns
    guard source.layout.xColumn != nil else {
      throw .coordinatesMissing(path: source.path, columns: columns)
    }
    func place(_ wanted: String?, _ usual: [String]) throws(FeatureDataError) -> Int? {
      for name in wanted.map({ [$0] }) ?? usual {
        if let place = columns.firstIndex(where: { $0.isSameName(as: name) }) { return place }
      }
      guard let wanted else { return nil }
      throw .columnMissing(path: source.path, column: wanted, columns: columns)
    }
    guard let street = try place(street, Self.streetNames) else {
      throw .columnMissing(path: source.path, column: "street", columns: columns)
    }
    let number = try place(houseNumber, Self.houseNumberNames)
    return Places(houseNumber: number, street: street)
  }

  /// Whether a file can be used: its header has the columns.
  ///
  /// - Throws: `FeatureDataError`.
  package func check(_ region: FileRegion) throws(FeatureDataError) {
    _ = try places(in: try CSVSource(region: region, options: options))
  }
}
