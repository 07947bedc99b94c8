import Bytes
import GeoPackage
import Geometry
import Merging
import SQLiteFile

/// The features around the changes, as grey dots: where a change lies is seen by its neighbours.
struct ReviewSurroundings {
  /// More dots than these tell nothing more: of more features every second, third … is taken.
  static let most = 20_000

  private let west: Double
  private let south: Double
  private let east: Double
  private let north: Double

  /// A box around all places with some room; nil for none.
  init?(_ places: [ReviewContent.Place]) {
    guard let first = places.first else { return nil }
    var box = (first.longitude, first.latitude, first.longitude, first.latitude)
    for place in places {
      box.0 = min(box.0, place.longitude)
      box.1 = min(box.1, place.latitude)
      box.2 = max(box.2, place.longitude)
      box.3 = max(box.3, place.latitude)
    }
    let room = max(0.002, max(box.2 - box.0, box.3 - box.1) * 0.15)
    (west, south, east, north) = (box.0 - room, box.1 - room, box.2 + room, box.3 + room)
  }

  /// The points of a table in the box. A row that cannot be read is no dot: the map shows where
  /// changes lie, and damage is told elsewhere.
  func places(
    of table: String, in store: GeoPackageReader, toDegrees: CoordinateTransform
  ) -> [ReviewContent.Place] {
    guard var rows = try? store.rows(of: table) else { return [] }
    var places: [ReviewContent.Place] = []
    while (try? rows.next()) == true {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      guard case .blob(let range) = rows.layout.value(1, in: record),
        let box = try? GeoPackageBlob.envelope(of: record.extracting(range)), box.minX == box.maxX,
        box.minY == box.maxY, let at = toDegrees.forward(x: box.minX, y: box.minY),
        at.x >= west, at.x <= east, at.y >= south, at.y <= north
      else { continue }
      places.append(ReviewContent.Place(longitude: at.x, latitude: at.y))
    }
    let step = (places.count + Self.most - 1) / Self.most
    guard step > 1 else { return places }
    return stride(from: 0, to: places.count, by: step).map { places[$0] }
  }
}
