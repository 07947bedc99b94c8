// What cameras and programs write into pictures besides the picture: where and when it was taken,
// by whom, with which device, a smaller copy of what it was before it was cut. Published pictures
// keep what drawing them needs, and nothing else: size, colours, the turn that shows them upright.

/// A picture without what was written about it.
package struct StrippedPhoto: Sendable, Equatable {
  /// The file.
  package var bytes: [UInt8]
  /// How many bytes were taken out; the one note that may be put in instead is not counted.
  package var removedCount: Int
  /// Whether it said where it was taken.
  package var heldPosition: Bool
}

/// Takes notes out of pictures.
package enum PhotoMetadata {
  /// The kinds of file that are understood.
  package enum Kind: String, Sendable {
    case jpeg, png, webp, gif
  }

  /// What became of a file.
  package enum Outcome: Sendable, Equatable {
    /// The file without its notes.
    case stripped(StrippedPhoto)
    /// The file says it is a picture but is not as its format has it; what it holds is not known.
    case broken(kind: Kind, offset: Int, expected: String)
    /// Something else, which may hold anything.
    case otherKind
  }

  /// What the first bytes say a file is, whatever its name says.
  package static func kind(of bytes: [UInt8]) -> Kind? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGMetadata.signature) { return .png }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    return nil
  }

  /// Takes the notes out of a file. The same file gives the same bytes; taking notes out again
  /// changes nothing.
  package static func strip(_ bytes: [UInt8]) -> Outcome {
    guard let kind = kind(of: bytes) else { return .otherKind }
    do throws(PhotoDamage) {
      switch kind {
      case .jpeg: return .stripped(try JPEGMetadata.strip(bytes))
      case .png: return .stripped(try PNGMetadata.strip(bytes))
      case .webp: return .stripped(try WebPMetadata.strip(bytes))
      case .gif: return .stripped(try GIFMetadata.strip(bytes))
      }
    } catch {
      return .broken(kind: kind, offset: error.offset, expected: error.expected)
    }
  }
}

/// Where a picture is not as its format has it.
struct PhotoDamage: Error, Equatable {
  var offset: Int
  var expected: String
}
