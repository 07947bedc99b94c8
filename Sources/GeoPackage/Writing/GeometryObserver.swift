import Bytes

/// What the geometry blobs of a table hold, seen while they pass: kinds, heights, measures.
///
/// The declared type of the column and its z and m flags then tell the truth (GeoPackage 1.3
/// §2.1.5, requirements 25, 27, 28): the schema is written after the rows.
struct GeometryObserver: Sendable {
  /// Geometries seen.
  private(set) var count = 0
  private var kinds: UInt32 = 0
  private var withZ = 0
  private var withM = 0

  /// Looks at one blob; what is no GeoPackage blob counts as a kind of its own.
  mutating func observe(_ blob: Span<UInt8>) {
    count &+= 1
    guard let type = Self.wkbType(blob) else {
      kinds |= 1
      return
    }
    // ISO adds 1,000 for z and 2,000 for m; older writers set the two highest bits.
    let dimensions = type % 10_000 / 1_000
    kinds |= 1 &<< (type & 0xffff % 1_000 & 31)
    if type & 0x8000_0000 != 0 || dimensions & 1 == 1 { withZ &+= 1 }
    if type & 0x4000_0000 != 0 || dimensions & 2 == 2 { withM &+= 1 }
  }

  /// The type to declare: the one wanted, unless a row has another.
  func typeName(wanted: String) -> String {
    guard count > 0, let code = Self.names.firstIndex(of: wanted), code > 0 else { return wanted }
    return kinds == 1 << UInt32(code) ? wanted : Self.names[0]
  }

  /// 0 none has it, 1 all have it, 2 some do.
  func zFlag(declared: Bool) -> Int64 { Self.flag(withZ, of: count, declared: declared) }

  /// 0 none has it, 1 all have it, 2 some do.
  func mFlag(declared: Bool) -> Int64 { Self.flag(withM, of: count, declared: declared) }

  private static func flag(_ having: Int, of count: Int, declared: Bool) -> Int64 {
    if count == 0 { return declared ? 1 : 0 }
    return having == 0 ? 0 : having == count ? 1 : 2
  }

  /// By WKB code.
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
