import Bytes
import OrderedJSON

/// The downloads of a layer, `data/LAYER.geojson` and `data/LAYER.csv`. They are split where they
/// would be too large for static hosts. Each part is a complete document.
struct LayerDownloads: ~Copyable {
  private var csv: SplitFile
  private var features: SplitFile

  init(_ layer: SiteLayer, header: [UInt8], largest: Int) {
    var head: [UInt8] = []
    head.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
    JSONWriter.append(layer.title, to: &head)
    head.append(literal: ",\"features\":[\n")
    features = SplitFile(
      "data/\(layer.id)", ".geojson", head: head, between: [UInt8](literal: ",\n"),
      tail: [UInt8](literal: "\n]}\n"), largest: largest)
    csv = SplitFile(
      "data/\(layer.id)", ".csv", head: header, between: [], tail: [], largest: largest)
  }

  /// Adds the records of a shard.
  mutating func append(
    _ piece: DownloadPiece, in output: inout SiteOutput
  ) throws(BytesError) {
    try csv.append(piece.rows.span, ends: piece.rowEnds, in: &output)
    try features.append(piece.features.span, ends: piece.featureEnds, in: &output)
  }

  /// Finishes the files and returns the `downloads` entry of meta.js.
  consuming func finish(in output: inout SiteOutput) throws(BytesError) -> [JSON] {
    try features.end(in: &output)
    // A table without records still has its header line.
    if csv.parts.isEmpty { try csv.begin(in: &output) }
    try csv.end(in: &output)
    return Self.entries(features.parts, "GeoJSON") + Self.entries(csv.parts, "CSV")
  }

  private static func entries(_ parts: [(path: String, size: Int)], _ word: String) -> [JSON] {
    parts.enumerated().map { index, part in
      [
        "href": .string(part.path),
        "label": .string(parts.count > 1 ? "\(word) \(index + 1)" : word),
        "size": .string(NumberText.bytes(part.size)),
      ]
    }
  }
}

/// A file of many records that continues in another file before it grows too large.
struct SplitFile: ~Copyable {
  private let stem: String
  private let suffix: String
  private let head: [UInt8]
  private let between: [UInt8]
  private let tail: [UInt8]
  private let largest: Int
  private var file: SiteFileWriter?
  private var isFirst = true
  /// The finished parts.
  private(set) var parts: [(path: String, size: Int)] = []

  init(
    _ stem: String, _ suffix: String, head: [UInt8], between: [UInt8], tail: [UInt8], largest: Int
  ) {
    self.stem = stem
    self.suffix = suffix
    self.head = head
    self.between = between
    self.tail = tail
    self.largest = largest
    file = nil
  }

  /// Adds records, each ending at one of `ends`.
  mutating func append(
    _ bytes: Span<UInt8>, ends: [Int], in output: inout SiteOutput
  ) throws(BytesError) {
    let between = between
    var start = 0
    for finish in ends {
      if let count = file?.count, count + finish - start + between.count + tail.count > largest {
        try end(in: &output)
      }
      try begin(in: &output)
      if !isFirst { try file?.append(between.span) }
      isFirst = false
      try file?.append(bytes.extracting(start..<finish))
      start = finish
    }
  }

  private var path: String { stem + (parts.isEmpty ? "" : "-\(parts.count + 1)") + suffix }

  /// Opens a part unless one is open.
  mutating func begin(in output: inout SiteOutput) throws(BytesError) {
    guard file == nil else { return }
    file = try output.open(path)
    isFirst = true
    let head = head
    try file?.append(head.span)
  }

  /// Finishes the open part.
  mutating func end(in output: inout SiteOutput) throws(BytesError) {
    guard var open = file.take() else { return }
    try open.append(tail.span)
    let path = path
    parts.append((path, open.count))
    try output.close(open)
  }
}
