// Cameras and programs write more than the picture into a file: where and when it was taken, by
// whom,
// with which device, and a thumbnail from before it was cropped. Published pictures keep only what
// is
// needed to draw them: size, colors and orientation.

/// A picture without its metadata.
package struct StrippedPhoto: Sendable, Equatable {
  /// The file.
  package var bytes: [UInt8]
  /// The number of removed bytes. The new orientation entry is not counted.
  package var removedCount: Int
  /// Whether the metadata contained a location.
  package var hadLocation: Bool
}

/// Removes metadata from pictures.
package enum PhotoMetadata {
  /// The supported kinds of files.
  package enum Kind: String, Sendable {
    case jpeg, png, webp, gif
  }

  /// The result for a file.
  package enum Outcome: Sendable, Equatable {
    /// The file without its metadata.
    case stripped(StrippedPhoto)
    /// The file begins like a picture but is damaged, so its content is unknown.
    case broken(kind: Kind, offset: Int, expected: String)
    /// Any other kind of file, which may contain anything.
    case otherKind
  }

  /// Returns the kind of file from its first bytes, ignoring its name.
  package static func kind(of bytes: [UInt8]) -> Kind? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGMetadata.signature) { return .png }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return .webp
    }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    return nil
  }

  /// Removes the metadata from a file. The result is deterministic, and stripping it again changes
  /// nothing.
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

/// Where a picture violates its format, and what was expected there.
struct PhotoDamage: Error, Equatable {
  var offset: Int
  var expected: String
}
