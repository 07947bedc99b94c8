import Bytes
import OrderedJSON

/// Writes a folder `level/column/row.png`, with rows from the north.
enum TileFolderWriter {
  static func write(_ copy: inout TileCopy, to target: consuming AtomicFolder) throws {
    let folder = target
    for entry in copy.tiles.entries {
      guard let (bytes, image) = try copy.read(entry) else { continue }
      var file = try OutputFile(path: folder.path(for: "\(entry.tile).\(image.ending)"))
      try file.append(bytes.span)
      try file.close()
    }
    let tiles = try copy.written()
    var metadata: JSONObject = [
      "name": .string(copy.name), "format": .string(copy.image.ending), "scheme": "xyz",
      "minzoom": .number(tiles.levelRange.lowerBound),
      "maxzoom": .number(tiles.levelRange.upperBound),
      "bounds": .array(tiles.bounds.map { JSON.number($0) }),
    ]
    if let attribution = copy.attribution { metadata.append("attribution", .string(attribution)) }
    var file = try OutputFile(path: folder.path(for: "metadata.json"))
    try file.append(JSONWriter.write(.object(metadata), style: .pretty).span)
    try file.close()
    try folder.commit()
  }
}
