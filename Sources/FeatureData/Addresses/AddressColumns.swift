package import Bytes
package import Geometry
import MapModel

/// The columns of an address table.
package struct AddressColumns: Sendable, Equatable {
  /// The names of the columns. Nil to look for the usual names.
  package var x: String?
  package var y: String?
  package var houseNumber: String?
  package var street: String?
  /// The spatial reference of the coordinates. Nil for WGS 84.
  package var spatialReference: SpatialReference?

  package init() {}

  /// Usual names of columns for house numbers and streets, in order of preference.
  private static let houseNumberNames = [
    "house_number", "housenumber", "house number", "addr:housenumber", "number", "house_no",
    "house", "hsnum", "add_number",
  ]
  private static let streetNames = [
    "street", "street_name", "streetname", "street name", "addr:street", "road", "stname",
    "fullname",
  ]

  /// Options for reading the file as CSV.
  var options: CSVOptions {
    var options = CSVOptions()
    (options.xColumn, options.yColumn) = (x, y)
    options.spatialReference = spatialReference
    return options
  }

  /// The columns of an address in a row. The house number is nil if the street's column includes
  /// it.
  struct Indexes {
    var houseNumber: Int?
    var street: Int
  }

  /// - Throws: `FeatureDataError.coordinatesMissing`, `.columnMissing`.
  func indexes(in source: CSVSource) throws -> Indexes {
    let columns = source.layout.columns
    guard source.layout.xColumn != nil else {
      throw FeatureDataError.coordinatesMissing(path: source.path, columns: columns)
    }
    func column(_ wanted: String?, _ usual: [String]) throws -> Int? {
      for name in wanted.map({ [$0] }) ?? usual {
        if let index = columns.firstIndex(where: { $0.isSameName(as: name) }) { return index }
      }
      guard let wanted else { return nil }
      throw FeatureDataError.columnMissing(path: source.path, column: wanted, columns: columns)
    }
    guard let street = try column(street, Self.streetNames) else {
      throw FeatureDataError.columnMissing(path: source.path, column: "street", columns: columns)
    }
    let number = try column(houseNumber, Self.houseNumberNames)
    return Indexes(houseNumber: number, street: street)
  }

  /// Checks that the header of a file has the columns.
  ///
  /// - Throws: `FeatureDataError`.
  package func check(_ region: FileRegion) throws {
    _ = try indexes(in: try CSVSource(region: region, options: options))
  }
}
