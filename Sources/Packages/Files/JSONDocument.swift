package import Bytes
package import OrderedJSON

/// Reads whole JSON documents, such as maps and definitions.
package enum JSONDocument {
  /// The largest document, in bytes.
  static let sizeLimit = 256 << 20

  package static func read(path: String) throws -> JSON {
    try parse(try readBytes(path: path), path: path)
  }

  package static func readBytes(path: String) throws -> [UInt8] {
    try readBytes(FileRegion(InputFile(path: path)))
  }

  package static func readBytes(_ region: FileRegion) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let stream = try ByteStream(region: region, limit: sizeLimit)
    while try stream.read(upTo: 1 << 20, appendingTo: &bytes) > 0 {}
    return bytes
  }

  package static func parse(_ bytes: [UInt8], path: String) throws -> JSON {
    var leniencies: [JSONLeniency] = []
    return try about(path) {
      try JSONParser.parse(bytes, leniencies: &leniencies)
    }
  }
}
