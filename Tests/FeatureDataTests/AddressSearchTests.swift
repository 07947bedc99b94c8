import Bytes
import FeatureData
import Foundation
import Geometry
import TestSupport
import Testing

/// Finding the address nearest to a position.
@Suite struct AddressSearchTests {
  private func nearest(
    _ csv: String, _ positions: [(Double, Double)], within meters: Double = 50,
    _ columns: AddressColumns = AddressColumns()
  ) throws -> [String?] {
    let folder = try TemporaryFolder()
    let path = try folder.write(csv, to: "addresses.csv")
    var search = AddressSearch(
      columns, within: meters, of: positions.map { (longitude: $0.0, latitude: $0.1) })
    return try search.nearest(in: FileRegion(InputFile(path: path)))
      .map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(arguments: [
    ("lon,lat,number,street", "-122.7,45.5,7451,N WOOLSEY AVE", "7451 N WOOLSEY AVE"),
    ("x,y,House Number,Street Name", "-122.7,45.5,7451,N WOOLSEY AVE", "7451 N WOOLSEY AVE"),
    (
      "LON,LAT,NUMBER,STREET,CITY", "-122.7,45.5, 7451 ,\"N  WOOLSEY  AVE\",PDX",
      "7451 N WOOLSEY AVE"
    ),
    ("longitude;latitude;street", "-122.7;45.5;7451 N WOOLSEY AVE", "7451 N WOOLSEY AVE"),
    ("lon,lat,number,street", "-122.7,45.5,,N WOOLSEY AVE", "N WOOLSEY AVE"),
    ("lon,lat,number,street", "-122.7,45.5,7451,\"RUE \"\"X\"\"\"", "7451 RUE \"X\""),
    ("lon,lat,number,street", "-122.7,45.5,7451,", nil),
    ("lon,lat,number,street", ",,7451,N WOOLSEY AVE", nil),
  ])
  func `an address is a house number and a street`(
    header: String, row: String, address: String?
  ) throws {
    #expect(try nearest("\(header)\n\(row)\n", [(-122.7, 45.5)]) == [address])
  }

  @Test func `columns with other names can be named`() throws {
    var columns = AddressColumns()
    (columns.x, columns.y, columns.houseNumber, columns.street) = ("E", "N", "Nr", "Weg")
    columns.spatialReference = SpatialReference(epsg: 3_857)
    let csv = "E,N,Nr,Weg\n1113194.9,0,5,AM RING\n"
    #expect(try nearest(csv, [(10, 0)], within: 50, columns) == ["5 AM RING"])
  }

  @Test(arguments: [
    ("lat,lon,number\n", "street"), ("number,street\n1,A\n", "longitude"),
    ("x,y,street\n500000,5000000,A\n", "spatialReference"), ("x,y,street\n\"1,2,A\n", "quote"),
  ])
  func `a table that can't be used gives an error`(csv: String, word: String) {
    let error = #expect(throws: FeatureDataError.self) { try nearest(csv, [(1, 1)]) }
    #expect(error.map { "\($0)".contains(word) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `of two addresses at the same distance, the first by its bytes is used`() throws {
    let rows = ["1,1,2,B ST", "1,1,1,A ST", "1,1,1,B ST"]
    for order in [rows, rows.reversed()] {
      let csv = "lon,lat,number,street\n" + order.joined(separator: "\n")
      #expect(try nearest(csv, [(1, 1)]) == ["1 A ST"])
    }
  }

  @Test func `distances are in meters on the sphere`() throws {
    // A degree of a great circle is 111,195 m. A degree of longitude at 60 degrees north is half of
    // that.
    let csv = "lon,lat,street\n10.001,60,A\n"
    #expect(try nearest(csv, [(10, 60)], within: 56) == ["A"])
    #expect(try nearest(csv, [(10, 60)], within: 55) == [nil])
    #expect(try nearest("lon,lat,street\n10,60.001,A\n", [(10, 60)], within: 111) == [nil])
    #expect(try nearest("lon,lat,street\n10,60.001,A\n", [(10, 60)], within: 112) == ["A"])
  }

  @Test(arguments: UInt64(1)...20)
  func `the result equals an exhaustive search, also at the poles and across 180 degrees`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let center = [(0.0, 0.0), (179.9999, 10), (-180, -45), (30, 89.9995), (120, -89.9999)][
      Int(seed % 5)]
    func position() -> (Double, Double) {
      let spread = center.1.magnitude > 80 ? 180.0 : 0.01
      var x = center.0 + Double.random(in: -spread...spread, using: &random)
      if x > 180 { x -= 360 } else if x < -180 { x += 360 }
      return (x, min(90, max(-90, center.1 + Double.random(in: -0.003...0.003, using: &random))))
    }
    let positions = (0..<40).map { _ in position() }
    let addresses = (0..<60).map { _ in position() }
    let csv =
      "lon,lat,street\n"
      + addresses.enumerated().map { "\($1.0),\($1.1),S\($0)\n" }.joined()
    let meters = Double([5, 60, 400][Int(seed % 3)])
    let expected = positions.map { position -> String? in
      let near = addresses.enumerated().map { (distance(position, $1), $0) }.min { $0.0 < $1.0 }
      return near.flatMap { $0.0 <= meters ? "S\($0.1)" : nil }
    }
    #expect(try nearest(csv, positions, within: meters) == expected)
  }

  /// The angle along the sphere, computed with vectors.
  private func distance(_ one: (Double, Double), _ other: (Double, Double)) -> Double {
    func vector(_ position: (Double, Double)) -> [Double] {
      let (x, y) = (position.0 * .pi / 180, position.1 * .pi / 180)
      return [cos(y) * cos(x), cos(y) * sin(x), sin(y)]
    }
    let gap = zip(vector(one), vector(other)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    return 2 * 6_371_008.8 * asin(min(1, gap.squareRoot() / 2))
  }
}
