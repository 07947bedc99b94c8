import Bytes

/// The addresses that links and pictures of pop-up texts may have.
///
/// The schemes are those that ArcGIS allows: the web, mail, telephone, and the field apps that
/// people link to in pop-ups. Pictures may also be `data:` addresses of a raster format. ArcGIS
/// rejects these, but a site that works offline has no other way to include a picture in a text.
package enum HTMLAddress {
  enum Kind {
    /// A mail or telephone address, which opens no page.
    case call
    case page
  }

  /// Returns a single address as a browser would read it, or nil if it isn't allowed.
  ///
  /// - Parameter isResource: whether the address is that of a picture and not of a link.
  package static func allowed(_ address: String, isResource: Bool) -> String? {
    var output: [UInt8] = []
    guard append(Array(address.utf8), isResource: isResource, to: &output) != nil else {
      return nil
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let apps: Set<String> = [
    "iform", "flow", "lfmobile", "mspbi", "comgooglemaps", "pdfefile", "pdfehttp", "pdfehttps",
    "boxapp", "boxemm", "awb", "awbs", "gropen", "radarscope",
  ]
  private static let pictures: [StaticString] = [
    "data:image/png;base64,", "data:image/jpeg;base64,", "data:image/gif;base64,",
    "data:image/webp;base64,",
  ]

  /// Appends an address as a browser would read it, if it is allowed. References are already
  /// resolved.
  ///
  /// Browsers drop tabs and line feeds anywhere, and blanks at the ends (URL §4.4), so
  /// `java⇥script:` means `javascript:`. They are dropped here before the scheme is checked. Two
  /// slashes become `https:`, because on a page on disk they would ask another computer for a file.
  static func append(
    _ value: [UInt8], isResource: Bool, to output: inout [UInt8]
  ) -> Kind? {
    var address: [UInt8] = []
    address.reserveCapacity(value.count)
    for byte in value where byte != 0x09 && byte != 0x0A { address.append(byte) }
    address = Array(address[ASCIIText.trimmed(address, address.indices)])
    guard let first = address.first else { return nil }
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "/") {
      let second = address.count > 1 ? address[1] : 0
      if first == UInt8(ascii: "/"), second == UInt8(ascii: "/") || second == UInt8(ascii: "\\") {
        output.append(literal: "https://")
        output.append(contentsOf: address[2...])
      } else {
        output.append(contentsOf: address)
      }
      return .page
    }
    guard let colon = address.firstIndex(of: UInt8(ascii: ":")),
      let kind = kind(ofScheme: address[..<colon], isResource: isResource)
        ?? (isResource ? picture(address) : nil)
    else { return nil }
    for index in 0..<colon { address[index] = ASCIIText.lowercased(address[index]) }
    output.append(contentsOf: address)
    return kind
  }

  private static func kind(ofScheme scheme: ArraySlice<UInt8>, isResource: Bool) -> Kind? {
    guard scheme.count <= 32 else { return nil }
    let name = String(decoding: scheme.map(ASCIIText.lowercased), as: UTF8.self)
    if name == "https" || name == "http" { return .page }
    guard !isResource else { return nil }
    if name == "mailto" || name == "tel" { return .call }
    if apps.contains(name) { return .page }
    let isField = name.hasPrefix("arcgis-") && scheme.allSatisfy(isOfFieldApp)
    return isField ? .page : nil
  }

  private static func isOfFieldApp(_ byte: UInt8) -> Bool {
    ASCIIText.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
  }

  private static func picture(_ address: [UInt8]) -> Kind? {
    let span = address.span
    for beginning in pictures where span.matches(beginning) {
      let isBase64 = address.dropFirst(beginning.utf8CodeUnitCount).allSatisfy { byte in
        ASCIIText.isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
          || byte == UInt8(ascii: "=")
      }
      return isBase64 ? .page : nil
    }
    return nil
  }
}
