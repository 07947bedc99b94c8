import Bytes
import OrderedJSON

/// The downloads of a layer, `data/LAYER.geojson`, `data/LAYER.csv` and `data/LAYER.gpkg`, and the
/// files from which browsers make downloads of some records.
struct LayerDownloads: ~Copyable {
  private let layer: SiteLayer
  private let table: DownloadTable
  private let request: SiteRequest
  /// The GeoPackage in an earlier site, if records are kept.
  private let earlier: EarlierStore?
  private var csv: DownloadFile
  private var features: DownloadFile
  private var rows: PublishedRowsWriter
  private var exported: ExportedFiles

  /// The forms of the downloads that are texts.
  enum Form: String, CaseIterable, Sendable {
    case features = ".geojson"
    case csv = ".csv"
  }

  /// What an earlier site has of the records of a shard.
  struct Kept {
    /// Where the records are in the texts.
    let csv: [DownloadStripe]
    let features: [DownloadStripe]
    /// What browsers need (``DownloadPiece/exportedText``).
    let exported: [UInt8]
    /// The rows in the GeoPackage.
    let rows: Range<Int>
  }

  /// What was written.
  struct Written {
    /// The `downloads` entry of meta.js, without the GeoPackage.
    var entries: [JSON]
    /// Where the records of each shard are in the texts.
    var csv: [[DownloadStripe]]
    var features: [[DownloadStripe]]
    /// What is still being made.
    var store: OpenGeoPackage
  }

  /// - Parameters:
  ///   - earlier: The GeoPackage in an earlier site, if records are kept.
  ///   - scratch: A folder for temporary files.
  ///   - known: Numbers of bytes that the texts have at least.
  init(
    _ layer: SiteLayer, _ format: DownloadFormat, _ request: SiteRequest, earlier: EarlierStore?,
    scratch: String, known: (Form) -> Int
  ) throws(BytesError) {
    self.layer = layer
    self.request = request
    self.earlier = earlier
    table = format.table
    var head: [UInt8] = []
    head.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(layer.title, to: &head)
    head.append(literal: ",\"features\":[\n")
    features = DownloadFile(
      layer.id, Form.features.rawValue, head: head, between: [UInt8](literal: ",\n"),
      tail: [UInt8](literal: "\n]}\n"), request, known: known(.features))
    // With a byte order mark, spreadsheets read all letters correctly.
    csv = DownloadFile(
      layer.id, Form.csv.rawValue, head: [0xEF, 0xBB, 0xBF] + format.header, between: [],
      tail: [], request, known: known(.csv))
    rows = try PublishedRowsWriter(earlier: earlier?.rows, scratchIn: scratch)
    exported = ExportedFiles(layer: layer.id)
  }

  /// Adds the records of a shard.
  mutating func append(_ piece: DownloadPiece, in output: inout SiteOutput) throws {
    try csv.append(piece.rows.span, ends: piece.rowEnds, in: &output)
    try features.append(piece.features.span, ends: piece.featureEnds, in: &output)
    try rows.append(piece.stored.bytes.span, ends: piece.stored.ends)
    try exported.append(piece.exportedText, isKept: false, in: &output)
  }

  /// Adds the records of a shard as they are in an earlier site.
  ///
  /// - Parameter read: Returns the bytes of a stripe there.
  mutating func append(
    _ kept: Kept, in output: inout SiteOutput, read: (DownloadStripe, Form) throws -> [UInt8]
  ) throws {
    try csv.append(kept: kept.csv, in: &output) { try read($0, .csv) }
    try features.append(kept: kept.features, in: &output) { try read($0, .features) }
    rows.append(kept: kept.rows)
    try exported.append(kept.exported, isKept: true, in: &output)
  }

  /// Finishes the texts and begins the GeoPackage.
  ///
  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  consuming func finish(
    _ computed: ComputedFields, built: Int64, in output: inout SiteOutput
  ) throws -> Written {
    try exported.end(in: &output)
    try features.end(in: &output)
    // A table without records still has its header line.
    if !csv.isBegun { try csv.begin(in: &output) }
    try csv.end(in: &output)
    let store = GeoPackageDownload(
      layer, table, computed, rows: try rows.finish(), earlier: earlier, built: built, request)
    return Written(
      entries: Self.entries(features.parts, "GeoJSON") + Self.entries(csv.parts, "CSV"),
      csv: csv.shards, features: features.shards,
      store: OpenGeoPackage(store, scratch: output.scratch))
  }

  /// Returns the members of the `downloads` entry of meta.js for the files of a download.
  static func entries(_ parts: [DownloadFile.Part], _ word: String) -> [JSON] {
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
