import Bytes
import SQLiteFile

extension PageWriter {
  /// Writes the complete pages to the output.
  mutating func drainPages<Output: PatchableOutput & ~Copyable>(
    to output: inout Output
  ) throws(GeodatabaseError) {
    do {
      try drain(into: &output)
    } catch { throw .database(error) }
  }
}
