import Bytes

extension GlobalID {
  /// Creates the id of a name within a namespace: a UUID of version 5 (RFC 9562 §5.5). The same
  /// pair gives the same id on every machine.
  package init(namespace: GlobalID, name: Span<UInt8>) {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: namespace.high)
    bytes.append(bigEndian: namespace.low)
    bytes.append(name)
    let digest = SHA1.of(bytes.span)
    let high = digest.span.bigEndianUInt64(at: 0)
    let low = digest.span.bigEndianUInt64(at: 8)
    // Four bits contain the version, two the variant.
    self.init(
      high: high & ~0xF000 | 0x5000, low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Creates the id of a string within a namespace.
  package init(namespace: GlobalID, name: String) {
    self.init(namespace: namespace, name: Array(name.utf8).span)
  }
}
