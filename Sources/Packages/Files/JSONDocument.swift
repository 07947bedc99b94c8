import Bytes
package import OrderedJSON

/// Reads whole JSON documents, such as maps and definitions.
package enum JSONDocument {
  /// The largest document, in bytes.
  static let sizeLimit = 256 << 20

  package static func read(path: String) throws(PackagingError) -> JSON {
    try parse(try readBytes(path: path), path: path)
  }

  package static func readBytes(path: String) throws(PackagingError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(BytesError) {
      let stream = try ByteStream(region: FileRegion(InputFile(path: path)), limit: sizeLimit)
      while try stream.read(upTo: 1 << 20, appendingTo: &bytes) > 0 {}
    } catch { throw .file(error) }
    return bytes
  }

  package static func parse(_ bytes: [UInt8], path: String) throws(PackagingError) -> JSON {
    var leniencies: [JSONLeniency] = []
    do throws(JSONError) {
      return try JSONParser.parse(bytes, leniencies: &leniencies)
    } catch { throw .mapUnreadable(path: path, error) }
  }
}
