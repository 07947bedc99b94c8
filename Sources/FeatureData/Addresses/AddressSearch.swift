package import Bytes
import Geometry

// A table of addresses is large and the places asked about are few: the places are indexed, and
// the table is read past them once.

/// Finds the addresses nearest to places.
package struct AddressSearch: Sendable {
  private let columns: AddressColumns
  private let index: NearbyPlaces
  private var found: [Found?] = []

  /// The nearest address so far.
  private struct Found: Sendable {
    /// As ``NearbyPlaces`` measures it.
    var distance: Double
    var text: [UInt8]
  }

  /// - Parameters:
  ///   - metres: addresses farther away are not taken.
  ///   - places: longitude and latitude in degrees.
  package init(
    _ columns: AddressColumns, within metres: Double,
    of places: [(longitude: Double, latitude: Double)]
  ) {
    self.columns = columns
    index = NearbyPlaces(places, within: metres)
    found = Array(repeating: nil, count: places.count)
  }

  /// Reads a table, and tells the address nearest to each place, `7451 N WOOLSEY AVE`; nil where
  /// none is near enough. Of two at one distance the one whose text comes first by its bytes.
  ///
  /// - Throws: `FeatureDataError`.
  package mutating func nearest(in region: FileRegion) throws(FeatureDataError) -> [[UInt8]?] {
    let source = try CSVSource(region: region, options: columns.options)
    let places = try columns.places(in: source)
    var transform: CoordinateTransform?
    if let reference = columns.spatialReference {
      do throws(GeometryError) {
        transform = try CoordinateTransform(from: reference, to: .wgs84)
      } catch { throw .spatialReference(path: source.path, error) }
    }
    var stripes = try source.makeStripes()
    var firstRow = 0
    while let stripe = try stripes.next() {
      do throws(FeatureDataError) {
        firstRow += try read(stripe, of: source, places, transform)
      } catch { throw error.moved(byRows: firstRow) }
    }
    return found.map { $0?.text }
  }

  /// Reads some rows, and tells how many they were.
  private mutating func read(
    _ stripe: Stripe, of source: CSVSource, _ places: AddressColumns.Places,
    _ transform: CoordinateTransform?
  ) throws(FeatureDataError) -> Int {
    var reader = try CSVRowReader(source, stripe)
    let text = reader.text
    let index = index
    var shape = Geometry(.point)
    while try reader.next(text.span) {
      guard reader.readPoint(text.span, into: &shape) else { continue }
      var place = (x: shape.x(0), y: shape.y(0))
      if let transform {
        guard let degrees = transform.forward(x: place.x, y: place.y) else { continue }
        place = degrees
      }
      guard place.x.magnitude <= 360, place.y.magnitude <= 90 else {
        throw .feature(
          path: source.path, row: reader.row, offset: stripe.offset,
          expected: "longitude and latitude in degrees, or a \"spatialReference\" in the rule")
      }
      index.forEachNear(longitude: place.x, latitude: place.y) { query, distance in
        note(reader, text.span, places, distance, query)
      }
    }
    return reader.row
  }

  private mutating func note(
    _ reader: CSVRowReader, _ text: Span<UInt8>, _ places: AddressColumns.Places,
    _ distance: Double, _ query: Int
  ) {
    if let known = found[query], known.distance < distance { return }
    guard let address = Self.address(reader, text, places) else { return }
    if let known = found[query], known.distance == distance,
      !address.lexicographicallyPrecedes(known.text)
    {
      return
    }
    found[query] = Found(distance: distance, text: address)
  }

  /// House number and street; nil without a street.
  private static func address(
    _ reader: CSVRowReader, _ text: Span<UInt8>, _ places: AddressColumns.Places
  ) -> [UInt8]? {
    let street = words(reader.cells[places.street], text)
    guard !street.isEmpty else { return nil }
    let number = places.houseNumber.map { words(reader.cells[$0], text) } ?? []
    return number.isEmpty ? street : number + [0x20] + street
  }

  /// The words of a cell, one blank between them.
  private static func words(_ token: ValueToken, _ text: Span<UInt8>) -> [UInt8] {
    var cell: [UInt8] = []
    let bytes = text.extracting(token.start..<token.end)
    if token.kind == .quotedText {
      CSVText.unquote(bytes, into: &cell)
    } else {
      cell.append(bytes)
    }
    return Array(
      cell.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        .joined(separator: [0x20]))
  }
}
