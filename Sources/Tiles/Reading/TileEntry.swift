/// A tile and where its bytes are.
package struct TileEntry: Sendable, Equatable {
  package let tile: TileID
  /// An offset in a file, or the id of a row.
  let place: Int
  /// The number of bytes.
  package let length: Int
  /// Which file of the input has it.
  let file: UInt32
  /// Which input has it; set when inputs are joined.
  var input: UInt16 = 0

  init(_ tile: TileID, place: Int, length: Int, file: Int = 0) {
    self.tile = tile
    self.place = place
    self.length = length
    self.file = UInt32(file)
  }
}
