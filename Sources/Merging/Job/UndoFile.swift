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

  /// The file as it is to appear beside the merged store of a fingerprint.
  ///
  /// - Throws: `BytesError`.
  package consuming func finished(merged: Fingerprint) throws(BytesError) -> AtomicFile {
    try file.write(Self.bytes(merged), at: Self.magic.count)
    return file
  }

  /// Puts a store back to what it was before it was merged into, and removes the file.
  ///
  /// A merge that was killed right when its store appeared has left the file under another name.
  ///
  /// - Throws: ``MergingError/nothingToUndo(path:)``, ``MergingError/changedSinceMerge(path:)``,
  ///   `BytesError`.
  package static func undo(_ output: String) throws {
    let path = path(of: output)
    var found: [(path: String, merged: [UInt8], file: FileRegion)] = []
    for path in [path] + AtomicFile.unfinished(path)
    where FileManager.default.fileExists(atPath: path) {
      if let file = try opened(path) { found.append((path, file.merged, file.region)) }
    }
    guard !found.isEmpty else { throw MergingError.nothingToUndo(path: path) }
    let merged = Self.bytes(try fingerprint(of: FileRegion(try InputFile(path: output))))
    guard let undo = found.first(where: { $0.merged == merged })?.file, !holdsEdits(output) else {
      throw MergingError.changedSinceMerge(path: output)
    }
    var file = try AtomicFile(replacing: output, overwrite: true)
    try file.append(undo.part(offset: headLength, count: undo.count - headLength))
    try file.commit()
    for file in found { try? FileManager.default.removeItem(atPath: file.path) }
  }

  /// A file, and the store it belongs to; nil for one that was cut or is none.
  private static func opened(
    _ path: String
  ) throws -> (merged: [UInt8], region: FileRegion)? {
    let region = FileRegion(try InputFile(path: path))
    guard region.count > headLength else { return nil }
    let head = try region.read(at: 0, count: headLength)
    guard Array(head.prefix(magic.count)) == magic else { return nil }
    return (Array(head.dropFirst(magic.count)), region)
  }

  /// Whether an app has left edits beside the store.
  private static func holdsEdits(_ output: String) -> Bool {
    ["-wal", "-journal"].contains { suffix in
      ((try? InputFile(path: output + suffix))?.size ?? 0) > 0
    }
  }

  private static func bytes(_ fingerprint: Fingerprint) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: fingerprint.high)
    bytes.append(bigEndian: fingerprint.low)
    return bytes
  }

  /// The fingerprint that tells a store from others.
  ///
  /// - Throws: `BytesError`.
  package static func fingerprint(of region: FileRegion) throws(BytesError) -> Fingerprint {
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
