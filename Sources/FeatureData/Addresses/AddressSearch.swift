package import Bytes
import Geometry

// A table of addresses is large, and there are few query positions. So the positions are indexed,
// and the table is read once.

/// Finds the addresses nearest to some positions.
package struct AddressSearch: Sendable {
  private let columns: AddressColumns
  private let index: NearbyPoints
  private var found: [Found?] = []

  /// The nearest address so far.
  private struct Found: Sendable {
    /// As measured by ``NearbyPoints``.
    var distance: Double
    var text: [UInt8]
  }

  /// - Parameters:
  ///   - meters: the maximum distance of an address.
  ///   - positions: longitude and latitude in degrees.
  package init(
    _ columns: AddressColumns, within meters: Double,
    of positions: [(longitude: Double, latitude: Double)]
  ) {
    self.columns = columns
    index = NearbyPoints(positions, within: meters)
    found = Array(repeating: nil, count: positions.count)
  }

  /// Reads a table and returns the address nearest to each position, such as `7451 N WOOLSEY AVE`.
  /// Nil if none is near enough. Of two addresses at the same distance, the first by its bytes is
  /// used.
  ///
  /// - Throws: `FeatureDataError`.
  package mutating func nearest(in region: FileRegion) throws -> [[UInt8]?] {
    let source = try CSVSource(region: region, options: columns.options)
    let indexes = try columns.indexes(in: source)
    var transform: CoordinateTransform?
    if let reference = columns.spatialReference {
      transform = try about(source.path) { try CoordinateTransform(from: reference, to: .wgs84) }
    }
    var stripes = try source.makeStripes()
    var firstRow = 0
    while let stripe = try stripes.next() {
      firstRow += try FeatureDataError.moving(byRows: firstRow) {
        try read(stripe, of: source, indexes: indexes, transform: transform)
      }
    }
    return found.map { $0?.text }
  }

  /// Reads some rows and returns their number.
  private mutating func read(
    _ stripe: Stripe, of source: CSVSource, indexes: AddressColumns.Indexes,
    transform: CoordinateTransform?
  ) throws -> Int {
    var reader = try CSVRowReader(source, stripe)
    let text = reader.text
    let index = index
    var shape = Geometry(.point)
    while try reader.next(text.span) {
      guard reader.readPoint(text.span, into: &shape) else { continue }
      var position = (x: shape.x(0), y: shape.y(0))
      if let transform {
        guard let degrees = transform.forward(x: position.x, y: position.y) else { continue }
        position = degrees
      }
      guard position.x.magnitude <= 360, position.y.magnitude <= 90 else {
        throw FeatureDataError.feature(
          path: source.path, row: reader.row, offset: stripe.offset,
          expected: "longitude and latitude in degrees, or a \"spatialReference\" in the rule")
      }
      index.forEachNear(longitude: position.x, latitude: position.y) { query, distance in
        note(reader, text: text.span, indexes: indexes, distance: distance, query: query)
      }
    }
    return reader.row
  }

  private mutating func note(
    _ reader: CSVRowReader, text: Span<UInt8>, indexes: AddressColumns.Indexes,
    distance: Double, query: Int
  ) {
    if let known = found[query], known.distance < distance { return }
    guard let address = Self.address(reader, text: text, indexes: indexes) else { return }
    if let known = found[query], known.distance == distance,
      !address.lexicographicallyPrecedes(known.text)
    {
      return
    }
    found[query] = Found(distance: distance, text: address)
  }

  /// Returns house number and street, or nil without a street.
  private static func address(
    _ reader: CSVRowReader, text: Span<UInt8>, indexes: AddressColumns.Indexes
  ) -> [UInt8]? {
    let street = words(reader.cells[indexes.street], text)
    guard !street.isEmpty else { return nil }
    let number = indexes.houseNumber.map { words(reader.cells[$0], text) } ?? []
    return number.isEmpty ? street : number + [0x20] + street
  }

  /// Returns the words of a cell, separated by single blanks.
  private static func words(_ token: ValueToken, _ text: Span<UInt8>) -> [UInt8] {
    let cell = CSVText.content(of: token, in: text)
    return Array(
      cell.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        .joined(separator: [0x20]))
  }
}
