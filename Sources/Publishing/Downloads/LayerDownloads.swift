import Bytes
import OrderedJSON

/// The downloads of a layer, `data/LAYER.geojson`, `data/LAYER.csv` and `data/LAYER.gpkg`, and the
/// files from which browsers make downloads of some records.
struct LayerDownloads: ~Copyable {
  private let layer: SiteLayer
  private let table: DownloadTable
  private let request: SiteRequest
  private var csv: DownloadFile
  private var features: DownloadFile
  private var rows: RowStoreWriter
  private var exported: ExportedFiles

  /// - Parameter scratch: A folder for temporary files.
  init(
    _ layer: SiteLayer, _ format: DownloadFormat, _ request: SiteRequest, scratch: String
  ) throws(BytesError) {
    self.layer = layer
    self.request = request
    table = format.table
    var head: [UInt8] = []
    head.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(layer.title, to: &head)
    head.append(literal: ",\"features\":[\n")
    features = DownloadFile(
      layer.id, ".geojson", head: head, between: [UInt8](literal: ",\n"),
      tail: [UInt8](literal: "\n]}\n"), request)
    // With a byte order mark, spreadsheets read all letters correctly.
    csv = DownloadFile(
      layer.id, ".csv", head: [0xEF, 0xBB, 0xBF] + format.header, between: [], tail: [], request)
    rows = try RowStoreWriter(scratchIn: scratch)
    exported = ExportedFiles(layer: layer.id)
  }

  /// Adds the records of a shard.
  mutating func append(_ piece: DownloadPiece, in output: inout SiteOutput) throws {
    try csv.append(piece.rows.span, ends: piece.rowEnds, in: &output)
    try features.append(piece.features.span, ends: piece.featureEnds, in: &output)
    try rows.append(piece.stored.bytes.span, ends: piece.stored.ends)
    try exported.append(piece.exportedText, in: &output)
  }

  /// Finishes the files and returns the `downloads` entry of meta.js.
  ///
  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  consuming func finish(
    _ computed: ComputedFields, built: Int64, in output: inout SiteOutput
  ) async throws -> [JSON] {
    try exported.end(in: &output)
    try features.end(in: &output)
    // A table without records still has its header line.
    if !csv.isBegun { try csv.begin(in: &output) }
    try csv.end(in: &output)
    let entries = Self.entries(features.parts, "GeoJSON") + Self.entries(csv.parts, "CSV")
    let store = GeoPackageDownload(
      layer, table, computed, rows: try rows.finish(), built: built, request)
    return entries + Self.entries(try await store.write(into: &output), "GeoPackage")
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
