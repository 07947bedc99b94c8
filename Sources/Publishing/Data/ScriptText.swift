import Bytes
import OrderedJSON

// The data files of a site are classic scripts that call one function, because a page opened from a
// disk may load scripts but not fetch files:
//
//   FP.points("trees",{"n":303,"box":[…],"bits":16,"x":"base64",…});
//
// Strings are escaped so that a file could also be embedded in an HTML page.

/// The text of a data file while it is written.
struct ScriptText {
  private(set) var bytes: [UInt8]
  private var isFirst = true

  /// Begins a call of `FP.name(…, {`.
  init(_ name: StaticString, layer: String? = nil, number: Int? = nil) {
    bytes = [UInt8](literal: "FP.")
    bytes.append(literal: name)
    bytes.append(UInt8(ascii: "("))
    if let layer {
      JSONWriter.append(layer, to: &bytes, forScript: true)
      bytes.append(UInt8(ascii: ","))
    }
    if let number {
      bytes += String(number).utf8
      bytes.append(UInt8(ascii: ","))
    }
    bytes.append(UInt8(ascii: "{"))
  }

  /// Begins a member. Its value must follow.
  mutating func key(_ name: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    JSONWriter.append(name, to: &bytes, forScript: true)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    bytes += String(value).utf8
  }

  mutating func member(_ name: String, _ value: JSON) {
    key(name)
    bytes += JSONWriter.write(value, forScript: true)
  }

  /// Adds a little-endian array as Base64.
  mutating func member(_ name: String, base64 array: [UInt8]) {
    key(name)
    bytes.append(UInt8(ascii: "\""))
    Base64Text.append(array.span, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a member with JSON text made elsewhere. It must be safe in a script.
  mutating func member(_ name: String, written json: [UInt8]) {
    key(name)
    bytes.append(json.span)
  }

  /// Appends the value after `key`: JSON text that is safe in a script.
  mutating func append(_ json: [UInt8]) { bytes.append(json.span) }

  /// Begins a long text, which `appendText` extends and `endText` ends.
  mutating func beginText(_ name: String) {
    key(name)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func appendText(_ utf8: [UInt8]) {
    var quoted: [UInt8] = []
    JSONWriter.append(utf8: utf8.span, to: &quoted, forScript: true)
    bytes.append(quoted.span.extracting(1..<quoted.count - 1))
  }

  mutating func endText() { bytes.append(UInt8(ascii: "\"")) }

  /// Ends the call.
  consuming func finish() -> [UInt8] {
    bytes.append(literal: "});\n")
    return bytes
  }
}
