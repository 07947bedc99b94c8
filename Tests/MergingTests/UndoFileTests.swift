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

  @Test func `an undo that was killed before it removed its file can be repeated`() throws {
    try folder.write(before, to: "out.gpkg")
    try UndoFile.undo(output)
    #expect(try folder.read("out.gpkg") == before)
    #expect(try folder.files() == ["current.gpkg", "out.gpkg"])
  }

  @Test func `a store that was edited after the merge keeps its edits`() throws {
    try folder.write([UInt8](repeating: 8, count: 2_500_000), to: "out.gpkg")
    #expect(throws: MergingError.changedSinceMerge(path: output)) { try UndoFile.undo(output) }
    try folder.write([UInt8](repeating: 9, count: 2_500_000), to: "out.gpkg")
    try folder.write([1], to: "out.gpkg-wal")
    #expect(throws: MergingError.changedSinceMerge(path: output)) { try UndoFile.undo(output) }
    try folder.write(before, to: "out.gpkg")
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
