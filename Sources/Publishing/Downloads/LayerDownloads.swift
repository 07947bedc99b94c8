import Bytes
import OrderedJSON

/// The downloads of a layer, `data/LAYER.geojson` and `data/LAYER.csv`.
struct LayerDownloads: ~Copyable {
  private var csv: DownloadFile
  private var features: DownloadFile

  init(_ layer: SiteLayer, header: [UInt8], _ request: SiteRequest) {
    var head: [UInt8] = []
    head.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(layer.title, to: &head)
    head.append(literal: ",\"features\":[\n")
    features = DownloadFile(
      layer.id, ".geojson", head: head, between: [UInt8](literal: ",\n"),
      tail: [UInt8](literal: "\n]}\n"), request)
    // With a byte order mark, spreadsheets read all letters correctly.
    csv = DownloadFile(
      layer.id, ".csv", head: [0xEF, 0xBB, 0xBF] + header, between: [], tail: [], request)
  }

  /// Adds the records of a shard.
  mutating func append(_ piece: DownloadPiece, in output: inout SiteOutput) throws {
    try csv.append(piece.rows.span, ends: piece.rowEnds, in: &output)
    try features.append(piece.features.span, ends: piece.featureEnds, in: &output)
  }

  /// Finishes the files and returns the `downloads` entry of meta.js.
  consuming func finish(in output: inout SiteOutput) throws -> [JSON] {
    try features.end(in: &output)
    // A table without records still has its header line.
    if !csv.isBegun { try csv.begin(in: &output) }
    try csv.end(in: &output)
    return Self.entries(features.parts, "GeoJSON") + Self.entries(csv.parts, "CSV")
  }

  private static func entries(_ parts: [DownloadFile.Part], _ word: String) -> [JSON] {
    parts.enumerated().map { index, part in
      let size = NumberText.bytes(part.size)
      return [
        "href": .string(part.path),
        "label": .string(
          parts.count > 1 ? "\(word), part \(index + 1) of \(parts.count)" : word),
        "size": .string(part.isArchive ? "zip, \(size)" : size),
      ]
    }
  }
}
