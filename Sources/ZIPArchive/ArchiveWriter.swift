package import Bytes

/// Writes a ZIP archive, one member after another in the order of the calls. The same calls give
/// the same bytes. Sizes and checksums are patched into each local header, so that readers can read
/// the members without the directory. ZIP64 is used where numbers need it.
///
/// The archive is written to a file or into a member of another archive.
package struct ArchiveWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var file: Output
  private var members: [WrittenMember] = []
  private var names = NameRegister()
  private var open: OpenMember?
  /// Numbers from this value on are written to ZIP64 fields.
  private let zip64From: Int

  /// Starts an archive. Only tests lower `zip64From`.
  package init(_ file: consuming Output, zip64From: Int = 0xFFFF_FFFF) {
    self.file = file
    self.zip64From = zip64From
  }

  /// Bytes written so far.
  package var count: Int { file.count }

  /// The member that was ended last.
  package var lastMember: WrittenMember? { members.last }

  /// Adds a stored member, whose bytes are not compressed. Its first byte is at a multiple of
  /// `alignment`.
  @discardableResult
  package mutating func appendStored(
    _ name: String, _ bytes: Span<UInt8>, modified: ArchiveTime = .fixed, alignment: Int = 1
  ) throws -> WrittenMember {
    try begin(
      name, method: .stored, sizeLimit: bytes.count, modified: modified, alignment: alignment)
    try append(bytes)
    return try end()
  }

  /// Adds a stored member from a file, one chunk at a time.
  @discardableResult
  package mutating func appendStored(
    _ name: String, region: FileRegion, modified: ArchiveTime = .fixed, alignment: Int = 1
  ) throws -> WrittenMember {
    try begin(
      name, method: .stored, sizeLimit: region.count, modified: modified, alignment: alignment)
    var chunk: [UInt8] = []
    var position = 0
    while position < region.count {
      let length = min(1 << 20, region.count - position)
      try region.read(at: position, count: length, into: &chunk)
      try append(chunk.span)
      position += length
    }
    return try end()
  }

  /// Adds a member from bytes. It is deflated if that makes it smaller, and stored otherwise.
  @discardableResult
  package mutating func appendDeflated(
    _ name: String, _ bytes: Span<UInt8>, level: Int = 6, modified: ArchiveTime = .fixed
  ) throws -> WrittenMember {
    let empty: [UInt8] = []
    let stripe = try DeflateStripe.compress(
      bytes, previous: empty.span, level: level, isLast: true)
    guard stripe.bytes.count < bytes.count else {
      return try appendStored(name, bytes, modified: modified)
    }
    return try appendDeflated(name, stripes: [stripe], modified: modified)
  }

  /// Adds a deflated member from stripes that are already compressed. The last one must be marked.
  @discardableResult
  package mutating func appendDeflated(
    _ name: String, stripes: [DeflateStripe], modified: ArchiveTime = .fixed
  ) throws -> WrittenMember {
    let size = stripes.reduce(into: 0) { $0 += max($1.count, $1.bytes.count) }
    try begin(name, method: .deflated, sizeLimit: size, modified: modified)
    for stripe in stripes { try append(stripe) }
    return try end()
  }

  /// Begins a member. Its bytes follow with `append`, and `end` closes it. `sizeLimit` is the
  /// largest size it can have, compressed or not. The size decides whether the header gets ZIP64
  /// fields. If the limit is not known, the header reserves room for them.
  package mutating func begin(
    _ name: String, method: CompressionMethod, sizeLimit: Int?, modified: ArchiveTime = .fixed,
    alignment: Int = 1
  ) throws {
    guard open == nil else { throw ZIPArchiveError.memberOutOfOrder(entry: name) }
    let nameBytes = Array(name.utf8)
    if let reason = EntryPath.refusal(nameBytes.span) {
      throw ZIPArchiveError.refusedName(name: name, offset: count, reason: reason)
    }
    let limit = ArchiveLimits.standard.nameLength
    guard nameBytes.count <= limit else {
      throw ZIPArchiveError.nameTooLong(entry: members.count, length: nameBytes.count, limit: limit)
    }
    guard names.insert(name) else {
      throw ZIPArchiveError.duplicateName(name: name, offset: count)
    }
    let member = OpenMember(
      name: name, method: method, modified: modified, headerOffset: count,
      alignment: max(1, min(alignment, 1 << 15)),
      sizeFields: sizeLimit.map { $0 >= zip64From ? .wide : .narrow } ?? .wideFrom(zip64From))
    try put(member.localHeader.span)
    open = member
  }

  /// Adds bytes to the open stored member.
  package mutating func append(_ bytes: Span<UInt8>) throws {
    guard let member = open, member.method == .stored else {
      throw ZIPArchiveError.memberOutOfOrder(entry: open?.name ?? "")
    }
    try appendStored(bytes)
  }

  /// Adds bytes to the open stored member.
  mutating func appendStored(_ bytes: Span<UInt8>) throws(BytesError) {
    try file.append(bytes)
    open?.add(bytes)
  }

  /// Overwrites bytes of the open stored member.
  mutating func replaceStored(
    _ bytes: Span<UInt8>, at offset: Int
  ) throws(BytesError) where Output == AtomicFile {
    guard let start = open?.written.dataOffset else { return }
    let old = try file.read(at: start + offset, count: bytes.count)
    try file.write(bytes, at: start + offset)
    open?.replace(old.span, with: bytes, at: offset)
  }

  /// Overwrites zeros of the open stored member, for which they kept the room.
  package mutating func fill(_ bytes: Span<UInt8>, at offset: Int) throws(BytesError) {
    guard let start = open?.written.dataOffset else { return }
    try file.write(bytes, at: start + offset)
    let zeros = [UInt8](repeating: 0, count: bytes.count)
    open?.replace(zeros.span, with: bytes, at: offset)
  }

  /// Bytes of the open member.
  var openCount: Int { open?.size ?? 0 }

  /// Returns the bytes of a member as they are in the file, for reading while the archive grows.
  package mutating func region(
    of member: WrittenMember
  ) throws -> FileRegion where Output == AtomicFile {
    FileRegion(
      try file.reading(), offset: member.dataOffset, count: member.compressedSize)
  }

  /// Adds a stripe to the open deflated member.
  package mutating func append(_ stripe: DeflateStripe) throws {
    guard var member = open, member.method == .deflated, !member.isComplete else {
      throw ZIPArchiveError.memberOutOfOrder(entry: open?.name ?? "")
    }
    member.add(stripe)
    open = member
    try put(stripe.bytes.span)
  }

  /// Closes the open member.
  @discardableResult
  package mutating func end() throws -> WrittenMember {
    guard let member = open, member.isComplete || member.method == .stored else {
      throw ZIPArchiveError.memberOutOfOrder(entry: open?.name ?? "")
    }
    let limit = member.hasZIP64 ? Int.max : zip64From - 1
    guard max(member.size, member.compressedSize) <= limit else {
      throw ZIPArchiveError.memberTooLarge(entry: member.name, limit: limit)
    }
    try file.write(member.localHeader.span, at: member.headerOffset)
    let written = member.written
    members.append(written)
    open = nil
    return written
  }

  /// Writes the directory and gives the file its name.
  package consuming func finish() throws where Output == AtomicFile {
    let file = try finished()
    try file.commit()
  }

  /// Writes the directory and returns the output, which holds the whole archive.
  package consuming func finished() throws -> Output {
    guard open == nil else { throw ZIPArchiveError.memberOutOfOrder(entry: open?.name ?? "") }
    let directory = DirectoryWriter(zip64From: zip64From)
    let start = count
    for member in members { try put(directory.entry(member).span) }
    try put(
      directory.end(count: members.count, offset: start, size: count - start, at: count).span)
    return file
  }

  private mutating func put(_ bytes: Span<UInt8>) throws {
    try file.append(bytes)
  }
}
