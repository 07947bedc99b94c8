import Foundation
import TestSupport

/// Tiles of levels 8 to 14 from 122.7° to 122.5° west and from 45.4° to 45.6° north, each other bytes.
struct CityTiles {
  var name = "City streets"
  var attribution: String? = "© City"
  var image = png

  /// Writes a folder of them.
  func write(to path: String, in folder: TemporaryFolder) throws {
    for level in 8...14 {
      let (west, north) = Self.tile(-122.7, 45.6, level)
      let (east, south) = Self.tile(-122.5, 45.4, level)
      for column in west...east {
        for row in north...south {
          try folder.write(
            image + Array("\(level)/\(column)/\(row)".utf8),
            to: "\(path)/\(level)/\(column)/\(row).png")
        }
      }
    }
    let credits = attribution.map { #", "attribution": "\#($0)""# } ?? ""
    try folder.write(#"{"name": "\#(name)"\#(credits)}"#, to: "\(path)/metadata.json")
  }

  /// A header that gives 256 pixels.
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 1, 0, 0, 0, 1, 0]
  static let webp: [UInt8] =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8)
    + [10, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0]

  /// The column and row of the tile with a position in degrees.
  static func tile(_ longitude: Double, _ latitude: Double, _ level: Int) -> (Int, Int) {
    let count = Double(1 << level)
    let angle = latitude * .pi / 180
    return (
      Int((longitude + 180) / 360 * count),
      Int((1 - asinh(tan(angle)) / .pi) / 2 * count)
    )
  }
}
