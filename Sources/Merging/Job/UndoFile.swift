// OUT.undo: the current store as it was before a merge, so that the merge can be taken back.
//
//   8   "FPUNDO1\n"
//   16  fingerprint of the merged store: of the fingerprints of its blocks of 1 MiB, one after the
//       other; big-endian
//   n   the store as it was

package import Bytes
import FoundationEssentials

/// The data as it was before a merge, beside what the merge wrote.
///
/// It is begun while the merge goes on, and finished once the merged store is known.
package struct UndoFile: ~Copyable {
  private static let magic = Array("FPUNDO1\n".utf8)
  private static let blockSize = 1 << 20
  private static var headLength: Int { magic.count + 16 }

  private var file: AtomicFile

  /// The path of the file that belongs to a merged store.
  package static func path(of output: String) -> String { output + ".undo" }

  /// Begins the file beside a store that is to be written, with the data as they are.
  ///
  /// - Throws: `BytesError`.
  package init(beside output: String, previous: FileRegion) throws(BytesError) {
    var file = try AtomicFile(replacing: Self.path(of: output), overwrite: true)
    try file.append(Self.magic)
    try file.append([UInt8](repeating: 0, count: Self.headLength - Self.magic.count))
    try file.append(previous)
    self.file = file
  }

  /// The file as it is to appear beside this merged store.
  ///
  /// - Throws: `BytesError`.
  package consuming func finished(merged: FileRegion) throws(BytesError) -> AtomicFile {
    let fingerprint = try Self.fingerprint(of: merged)
    var head: [UInt8] = []
    head.append(bigEndian: fingerprint.high)
    head.append(bigEndian: fingerprint.low)
    try file.write(head, at: Self.magic.count)
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
    try file.append(undo.part(offset: headLength, count: undo.count - headLength))
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
    var fingerprint = BlockFingerprint()
    var block: [UInt8] = []
    var offset = 0
    while offset < region.count {
      let count = min(blockSize, region.count - offset)
      try region.read(at: offset, count: count, into: &block)
      fingerprint.add(block.span)
      offset += count
    }
    return fingerprint.finish()
  }
}
