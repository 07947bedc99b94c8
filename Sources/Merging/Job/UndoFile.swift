// OUT.undo: the current store as it was before a merge, so that the merge can be taken back.
//
//   8   "FPUNDO1\n"
//   16  fingerprint of the merged store: of the fingerprints of its blocks of 1 MiB, one after the
//       other; big-endian
//   n   the store as it was

package import Bytes
import FoundationEssentials

/// The data as it was before a merge, beside what the merge wrote.
package enum UndoFile {
  private static let magic = Array("FPUNDO1\n".utf8)
  private static let blockSize = 1 << 20
  private static var headLength: Int { magic.count + 16 }

  /// The path of the file that belongs to a merged store.
  package static func path(of output: String) -> String { output + ".undo" }

  /// Writes the file that is to appear beside a merged store.
  ///
  /// - Throws: `BytesError`.
  package static func written(
    beside output: String, merged: FileRegion, previous: FileRegion
  ) throws(BytesError) -> AtomicFile {
    var file = try AtomicFile(replacing: path(of: output), overwrite: true)
    var head = magic
    let fingerprint = try fingerprint(of: merged)
    head.append(bigEndian: fingerprint.high)
    head.append(bigEndian: fingerprint.low)
    try file.append(head.span)
    try forEachBlock(of: previous, from: 0) { block throws(BytesError) in
      try file.append(block.span)
    }
    return file
  }

  /// Puts a store back to what it was before it was merged into, and removes the file.
  ///
  /// - Throws: ``MergingError/nothingToUndo(path:)``, ``MergingError/changedSinceMerge(path:)``,
  ///   `BytesError`.
  package static func undo(_ output: String) throws {
    let path = path(of: output)
    guard FileManager.default.fileExists(atPath: path) else {
      throw MergingError.nothingToUndo(path: path)
    }
    let undo = FileRegion(try InputFile(path: path))
    guard undo.count > headLength else { throw MergingError.nothingToUndo(path: path) }
    let head = try undo.read(at: 0, count: headLength)
    guard Array(head.prefix(magic.count)) == magic else {
      throw MergingError.nothingToUndo(path: path)
    }
    let fingerprint = try fingerprint(of: FileRegion(try InputFile(path: output)))
    guard head.span.bigEndianUInt64(at: magic.count) == fingerprint.high,
      head.span.bigEndianUInt64(at: magic.count + 8) == fingerprint.low,
      !holdsEdits(output)
    else { throw MergingError.changedSinceMerge(path: output) }
    var file = try AtomicFile(replacing: output, overwrite: true)
    try forEachBlock(of: undo, from: headLength) { block throws(BytesError) in
      try file.append(block.span)
    }
    try file.commit()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Whether an app has left edits beside the store.
  private static func holdsEdits(_ output: String) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      ((try? InputFile(path: output + suffix))?.size ?? 0) > 0
    }
  }

  private static func fingerprint(of region: FileRegion) throws(BytesError) -> Fingerprint {
    var blocks: [UInt8] = []
    try forEachBlock(of: region, from: 0) { block throws(BytesError) in
      let fingerprint = Fingerprint(block.span)
      blocks.append(bigEndian: fingerprint.high)
      blocks.append(bigEndian: fingerprint.low)
    }
    return Fingerprint(blocks.span)
  }

  private static func forEachBlock(
    of region: FileRegion, from start: Int, _ body: ([UInt8]) throws(BytesError) -> Void
  ) throws(BytesError) {
    var block: [UInt8] = []
    var offset = start
    while offset < region.count {
      let count = min(blockSize, region.count - offset)
      try region.read(at: offset, count: count, into: &block)
      try body(block)
      offset += count
    }
  }
}
