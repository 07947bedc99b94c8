import Bytes
import GeoPackage
import Geometry
import Merging
import Publishing
import Records

/// The features around the changes, drawn as gray dots for orientation.
struct ReviewSurroundings {
  /// The maximum number of dots. With more features, only every second, third … is drawn.
  static let maximum = 20_000

  private let west: Double
  private let south: Double
  private let east: Double
  private let north: Double

  /// Creates a box around all points with some margin; nil if there are none.
  init?(_ points: [ReviewContent.Point]) {
    guard let first = points.first else { return nil }
    var box = (first.longitude, first.latitude, first.longitude, first.latitude)
    for point in points {
      box.0 = min(box.0, point.longitude)
      box.1 = min(box.1, point.latitude)
      box.2 = max(box.2, point.longitude)
      box.3 = max(box.3, point.latitude)
    }
    let margin = max(0.002, max(box.2 - box.0, box.3 - box.1) * 0.15)
    (west, south, east, north) = (
      box.0 - margin, box.1 - margin, box.2 + margin, box.3 + margin
    )
  }

  /// Returns the points of a table in the box. Unreadable rows are skipped, because damage is
  /// reported elsewhere.
  ///
  /// - Throws: only faults of the machine.
  func points(
    of table: String, in store: GeoPackageReader, toDegrees: CoordinateTransform
  ) throws -> [ReviewContent.Point] {
    guard var rows = try unlessUnreadable({ try store.rows(of: table) }) else { return [] }
    var points: [ReviewContent.Point] = []
    while try unlessUnreadable({ try rows.next() }) == true {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      guard case .blob(let range) = rows.layout.value(1, in: record),
        let box = try? GeoPackageBlob.envelope(of: record.extracting(range)), box.minX == box.maxX,
        box.minY == box.maxY, let point = toDegrees.forward(x: box.minX, y: box.minY),
        point.x >= west, point.x <= east, point.y >= south, point.y <= north
      else { continue }
      points.append(ReviewContent.Point(longitude: point.x, latitude: point.y))
    }
    let step = (points.count + Self.maximum - 1) / Self.maximum
    guard step > 1 else { return points }
    return stride(from: 0, to: points.count, by: step).map { points[$0] }
  }
}
