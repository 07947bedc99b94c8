import Bytes
import Foundation
import Merging
import TestSupport
import Testing

struct UndoFileTests {
  private let folder: TemporaryFolder
  private let output: String
  private let before = [UInt8](repeating: 7, count: 3_000_000)

  init() throws {
    folder = try TemporaryFolder()
    output = try folder.write([UInt8](repeating: 9, count: 2_500_000), to: "out.gpkg")
    let previous = try folder.write(before, to: "current.gpkg")
    let undo = try UndoFile(beside: output, previous: FileRegion(InputFile(path: previous)))
    let merged = FileRegion(try InputFile(path: output))
    try undo.finished(merged: try UndoFile.fingerprint(of: merged)).commit()
  }

  @Test func `undoing a merge restores the bytes, and works only once`() throws {
    try UndoFile.undo(output)
    #expect(try InputFile(path: output).read(at: 0, count: before.count) == before)
    #expect(throws: MergingError.nothingToUndo(path: output + ".undo")) {
      try UndoFile.undo(output)
    }
  }

  @Test func `a merge that was killed before its undo file was renamed can be undone`()
    throws
  {
    // No process has such a large id.
    let left = folder.path(".out.gpkg.undo.partial-4194305-1")
    try FileManager.default.moveItem(atPath: output + ".undo", toPath: left)
    // An undo file of the previous store.
    try folder.write(
      Array("FPUNDO1\n".utf8) + [UInt8](repeating: 1, count: 50), to: "out.gpkg.undo")
    try UndoFile.undo(output)
    #expect(try folder.read("out.gpkg") == before)
    #expect(try folder.files() == ["current.gpkg", "out.gpkg"])
  }

  @Test func `the undo file of a running merge is left alone`() throws {
    // A run in another container that shares the folder. Only its lock is visible here.
    let path = try folder.write(
      Array("FPUNDO1\n".utf8) + [UInt8](repeating: 1, count: 50),
      to: ".out.gpkg.undo.partial-4194305-1")
    let held = try #require(FileHandle(forUpdatingAtPath: path))
    #expect(flock(held.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    try UndoFile.undo(output)
    #expect(try folder.read("out.gpkg") == before)
    #expect(try folder.files().count == 3)
    try held.close()
  }

  @Test func `a store that was edited after the merge keeps its edits`() throws {
    try folder.write([UInt8](repeating: 8, count: 2_500_000), to: "out.gpkg")
    #expect(throws: MergingError.changedSinceMerge(path: output)) { try UndoFile.undo(output) }
    try folder.write([UInt8](repeating: 9, count: 2_500_000), to: "out.gpkg")
    try folder.write([1], to: "out.gpkg-wal")
    #expect(throws: MergingError.changedSinceMerge(path: output)) { try UndoFile.undo(output) }
  }

  @Test(arguments: [0, 5, 24])
  func `a truncated undo file is ignored`(length: Int) throws {
    let whole = try InputFile(path: output + ".undo")
    try folder.write(try whole.read(at: 0, count: length), to: "out.gpkg.undo")
    #expect(throws: MergingError.nothingToUndo(path: output + ".undo")) {
      try UndoFile.undo(output)
    }
  }
}
