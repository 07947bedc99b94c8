// OUT.undo: the office store from before a merge, for `fieldpack undo`.
//
//   8   "FPUNDO1\n"
//   16  fingerprint of the merged store, big-endian: the fingerprint of the fingerprints of its
//       blocks of 1 MiB
//   n   the store from before the merge

package import Bytes
import Packages

/// The data from before a merge, in a file beside the result.
///
/// Merge begins to write it while it works, and completes it when the result is known.
package struct UndoFile: ~Copyable {
  private static let magic = Array("FPUNDO1\n".utf8)
  private static let blockSize = 1 << 20
  private static var headLength: Int { magic.count + 16 }

  private var file: AtomicFile

  /// The path of the undo file of a merged store.
  package static func path(of output: String) -> String { output + ".undo" }

  /// Begins the file with the data from before the merge.
  ///
  /// - Throws: `BytesError`.
  package init(beside output: String, previous: FileRegion) throws(BytesError) {
    var file = try AtomicFile(replacing: Self.path(of: output), overwrite: true)
    try file.append(Self.magic)
    try file.append([UInt8](repeating: 0, count: Self.headLength - Self.magic.count))
    try file.append(previous)
    self.file = file
  }

  /// Completes the file with the fingerprint of the merged store.
  ///
  /// - Throws: `BytesError`.
  package consuming func finished(merged: Fingerprint) throws(BytesError) -> AtomicFile {
    try file.write(Self.bytes(merged), at: Self.magic.count)
    return file
  }

  /// Restores a store from before its last merge, and removes the undo file.
  ///
  /// If the store has that state already, only the undo file is removed. Somebody may have copied
  /// the old store back.
  ///
  /// - Throws: ``MergingError/nothingToUndo(path:)``, ``MergingError/changedSinceMerge(path:)``,
  ///   `BytesError`.
  package static func undo(_ output: String) throws {
    let path = path(of: output)
    guard let undo = try opened(path) else {
      throw MergingError.nothingToUndo(path: path)
    }
    let earlier = undo.region.part(offset: headLength, count: undo.region.count - headLength)
    let found = try fingerprint(of: FileRegion(try InputFile(path: output)))
    let joint = JointCommit()
    if Self.bytes(found) == undo.merged, try !holdsEdits(output) {
      try OutputRoom.check(for: earlier.count, beside: output)
      var file = try AtomicFile(replacing: output, overwrite: true)
      try file.append(earlier)
      try file.commit(with: joint)
    } else if try found != fingerprint(of: earlier) || holdsEdits(output) {
      throw MergingError.changedSinceMerge(path: output)
    }
    try joint.remove(path)
    try joint.run()
  }

  /// Opens an undo file. Returns nil if there is none, or if it is truncated or not an undo file.
  private static func opened(
    _ path: String
  ) throws -> (merged: [UInt8], region: FileRegion)? {
    guard let file = try InputFile.ifThere(path) else { return nil }
    let region = FileRegion(file)
    guard region.count > headLength else { return nil }
    let head = try region.read(at: 0, count: headLength)
    guard Array(head.prefix(magic.count)) == magic else { return nil }
    return (Array(head.dropFirst(magic.count)), region)
  }

  /// Whether an app has left edits in a log beside the store.
  private static func holdsEdits(_ output: String) throws -> Bool {
    try ["-wal", "-journal"].contains { suffix in
      try InputFile.ifThere(output + suffix)?.size ?? 0 > 0
    }
  }

  private static func bytes(_ fingerprint: Fingerprint) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: fingerprint.high)
    bytes.append(bigEndian: fingerprint.low)
    return bytes
  }

  /// The fingerprint of a store.
  ///
  /// - Throws: `BytesError`.
  package static func fingerprint(of region: FileRegion) throws(BytesError) -> Fingerprint {
    try BlockFingerprint.of(region, blockSize: blockSize)
  }
}
