import Bytes
import SQLiteFile

extension PageWriter {
  /// Writes the complete pages to the output.
  mutating func drainPages<Output: PatchableOutput & ~Copyable>(
    to output: inout Output
  ) throws {
    try drain(into: &output)
  }
}
