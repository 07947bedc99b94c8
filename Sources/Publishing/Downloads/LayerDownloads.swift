import Bytes
import OrderedJSON

/// The files of a layer that people take home: `data/LAYER.geojson` and `data/LAYER.csv`. GeoJSON
/// is split where it would be larger than static hosts take; each part is a document of its own.
struct LayerDownloads: ~Copyable {
  /// Cloudflare Pages takes files of 25 MiB.
  static let largestFile = 25_000_000

  private let layer: SiteLayer
  private let largest: Int
  private var csv: SiteFileWriter
  private var features: SiteFileWriter?
  private var part = 0
  /// By part: path and size.
  private var parts: [(path: String, size: Int)] = []

  init(
    _ layer: SiteLayer, header: [UInt8], largest: Int = LayerDownloads.largestFile,
    in output: borrowing SiteOutput
  ) throws(BytesError) {
    self.layer = layer
    self.largest = largest
    var csv = try output.open("data/\(layer.id).csv")
    try csv.append(header.span)
    self.csv = csv
  }

  /// Adds the records of a shard.
  mutating func append(
    _ piece: DownloadPiece, in output: inout SiteOutput
  ) throws(BytesError) {
    try csv.append(piece.rows.span)
    var start = 0
    for end in piece.featureEnds {
      try append(piece.features.span.extracting(start..<end), in: &output)
      start = end
    }
  }

  private mutating func append(
    _ feature: Span<UInt8>, in output: inout SiteOutput
  ) throws(BytesError) {
    if let count = features?.count, count + feature.count + 16 > largest {
      try endPart(in: &output)
    }
    if features == nil {
      part += 1
      // The first part keeps the plain name until there is a second one.
      features = try output.open(path(part))
      var head: [UInt8] = []
      head.append(literal: "{\"type\":\"FeatureCollection\",\"name\":")
      JSONWriter.append(layer.title, to: &head)
      head.append(literal: ",\"features\":[\n")
      try features?.append(head.span)
    } else {
      try features?.append([UInt8](literal: ",\n").span)
    }
    try features?.append(feature)
  }

  private func path(_ part: Int) -> String {
    "data/\(layer.id)" + (part == 1 ? "" : "-\(part)") + ".geojson"
  }

  private mutating func endPart(in output: inout SiteOutput) throws(BytesError) {
    guard var file = features.take() else { return }
    try file.append([UInt8](literal: "\n]}\n").span)
    parts.append((path(part), file.count))
    try output.close(file)
  }

  /// Ends the files, and tells them as `downloads` in meta.js.
  consuming func finish(in output: inout SiteOutput) throws(BytesError) -> [JSON] {
    try endPart(in: &output)
    var list = parts.enumerated().map { index, part in
      Self.entry(part.path, parts.count > 1 ? "GeoJSON \(index + 1)" : "GeoJSON", part.size)
    }
    let csv = csv
    list.append(Self.entry("data/\(layer.id).csv", "CSV", csv.count))
    try output.close(csv)
    return list
  }

  private static func entry(_ path: String, _ label: String, _ size: Int) -> JSON {
    ["href": .string(path), "label": .string(label), "size": .string(ByteCount.text(size))]
  }
}
