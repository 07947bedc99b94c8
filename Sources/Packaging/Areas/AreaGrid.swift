import Bytes
import FeatureData
import Geometry
import OrderedJSON
import Packages

/// Equal cells over the data, in degrees. `A1` is in the north-west, as on a paper map.
struct AreaGrid: Sendable {
  let set: AreaSet

  /// The length of a degree of latitude in meters.
  private static let degree = 111_320.0

  init(_ size: GridSize, over tables: [PlannedTable]) throws {
    let extent = Self.extent(of: tables)
    guard !extent.isEmpty else {
      throw PackagingError.areas(text: "grid", expected: "layers with data to lay a grid over")
    }
    let (width, height) = Self.cell(size, over: extent)
    let columns = Self.count(extent.width, width)
    let rows = Self.count(extent.height, height)
    guard columns * rows <= AreaSet.limit else {
      throw PackagingError.areas(
        text: "grid",
        expected: "larger cells: these are \(NumberText.grouped(columns)) by "
          + NumberText.grouped(rows))
    }
    var set = AreaSet(leavesOutEmpty: true)
    for row in 0..<rows {
      for column in 0..<columns {
        // Rounded as in the text, so that `--area` with the text selects the same.
        let sides = [
          max(-180, extent.minX + width * Double(column)),
          max(-90, extent.maxY - height * Double(row + 1)),
          min(180, extent.minX + width * Double(column + 1)),
          min(90, extent.maxY - height * Double(row)),
        ].map { ($0 * 1_000_000).rounded() / 1_000_000 }
        let text = sides.map { JSONNumber($0)?.text ?? "" }.joined(separator: ",")
        let box = Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])
        set.areas.append(
          NamedArea(
            name: "\(Self.letters(column))\(row + 1)", text: text,
            area: try AreaOfInterest(
              shape: Geometry(box), spatialReference: SpatialReference(epsg: 4326), text: text)))
      }
    }
    self.set = set
  }

  /// The extent of all layers in degrees.
  private static func extent(of tables: [PlannedTable]) -> Envelope {
    var extent = Envelope.empty
    for table in tables {
      guard let field = table.schema?.geometry, let box = table.survey?.survey.envelope,
        !box.isEmpty,
        let degrees = try? CoordinateTransform(
          from: field.spatialReference, to: SpatialReference(epsg: 4326)
        ).envelope(of: box)
      else { continue }
      extent.formUnion(degrees)
    }
    return extent
  }

  private static func cell(_ size: GridSize, over extent: Envelope) -> (Double, Double) {
    switch size {
    case .cells(let columns, let rows):
      return (extent.width / Double(columns), extent.height / Double(rows))
    case .meters(let length):
      let shrink = Transcendental.cos((extent.minY + extent.maxY) / 2 * .pi / 180)
      return (length / (degree * max(0.01, shrink)), length / degree)
    }
  }

  private static func count(_ length: Double, _ step: Double) -> Int {
    step > 0 ? max(1, Int(min((length / step - 1e-9).rounded(.up), 1_000_000))) : 1
  }

  /// The name of a column as in a spreadsheet: A … Z, AA, AB …
  private static func letters(_ column: Int) -> String {
    var (rest, letters) = (column, "")
    while true {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + letters
      guard rest >= 26 else { return letters }
      rest = rest / 26 - 1
    }
  }
}
