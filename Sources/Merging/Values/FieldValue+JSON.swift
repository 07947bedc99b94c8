import Bytes
import Geometry
package import OrderedJSON

extension FieldValue {
  /// The value as JSON for reports, without any loss:
  ///
  ///     {"$int": "9007199254740993"}            a whole number beyond 2^53
  ///     {"$wkb": "0101…"}                       a geometry, as ISO well-known binary
  ///     {"$sha256": "…", "size": 1234}          bytes
  ///     {"$text": "66ff6f"}                     the bytes of text that is not UTF-8
  package func json(_ meaning: FieldMeaning) -> JSON {
    switch self {
    case .null: return .null
    case .integer(let number):
      guard number.magnitude <= 1 << 53, let exact = Int(exactly: number) else {
        return ["$int": .string(String(number))]
      }
      return .number(exact)
    case .real(let number):
      return number.isFinite ? .number(number) : .string("\(number)")
    case .text(let bytes):
      guard UTF8Validation.isValid(bytes.span) else {
        return ["$text": .string(SHA256.hex(bytes))]
      }
      return .string(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes):
      if meaning.isGeometry, let start = try? GeoPackageBlob.wkbOffset(in: bytes.span) {
        return ["$wkb": .string(SHA256.hex(Array(bytes[start...])))]
      }
      return [
        "$sha256": .string(SHA256.hex(SHA256.of(bytes.span))), "size": .number(bytes.count),
      ]
    }
  }
}
