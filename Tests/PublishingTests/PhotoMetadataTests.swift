import Foundation
import Publishing
import TestSupport
import Testing

struct PhotoMetadataTests {
  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
  }

  /// Exif data with an orientation, a location and a maker's name.
  static func exif(turn: UInt8, isLittleEndian: Bool) -> [UInt8] {
    func word(_ value: UInt16) -> [UInt8] {
      let bytes = [UInt8(value >> 8), UInt8(value & 255)]
      return isLittleEndian ? bytes.reversed() : bytes
    }
    func long(_ value: UInt16) -> [UInt8] {
      isLittleEndian ? word(value) + [0, 0] : [0, 0] + word(value)
    }
    var note = Array((isLittleEndian ? "II" : "MM").utf8) + word(42) + long(8) + word(3)
    note += word(0x010F) + word(2) + long(4) + Array("Acme".utf8)
    note += word(0x0112) + word(3) + long(1) + word(UInt16(turn)) + [0, 0]
    note += word(0x8825) + word(4) + long(1) + long(60)
    return note + long(0) + Array("45.51N 122.62W".utf8)
  }

  static let jfif = Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 1, 1, 9, 9, 9]
  static let tables = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
  static let frame = segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56]
  static let end: [UInt8] = [0xFF, 0xD9]

  static func jpeg(_ notes: [UInt8], behind: [UInt8] = []) -> [UInt8] {
    [0xFF, 0xD8] + segment(0xE0, jfif) + notes + tables + frame + scan + end + behind
  }

  static func stripped(_ bytes: [UInt8]) throws -> StrippedPhoto {
    guard case .stripped(let photo) = PhotoMetadata.strip(bytes) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return photo
  }

  @Test(arguments: [true, false])
  func `a JPEG keeps only its picture and orientation`(isLittleEndian: Bool) throws {
    let profile = Self.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 7, 7])
    let adobe = Self.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let note = Self.exif(turn: 6, isLittleEndian: isLittleEndian)
    let photo = try Self.stripped(
      Self.jpeg(
        Self.segment(0xE1, Array("Exif\0\0".utf8) + note)
          + Self.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)) + profile
          + Self.segment(0xE2, Array("MPF\0".utf8)) + Self.segment(0xED, Array("Photoshop".utf8))
          + adobe + Self.segment(0xFE, Array("by me".utf8)) + [0xFF, 0xFF],
        behind: Array("a film".utf8) + [0xFF, 0xD8]))
    let turn = Self.segment(
      0xE1,
      Array("Exif\0\0".utf8) + [
        0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ])
    let header = Self.segment(0xE0, Array(Self.jfif.prefix(12)) + [0, 0])
    #expect(
      photo.bytes
        == [0xFF, 0xD8] + header + turn + profile + adobe + Self.tables + Self.frame + Self.scan
        + Self.end)
    #expect(photo.hadLocation)
    #expect(photo.removedCount > note.count)
  }

  @Test func `an upright JPEG gets no Exif data, and a clean one is unchanged`() throws {
    let upright = Self.segment(
      0xE1, Array("Exif\0\0".utf8) + Self.exif(turn: 1, isLittleEndian: true))
    let photo = try Self.stripped(Self.jpeg(upright))
    #expect(!photo.bytes.contains(0xE1))
    let again = try Self.stripped(photo.bytes)
    #expect(again.bytes == photo.bytes && again.removedCount == 0 && !again.hadLocation)
    let progressive =
      [0xFF, 0xD8] + Self.frame + Self.scan + Self.segment(0xFE, [1, 2]) + Self.tables
      + Self.scan + Self.end
    #expect(try Self.stripped(progressive).removedCount == 6)
  }

  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF], "a marker"),
      ([0xFF, 0xD8, 0xFF, 0xD9], "a scan before the end"),
      ([0xFF, 0xD8] + scan + end, "a frame before the scan"),
      ([0xFF, 0xD8] + frame + scan, "a marker"),
      ([0xFF, 0xD8] + frame + [0xFF, 0xE1, 0, 1], "a length up to 2"),
      ([0xFF, 0xD8] + frame + [0xFF, 0xE1, 0xFF, 0xFF, 0], "a length up to 3"),
      ([0xFF, 0xD8] + frame + [0xFF, 0xE1, 0], "a length"),
      ([0xFF, 0xD8, 0xFF, 0xD8], "a segment"),
      ([0xFF, 0xD8, 0xFF, 0xDB, 0, 2, 7], "a marker"),
    ] as [([UInt8], String)])
  func `a broken JPEG is reported and not published`(bytes: [UInt8], expected: String) {
    guard case .broken(.jpeg, _, let found) = PhotoMetadata.strip(bytes) else {
      Issue.record("taken")
      return
    }
    #expect(found == expected)
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    [0, 0, UInt8(data.count >> 8), UInt8(data.count & 255)] + Array(type.utf8) + data + [
      9, 9, 9, 9,
    ]
  }

  static let png =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])

  @Test func `a PNG loses its texts and times`() throws {
    let pixels = Self.chunk("IDAT", [1, 2, 3]) + Self.chunk("IEND", [])
    let photo = try Self.stripped(
      Self.png + Self.chunk("tEXt", Array("Author\0me".utf8)) + Self.chunk("gAMA", [0, 0, 0, 1])
        + Self.chunk("eXIf", Self.exif(turn: 3, isLittleEndian: false)) + Self.chunk("tIME", [1])
        + Self.chunk("teSt", [1]) + pixels + [1, 2, 3])
    #expect(photo.hadLocation)
    #expect(photo.bytes.starts(with: Self.png + Self.chunk("gAMA", [0, 0, 0, 1])))
    #expect(photo.bytes.suffix(pixels.count).elementsEqual(pixels))
    #expect(photo.bytes.count == Self.png.count + 16 + 38 + pixels.count)
    for bytes in [Self.png, Self.png + Self.chunk("IEND", []), Array(Self.png.dropLast(20))] {
      guard case .broken(.png, _, _) = PhotoMetadata.strip(bytes) else {
        Issue.record("taken")
        return
      }
    }
  }

  @Test func `other kinds of files are not stripped`() {
    for text in ["", "GIF88a…", "%PDF-1.4", "RIFF1234WAVEfmt "] {
      #expect(PhotoMetadata.strip(Array(text.utf8)) == .otherKind)
    }
  }

  @Test func `the demo's photos keep their pictures`() throws {
    let folder = Fixture.treesOfPortland + "/attachments"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".jpg") }
    #expect(!names.isEmpty)
    for name in names {
      let bytes = Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
      #expect(try Self.stripped(bytes).bytes.count <= bytes.count)
    }
  }

  @Test func `damaged files are reported or stripped, and stripping is stable`() throws {
    let samples = [
      Self.jpeg(
        Self.segment(
          0xE1, Array("Exif\0\0".utf8) + Self.exif(turn: 8, isLittleEndian: true))),
      Self.png + Self.chunk("eXIf", Self.exif(turn: 3, isLittleEndian: false))
        + Self.chunk("IDAT", [1]) + Self.chunk("IEND", []),
      Array("RIFF".utf8) + [70, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 12]
        + [UInt8](repeating: 0, count: 9) + Array("VP8 ".utf8) + [4, 0, 0, 0, 1, 2, 3, 4]
        + Array("EXIF".utf8) + [28, 0, 0, 0] + Self.exif(turn: 5, isLittleEndian: false),
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x21, 0xFE, 2, 65, 66, 0, 0x21, 0xF9, 4]
        + [0, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B],
    ]
    Fuzz.run(iterations: 3_000) { seed in
      var mutator = Mutator(seed: seed)
      let bytes = mutator.mutated(samples[Int(seed % 4)], others: samples)
      guard case .stripped(let photo) = PhotoMetadata.strip(bytes) else { return }
      guard case .stripped(let again) = PhotoMetadata.strip(photo.bytes) else {
        Issue.record("seed \(seed): what was taken is refused")
        return
      }
      #expect(again.bytes == photo.bytes, "seed \(seed)")
      #expect(!again.hadLocation, "seed \(seed)")
    }
  }

  static let pillow = """
    import io, sys
    from PIL import Image, PngImagePlugin, ImageOps
    folder = sys.argv[2]
    picture = Image.effect_noise((60, 40), 80).convert("RGB")
    exif = Image.Exif()
    exif[0x010F] = "Acme"
    exif[0x0112] = 6
    exif[0x9003] = "2026:01:02 03:04:05"
    exif[0x8825] = {1: "N", 2: (45.0, 30.0, 51.0)}
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "me")
    info.add_itxt("Comment", "where")
    kinds = {
      "plain.jpg": dict(exif=exif, comment=b"by me", icc_profile=b"p" * 200),
      "progressive.jpg": dict(exif=exif, progressive=True, xmp=b"<x:xmpmeta/>"),
      "restarts.jpg": dict(exif=exif, restart_marker_blocks=2),
      "texts.png": dict(exif=exif, pnginfo=info, dpi=(72, 72)),
      "lossy.webp": dict(exif=exif, xmp=b"<x:xmpmeta/>"),
      "lossless.webp": dict(exif=exif, lossless=True),
      "bare.webp": dict(),
      "film.gif": dict(save_all=True, append_images=[picture.rotate(90)], comment=b"by me", loop=3),
      "film.webp": dict(exif=exif, save_all=True, append_images=[picture.rotate(90)]),
    }
    for name, options in kinds.items():
      path = folder + "/" + name
      if sys.argv[1] == "write":
        picture.save(path, **options)
        continue
      before, after = Image.open(path), Image.open(path + ".out")
      assert before.format == after.format and before.tobytes() == after.tobytes(), name
      turned = ImageOps.exif_transpose(before).size
      assert ImageOps.exif_transpose(after).size == turned, name
      assert before.info.get("icc_profile") == after.info.get("icc_profile"), name
      notes = dict(after.getexif())
      assert notes == ({0x0112: 6} if "exif" in options else {}), (name, notes)
      assert before.info.get("loop") == after.info.get("loop"), name
      assert getattr(before, "n_frames", 1) == getattr(after, "n_frames", 1), name
      for key in ("comment", "xmp", "Author", "Comment"):
        assert key not in after.info, (name, key)
      data = open(path + ".out", "rb").read()
      assert b"Acme" not in data and b"2026:01" not in data and b"xmpmeta" not in data, name
      print(name)
    """

  @Test(.needs(.python("PIL")))
  func `Pillow reads the same picture and orientation, and no other metadata`() async throws {
    let python = try #require(Tool.python(having: "PIL"))
    let folder = try TemporaryFolder()
    let written = try await python.run(["-c", Self.pillow, "write", folder.path])
    try #require(written.status == 0, "\(written.errorText)")
    let names = try folder.files()
    #expect(names.count == 9)
    for name in names {
      let photo = try Self.stripped(try folder.read(name))
      #expect(photo.hadLocation == !["bare.webp", "film.gif"].contains(name), "\(name)")
      try folder.write(photo.bytes, to: name + ".out")
    }
    let judged = try await python.run(["-c", Self.pillow, "judge", folder.path])
    #expect(judged.status == 0, "\(judged.errorText)")
    #expect(judged.lines.count == 9)
  }
}
