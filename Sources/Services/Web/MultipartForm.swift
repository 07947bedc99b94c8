import Bytes

/// A form with a file as `multipart/form-data` (RFC 7578).
struct MultipartForm: Sendable {
  /// The file in the form.
  struct File: Sendable {
    /// The name of its part.
    let part: String
    let name: String
    let contentType: String
    let bytes: [UInt8]
  }

  let bytes: [UInt8]
  /// The line between the parts, which is in none of them.
  let boundary: String

  /// - Parameter parameters: the parts before the file.
  init(_ parameters: [(name: String, value: String)], file: File) {
    let digest = SHA256.hex(SHA256.of(file.bytes.span))
    boundary = "fieldpack-\(digest)"
    var text = ""
    for (name, value) in parameters {
      text += "--\(boundary)\r\n" + Self.disposition(of: name) + "\r\n\r\n\(value)\r\n"
    }
    text +=
      "--\(boundary)\r\n" + Self.disposition(of: file.part)
      + "; filename=\"\(Self.quoted(file.name))\"\r\nContent-Type: \(Self.line(file.contentType))"
      + "\r\n\r\n"
    bytes = Array(text.utf8) + file.bytes + Array("\r\n--\(boundary)--\r\n".utf8)
  }

  private static func disposition(of name: String) -> String {
    "Content-Disposition: form-data; name=\"\(quoted(name))\""
  }

  /// A name in quotes, as browsers write it (HTML Living Standard, multipart/form-data encoding).
  private static func quoted(_ name: String) -> String {
    var quoted = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }

  /// A value of a header, which has one line.
  private static func line(_ text: String) -> String {
    let line = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    return line.isEmpty ? "application/octet-stream" : line
  }
}
