import Foundation
import TestSupport
import Testing

/// A made inventory of trees, in a form in which cities publish theirs: without GlobalIDs, and with
/// a number for each tree.
struct OpenInventory: Sendable, CustomTestStringConvertible {
  let name: String
  /// The type of the map's layer and its title.
  let layerType: String
  let layer: String
  /// The names of the file and of the fields: the tree's number, its species, and a number that
  /// crews measure.
  let file: String
  let key: String
  let species: String
  let measure: String

  /// Comma-separated values, as Vancouver's.
  static let vancouver = OpenInventory(
    name: "Vancouver", layerType: "CSV", layer: "Street trees", file: "street-trees.csv",
    key: "TREE_ID", species: "GENUS_NAME", measure: "DIAMETER")
  /// GeoJSON, as that of Graz.
  static let graz = OpenInventory(
    name: "Graz", layerType: "GeoJSON", layer: "Baumkataster", file: "baumkataster.geojson",
    key: "baumid", species: "baumart", measure: "stammumfang")

  var testDescription: String { name }

  /// A tree of the inventory.
  struct Tree: Sendable, Equatable {
    var number: Int
    var species: String
    var measure: Int
    var x: Double
    var y: Double
  }

  /// Forty trees in a row, a hundredth of a degree apart.
  static let trees = (0..<40).map { index in
    Tree(
      number: 149_556 + 7 * index, species: ["ACER", "TILIA", "QUERCUS"][index % 3],
      measure: 10 + index, x: Double(index) / 100, y: 49.25)
  }

  /// Writes the map and the data.
  ///
  /// - Parameter data: the name of the data's folder.
  func write(_ trees: [Tree], to data: String, in folder: TemporaryFolder) throws {
    try folder.write(
      """
      {"version": "2.31", "operationalLayers": [{"id": "trees", "title": "\(layer)",
       "layerType": "\(layerType)", "url": "https://opendata.example.org/\(file)"}]}
      """, to: "map.json")
    try folder.write(layerType == "CSV" ? csv(trees) : geoJSON(trees), to: data + "/" + file)
  }

  private func csv(_ trees: [Tree]) -> String {
    "\(key),\(species),\(measure),STD_STREET,longitude,latitude\n"
      + trees.map {
        "\($0.number),\($0.species),\($0.measure),\"W 4TH AV, NORTH\",\($0.x),\($0.y)\n"
      }
      .joined()
  }

  private func geoJSON(_ trees: [Tree]) -> String {
    let features = trees.map { tree in
      """
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [\(tree.x), \(tree.y)]},
       "properties": {"\(key)": \(tree.number), "\(species)": "\(tree.species)",
        "\(measure)": \(tree.measure), "hinweis": null}}
      """
    }
    return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ",\n"))]}"#
  }

  /// The option that makes GlobalIDs from the numbers.
  var minting: [String] { ["--mint-globalids", "\(layer):\(key)"] }

  /// The id of a number: a UUID of version 5, as the manual says.
  func expectedID(_ number: String) async throws -> String {
    guard let python = Tool.python3 else { throw AcceptanceError.noProgram }
    let name = layer.lowercased() + "/" + number
    let text = try await python.output([
      "-c",
      "import uuid, sys; n = uuid.UUID('5f8a4d0e-6b1c-5e2a-9d37-c41f70b6a982'); "
        + "print(str(uuid.uuid5(n, sys.argv[1])).upper())", name,
    ])
    return "{\(text)}"
  }
}
