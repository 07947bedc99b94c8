import Bytes

/// Creates an archive of a few small members in memory.
package enum SmallArchive {
  /// Returns an archive of these members, deflated, in this order.
  ///
  /// - Throws: `ZIPArchiveError.damaged` if zlib fails.
  package static func bytes(
    of members: [(name: String, content: [UInt8])]
  ) throws -> [UInt8] {
    var output: [UInt8] = []
    var written: [WrittenMember] = []
    for (name, content) in members {
      var member = OpenMember(
        name: name, method: .deflated, modified: .fixed, headerOffset: output.count, alignment: 1,
        sizeFields: .narrow)
      let nothing: [UInt8] = []
      let stripe = try DeflateStripe.compress(
        content.span, previous: nothing.span, level: 6, isLast: true)
      member.add(stripe)
      output += member.localHeader
      output += stripe.bytes
      written.append(member.written)
    }
    let directory = DirectoryWriter(zip64From: 0xFFFF_FFFF)
    let start = output.count
    for member in written { output += directory.entry(member) }
    output += directory.end(
      count: written.count, offset: start, size: output.count - start, at: output.count)
    return output
  }
}
