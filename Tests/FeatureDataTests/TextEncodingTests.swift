import FeatureData
import Foundation
import TestSupport
import Testing

/// CSV in encodings other than UTF-8.
@Suite struct TextEncodingTests {
  private func read(_ bytes: [UInt8], _ name: String, stripeSize: Int = 1 << 20) throws -> ReadTable
  {
    var options = CSVOptions()
    options.encoding = try #require(TextEncoding(name: name))
    return try ReadTable(csv: bytes, options, stripeSize: stripeSize)
  }

  private static let mark = "„Linde“ – 5 €"

  @Test(arguments: ["latin1", "ISO-8859-1", "windows-1252", "cp1252"])
  func `what is called Latin-1 is Windows-1252, as in browsers`(name: String) throws {
    let bytes: [UInt8] =
      Array("n\n".utf8) + [0x84] + Array("Linde".utf8) + [0x93, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]
    #expect(try read(bytes, name).rows == [[.text(Self.mark)]])
  }

  @Test(
    .needs(.python("encodings")),
    arguments: ["windows-1250", "windows-1251", "windows-1252", "iso-8859-2", "iso-8859-15"])
  func `a code page has the characters of Python's codec for all bytes`(name: String) async throws {
    let python = try #require(Tool.python(having: "encodings"))
    // Bytes that Python doesn't know are control characters in browsers.
    let script = """
      import sys
      for b in range(256):
        try: c = bytes([b]).decode(sys.argv[1])
        except UnicodeDecodeError: c = chr(b)
        print(ord(c))
      """
    let answer = try await python.run(["-c", script, name])
    let expected = answer.lines.compactMap { UInt32($0) }
    try #require(expected.count == 256)
    for byte in UInt8.min...UInt8.max where byte != 0 && byte != 0x0A && byte != 0x0D {
      let cell = try read([0x6E, 0x0A, 0x22, byte, byte == 0x22 ? byte : 0x20, 0x22], name).rows
      let scalar = try #require(Unicode.Scalar(expected[Int(byte)]))
      #expect(cell == [[.text(byte == 0x22 ? "\"" : "\(scalar) ")]], "byte \(byte)")
    }
  }

  @Test(arguments: ["utf-8", "latin1", "utf-16be"])
  func `UTF-16 with a byte order mark is read whatever the binding says`(name: String) throws {
    let text = "Größe;n\r\n\"a\nb\";🌳日\r\n"
    for isBigEndian in [false, true] {
      let units = Array(("\u{FEFF}" + text).utf16)
      let bytes = units.flatMap { unit in
        isBigEndian
          ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      for size in [1, 2, 3, 5, 1 << 20] {
        let table = try read(bytes, name, stripeSize: size)
        #expect(table.names == ["Größe", "n"])
        #expect(table.rows == [["a\nb", "🌳日"]])
      }
    }
  }

  @Test func `UTF-16 without a byte order mark is read if a binding says so`() throws {
    let bytes = Array("a\nxé\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try read(bytes, "UTF-16").rows == [["xé"]])
    #expect(try read(bytes, "utf-16le").rows == [["xé"]])
    let swapped = Array("a\nxé\n".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try read(swapped, "utf-16be").rows == [["xé"]])
    let error = #expect(throws: FeatureDataError.self) { try read(bytes, "utf-8") }
    guard case .nulByte(_, offset: 1) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test(
    arguments: [
      [0x61, 0, 0x0A, 0, 0x00, 0xD8, 0x0A, 0], [0x61, 0, 0x0A, 0, 0x62],
      [0x61, 0, 0x0A, 0, 0x00, 0xDC],
    ] as [[UInt8]])
  func `half a character of UTF-16 is an error`(bytes: [UInt8]) throws {
    let error = #expect(throws: FeatureDataError.self) { try read(bytes, "utf-16") }
    guard case .notUTF8(_, row: 1, _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `a mark of UTF-8 overrides the binding`() throws {
    #expect(try read(Array("\u{FEFF}é\nß\n".utf8), "latin1").names == ["é"])
  }

  @Test func `text that isn't UTF-8 is an error with its row`() throws {
    let csv = Array("n,m\n\"two\nlines\",x\n\na,b\nJos".utf8) + [0xE9] + Array(",x\n".utf8)
    for size in [1, 4, 1 << 20] {
      let error = #expect(throws: FeatureDataError.self) {
        try read(csv, "utf-8", stripeSize: size)
      }
      guard case .notUTF8(_, row: 3, offset: 26) = error else {
        return #expect(Bool(false), "\(String(describing: error))")
      }
    }
    let header = Array("n,Stra".utf8) + [0xDF] + Array("e\na,b\n".utf8)
    let error = #expect(throws: FeatureDataError.self) { try read(header, "utf-8") }
    guard case .notUTF8(_, row: 0, offset: 6) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `other encodings have no name`() {
    #expect(TextEncoding(name: "shift_jis") == nil)
    #expect(TextEncoding(name: "") == nil)
    #expect(TextEncoding.usualNames.allSatisfy { TextEncoding(name: $0) != nil })
  }
}
