import Bytes
import SQLiteFile

extension PageWriter {
  /// Hands the complete pages on.
  mutating func handOn<Output: PatchableOutput & ~Copyable>(
    to output: inout Output
  ) throws(GeodatabaseError) {
    do {
      try drain(into: &output)
    } catch { throw .database(error) }
  }
}
