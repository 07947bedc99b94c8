/// An address on the web: `https://host[:port]/path[?query]`.
package struct WebAddress: Sendable, Equatable, CustomStringConvertible {
  /// The whole address without a fragment.
  package let text: String
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// The host in lower case.
  package let host: String
  /// The port, also if the address doesn't name it.
  package let port: Int
  /// The path with its first slash, without the query.
  package let path: String

  package var description: String { text }

  /// The longest address that is accepted, in bytes.
  private static let longest = 32_768

  /// Reads an address. Nil unless it begins with `http://` or `https://`, for a user name or
  /// password in it, and for blanks and control characters.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != 0x22 })
    else { return nil }
    let whole = text.prefix { $0 != "#" }
    let lower = whole.lowercased()
    isEncrypted = lower.hasPrefix("https://")
    guard isEncrypted || lower.hasPrefix("http://") else { return nil }
    let rest = whole.dropFirst(isEncrypted ? 8 : 7)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@"), let parts = Self.parts(String(authority)) else { return nil }
    host = parts.host
    port = parts.port ?? (isEncrypted ? 443 : 80)
    let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    self.text = String(whole)
  }

  /// Splits `host[:port]`, where the host can be an IPv6 address in brackets.
  private static func parts(_ authority: String) -> (host: String, port: Int?)? {
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[end...].lastIndex(of: ":") else {
      return authority.isEmpty ? nil : (authority.lowercased(), nil)
    }
    let host = authority[..<colon].lowercased()
    guard !host.isEmpty, let port = Int(authority[authority.index(after: colon)...]),
      (1...65_535).contains(port)
    else { return nil }
    return (host, port)
  }

  /// Whether nobody between this machine and the host can read what is sent.
  package var isPrivate: Bool {
    isEncrypted || ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }

  /// Whether both addresses are of one server.
  package func isSameServer(as other: WebAddress) -> Bool {
    host == other.host && port == other.port && isEncrypted == other.isEncrypted
  }

  /// The value of a parameter in the query; nil if there is none.
  package func parameter(_ name: String) -> String? {
    guard let start = text.firstIndex(of: "?") else { return nil }
    for pair in text[text.index(after: start)...].split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == name.lowercased() { return String(parts[1]) }
    }
    return nil
  }

  /// `https://host:port` and the path before some folder, such as the portal of a page below
  /// `/home`. Nil if the path has no such folder.
  package func root(before folder: String) -> String? {
    let parts = path.split(separator: "/")
    guard let index = parts.firstIndex(where: { $0.lowercased() == folder }) else { return nil }
    return server + parts[..<index].map { "/\($0)" }.joined()
  }

  /// `https://host:port`, without the port if it is the usual one.
  package var server: String {
    let usual = port == (isEncrypted ? 443 : 80)
    return (isEncrypted ? "https://" : "http://") + host + (usual ? "" : ":\(port)")
  }
}
