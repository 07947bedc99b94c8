import Bytes

/// Records the types, z and m values of a table's geometries as they are written.
///
/// This makes the declared type of the column and its z and m flags correct (GeoPackage 1.3 §2.1.5,
/// requirements 25, 27, 28). The schema is written after the rows.
struct GeometryObserver: Sendable {
  /// Number of geometries seen.
  private(set) var count = 0
  private var kinds: UInt32 = 0
  private var withZ = 0
  private var withM = 0

  /// Reads one geometry. Invalid blobs count as a type of their own.
  mutating func observe(_ blob: Span<UInt8>) {
    count &+= 1
    guard let type = Self.wkbType(blob) else {
      kinds |= 1
      return
    }
    // ISO WKB adds 1,000 for z and 2,000 for m. Older writers set the two highest bits.
    let dimensions = type % 10_000 / 1_000
    kinds |= 1 &<< (type & 0xffff % 1_000 & 31)
    if type & 0x8000_0000 != 0 || dimensions & 1 == 1 { withZ &+= 1 }
    if type & 0x4000_0000 != 0 || dimensions & 2 == 2 { withM &+= 1 }
  }

  /// The type to declare: the wanted one, unless a row has another.
  func typeName(wanted: String) -> String {
    guard count > 0, let code = Self.names.firstIndex(of: wanted), code > 0 else { return wanted }
    return kinds == 1 << UInt32(code) ? wanted : Self.names[0]
  }

  /// The z flag: 0 if no geometry has z values, 1 if all have them, 2 if some do.
  func zFlag(declared: Bool) -> Int64 { Self.flag(withZ, of: count, declared: declared) }

  /// The m flag: 0 if no geometry has m values, 1 if all have them, 2 if some do.
  func mFlag(declared: Bool) -> Int64 { Self.flag(withM, of: count, declared: declared) }

  private static func flag(_ having: Int, of count: Int, declared: Bool) -> Int64 {
    if count == 0 { return declared ? 1 : 0 }
    return having == 0 ? 0 : having == count ? 1 : 2
  }

  /// The names of types, by WKB code.
  private static let names = [
    "GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING",
    "MULTIPOLYGON", "GEOMETRYCOLLECTION",
  ]

  private static func wkbType(_ blob: Span<UInt8>) -> UInt32? {
    guard blob.count >= 8, blob[0] == UInt8(ascii: "G"), blob[1] == UInt8(ascii: "P") else {
      return nil
    }
    let doubles: Int
    switch blob[3] >> 1 & 7 {
    case 0: doubles = 0
    case 1: doubles = 4
    case 2, 3: doubles = 6
    case 4: doubles = 8
    default: return nil
    }
    let start = 8 &+ doubles &* 8
    guard blob.count &- start >= 5 else { return nil }
    return blob[start] == 1
      ? blob.littleEndianUInt32(at: start &+ 1) : blob.bigEndianUInt32(at: start &+ 1)
  }
}
