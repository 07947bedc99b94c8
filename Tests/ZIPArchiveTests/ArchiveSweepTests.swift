import Bytes
import Foundation
import TestSupport
import Testing
import ZIPArchive

/// Damages every byte of small archives in turn. An archive that opens gives the right content or a
/// specific error.
struct ArchiveSweepTests {
  static let isExhaustive = ProcessInfo.processInfo.environment["FIELDPACK_EXHAUSTIVE"] == "1"

  private let file: ZIPFile
  init() throws { file = try ZIPFile() }

  /// The allowed content of every entry of an archive.
  private static let contents: Set<[UInt8]> = [
    Array("hello".utf8), Array("aaaa".utf8), [1, 2, 3],
  ]

  /// Archives of many forms: stored, deflated, streamed, ZIP64, with a prefix, with a comment.
  private static func seeds() throws -> [(name: String, bytes: [UInt8])] {
    let deflated = try RawArchive.Member(deflating: Array("aaaa".utf8), name: "b/c")
    var streamed = RawArchive.Member("s")
    (streamed.flags, streamed.localSize, streamed.localChecksum) = (8, 0, 0)
    streamed.trailer.append(littleEndian: UInt32(0x0807_4B50))
    streamed.trailer.append(littleEndian: streamed.checksum)
    streamed.trailer.append(littleEndian: UInt32(5))
    streamed.trailer.append(littleEndian: UInt32(5))
    var plain = RawArchive(RawArchive.Member(), deflated, streamed)
    plain.comment = Array("PK\u{5}\u{6} crew 7".utf8)
    var prefixed = RawArchive(RawArchive.Member(), deflated)
    prefixed.prefix = Array("#!/bin/sh\n".utf8)
    let folder = try TemporaryFolder()
    let target = try AtomicFile(replacing: folder.path("seed.zip"), overwrite: true)
    var wide = ArchiveWriter(target, zip64From: 0)
    try wide.appendStored("a", [1, 2, 3].span)
    try wide.appendDeflated("b", Array("aaaa".utf8).span)
    try wide.finish()
    return [
      ("plain", plain.bytes), ("prefixed", prefixed.bytes), ("wide", try folder.read("seed.zip")),
    ]
  }

  /// Reads every entry. Returns whether the archive opened.
  @discardableResult
  private func read(_ region: FileRegion) throws -> Bool {
    let reader: ArchiveReader
    do {
      reader = try ArchiveReader(region: region)
    } catch {
      #expect(!"\(error)".isEmpty)
      return false
    }
    for entry in reader.entries {
      do {
        let content = try reader.read(entry, limit: 1000)
        #expect(Self.contents.contains(content))
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
    return true
  }

  @Test func `an archive cut off anywhere is rejected`() throws {
    for (name, bytes) in try Self.seeds() {
      let whole = try InputFile(path: file.folder.write(bytes, to: name))
      for end in 0..<bytes.count {
        #expect(try !read(FileRegion(whole, offset: 0, count: end)), "\(name) to \(end)")
      }
    }
  }

  @Test func `every wrong byte is detected or harmless`() throws {
    var generator = SeededGenerator(seed: 7)
    for (_, sound) in try Self.seeds() {
      for index in sound.indices {
        // Every bit, all ones, all zeros, or every other value.
        var values = Self.isExhaustive ? Array(UInt8.min...UInt8.max) : [0, 0xFF]
        if !Self.isExhaustive {
          values.append(sound[index] ^ 1 << UInt8(generator.integer(in: 0...7)))
        }
        for value in values where value != sound[index] {
          var bytes = sound
          bytes[index] = value
          try read(region(bytes))
        }
      }
    }
  }

  @Test func `every wrong number is detected or harmless`() throws {
    for (_, sound) in try Self.seeds() {
      for index in sound.indices.dropLast(3) {
        for number: UInt32 in [0, 1, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFE, UInt32(sound.count)] {
          var bytes = sound
          bytes.store(littleEndian: number, at: index)
          try read(region(bytes))
          guard Self.isExhaustive else { break }
        }
      }
    }
  }

  @Test func `every missing or doubled byte is detected or harmless`() throws {
    for (_, sound) in try Self.seeds() {
      for index in sound.indices {
        var bytes = sound
        bytes.remove(at: index)
        try read(region(bytes))
        bytes = sound
        bytes.insert(sound[index], at: index)
        try read(region(bytes))
      }
    }
  }

  private func region(_ bytes: [UInt8]) throws -> FileRegion {
    var scratch = try OutputFile(scratchIn: file.folder.path)
    try scratch.append(bytes.span)
    return FileRegion(try scratch.reopen())
  }
}
