package import Bytes

/// Writes a ZIP archive, member after member in the order of the calls. The same calls give the
/// same bytes. Sizes and checksum are patched into each local header, so every reader can take
/// the members without the directory; ZIP64 is used where numbers ask for it.
///
/// It goes into a file, or into a member of another archive.
package struct ArchiveWriter<Output: PatchableOutput & ~Copyable>: ~Copyable {
  private var file: Output
  private var members: [WrittenMember] = []
  private var names = NameRegister()
  private var open: OpenMember?
  /// Numbers from here on go to ZIP64 fields.
  private let zip64From: Int

  /// Starts an archive. `zip64From` is lowered by tests only.
  package init(_ file: consuming Output, zip64From: Int = 0xFFFF_FFFF) {
    self.file = file
    self.zip64From = zip64From
  }

  /// Bytes written so far.
  package var count: Int { file.count }

  /// The member that was ended last.
  package var lastMember: WrittenMember? { members.last }

  /// Adds a stored member: its bytes stand in the file as they are. Their first byte stands at a
  /// multiple of `alignment`.
  @discardableResult
  package mutating func appendStored(
    _ name: String, _ bytes: Span<UInt8>, modified: ArchiveTime = .fixed, alignment: Int = 1
  ) throws(ZIPArchiveError) -> WrittenMember {
    try begin(
      name, method: .stored, sizeLimit: bytes.count, modified: modified, alignment: alignment)
    try append(bytes)
    return try end()
  }

  /// Adds a stored member from a file, a chunk at a time.
  @discardableResult
  package mutating func appendStored(
    _ name: String, region: FileRegion, modified: ArchiveTime = .fixed, alignment: Int = 1
  ) throws(ZIPArchiveError) -> WrittenMember {
    try begin(
      name, method: .stored, sizeLimit: region.count, modified: modified, alignment: alignment)
    var chunk: [UInt8] = []
    var position = 0
    while position < region.count {
      let length = min(1 << 20, region.count - position)
      do {
        try region.read(at: position, count: length, into: &chunk)
      } catch {
        throw .file(error)
      }
      try append(chunk.span)
      position += length
    }
    return try end()
  }

  /// Adds a member from bytes: deflated, or stored where that is no longer.
  @discardableResult
  package mutating func appendDeflated(
    _ name: String, _ bytes: Span<UInt8>, level: Int = 6, modified: ArchiveTime = .fixed
  ) throws(ZIPArchiveError) -> WrittenMember {
    let empty: [UInt8] = []
    let stripe = try DeflateStripe.compress(
      bytes, previous: empty.span, level: level, isLast: true)
    guard stripe.bytes.count < bytes.count else {
      return try appendStored(name, bytes, modified: modified)
    }
    return try appendDeflated(name, stripes: [stripe], modified: modified)
  }

  /// Adds a deflated member from stripes compressed before, the last of them marked.
  @discardableResult
  package mutating func appendDeflated(
    _ name: String, stripes: [DeflateStripe], modified: ArchiveTime = .fixed
  ) throws(ZIPArchiveError) -> WrittenMember {
    let size = stripes.reduce(into: 0) { $0 += max($1.count, $1.bytes.count) }
    try begin(name, method: .deflated, sizeLimit: size, modified: modified)
    for stripe in stripes { try append(stripe) }
    return try end()
  }

  /// Begins a member whose bytes come with `append` and which `end` closes. `sizeLimit` is the
  /// most it can have, packed or unpacked: it decides whether the header gets ZIP64 fields. When
  /// nothing is known of it, the header keeps room for them.
  package mutating func begin(
    _ name: String, method: CompressionMethod, sizeLimit: Int?, modified: ArchiveTime = .fixed,
    alignment: Int = 1
  ) throws(ZIPArchiveError) {
    guard open == nil else { throw .memberOutOfOrder(entry: name) }
    let nameBytes = Array(name.utf8)
    if let reason = EntryPath.refusal(nameBytes.span) {
      throw .refusedName(name: name, offset: count, reason: reason)
    }
    let limit = ArchiveLimits.standard.nameLength
    guard nameBytes.count <= limit else {
      throw .nameTooLong(entry: members.count, length: nameBytes.count, limit: limit)
    }
    guard names.insert(name) else {
      throw .duplicateName(name: name, offset: count)
    }
    let member = OpenMember(
      name: name, method: method, modified: modified, headerOffset: count,
      alignment: max(1, min(alignment, 1 << 15)),
      sizeFields: sizeLimit.map { $0 >= zip64From ? .wide : .narrow } ?? .wideFrom(zip64From))
    try put(member.localHeader.span)
    open = member
  }

  /// Adds bytes to a stored member that was begun.
  package mutating func append(_ bytes: Span<UInt8>) throws(ZIPArchiveError) {
    guard let member = open, member.method == .stored else {
      throw .memberOutOfOrder(entry: open?.name ?? "")
    }
    do {
      try appendStored(bytes)
    } catch { throw .file(error) }
  }

  /// Adds bytes to the stored member that is open.
  mutating func appendStored(_ bytes: Span<UInt8>) throws(BytesError) {
    try file.append(bytes)
    open?.add(bytes)
  }

  /// Writes over bytes of the stored member that is open.
  mutating func replaceStored(
    _ bytes: Span<UInt8>, at offset: Int
  ) throws(BytesError) where Output == AtomicFile {
    guard let start = open?.written.dataOffset else { return }
    let old = try file.read(at: start + offset, count: bytes.count)
    try file.write(bytes, at: start + offset)
    open?.replace(old.span, with: bytes, at: offset)
  }

  /// Bytes of the member that is open.
  var openCount: Int { open?.size ?? 0 }

  /// The bytes of a member as they stand in the file, to read while the archive grows.
  package mutating func region(
    of member: WrittenMember
  ) throws(ZIPArchiveError) -> FileRegion where Output == AtomicFile {
    do throws(BytesError) {
      return FileRegion(
        try file.reading(), offset: member.dataOffset, count: member.compressedSize)
    } catch { throw .file(error) }
  }

  /// Adds a stripe to a deflated member that was begun.
  package mutating func append(_ stripe: DeflateStripe) throws(ZIPArchiveError) {
    guard var member = open, member.method == .deflated, !member.isComplete else {
      throw .memberOutOfOrder(entry: open?.name ?? "")
    }
    member.add(stripe)
    open = member
    try put(stripe.bytes.span)
  }

  /// Closes the member that was begun.
  @discardableResult
  package mutating func end() throws(ZIPArchiveError) -> WrittenMember {
    guard let member = open, member.isComplete || member.method == .stored else {
      throw .memberOutOfOrder(entry: open?.name ?? "")
    }
    let limit = member.hasZIP64 ? Int.max : zip64From - 1
    guard max(member.size, member.compressedSize) <= limit else {
      throw .memberTooLarge(entry: member.name, limit: limit)
    }
    do {
      try file.write(member.localHeader.span, at: member.headerOffset)
    } catch {
      throw .file(error)
    }
    let written = member.written
    members.append(written)
    open = nil
    return written
  }

  /// Writes the directory and makes the file appear under its name.
  package consuming func finish() throws(ZIPArchiveError) where Output == AtomicFile {
    let file = try finished()
    do throws(BytesError) {
      try file.commit()
    } catch { throw .file(error) }
  }

  /// Writes the directory and gives back what the archive went into, which holds it whole.
  package consuming func finished() throws(ZIPArchiveError) -> Output {
    guard open == nil else { throw .memberOutOfOrder(entry: open?.name ?? "") }
    let directory = DirectoryWriter(zip64From: zip64From)
    let start = count
    for member in members { try put(directory.entry(member).span) }
    try put(
      directory.end(count: members.count, offset: start, size: count - start, at: count).span)
    return file
  }

  private mutating func put(_ bytes: Span<UInt8>) throws(ZIPArchiveError) {
    do {
      try file.append(bytes)
    } catch {
      throw .file(error)
    }
  }
}
