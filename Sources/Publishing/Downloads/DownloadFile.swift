import Bytes
import ZIPArchive

/// A document of many records while it is written.
///
/// A small document is a plain file. A larger one is the only member of an archive. Only if the
/// archive grows larger than static hosts accept, the records continue in another document, in an
/// archive of its own.
struct DownloadFile: ~Copyable {
  /// A finished file.
  struct Part {
    let path: String
    let size: Int
    let isArchive: Bool
  }

  private let stem: String
  private let suffix: String
  private let head: [UInt8]
  private let between: [UInt8]
  private let tail: [UInt8]
  private let largestPlain: Int
  private let largest: Int
  private var plain: SiteFileWriter?
  private var packed: PackedDocument?
  private var isFirst = true
  /// What is compressed while more records are made.
  private var pending: Pending?
  /// The finished files.
  private(set) var parts: [Part] = []
  /// Where the records of each shard are.
  private(set) var shards: [[DownloadStripe]] = []
  /// Whether the document is known to be too large for a plain file.
  private let isLarge: Bool

  /// The number of bytes from which records are a stripe.
  private let stripeSize: Int
  /// Room for the end of a document and for the archive's directory.
  private static let reserve = 1_000

  /// A stripe of a shard that is compressed.
  private struct Pending {
    let shard: Int
    let stripe: PackedDocument.Work
  }

  /// - Parameters:
  ///   - stem: The name without its extension.
  ///   - suffix: The extension.
  ///   - known: A number of bytes that the document has at least.
  init(
    _ stem: String, _ suffix: String, head: [UInt8], between: [UInt8], tail: [UInt8],
    _ request: SiteRequest, known: Int
  ) {
    self.stem = stem
    self.suffix = suffix
    self.head = head
    self.between = between
    self.tail = tail
    largest = request.largestDownload
    largestPlain = Self.largestPlain(request)
    stripeSize = min(1 << 20, largest / 16)
    isLarge = known > largestPlain
    plain = nil
    packed = nil
  }

  /// The size up to which a document is a plain file.
  static func largestPlain(_ request: SiteRequest) -> Int {
    min(request.largestPlainDownload, request.largestDownload)
  }

  /// Returns the path of a file of a document.
  static func path(_ stem: String, _ suffix: String, part: Int, isArchive: Bool) -> String {
    "data/\(name(stem, suffix, part: part))" + (isArchive ? ".zip" : "")
  }

  /// Returns the name of a file of a document, without that of an archive around it.
  static func name(_ stem: String, _ suffix: String, part: Int) -> String {
    stem + (part == 0 ? "" : "-\(part + 1)") + suffix
  }

  /// Whether something was written.
  var isBegun: Bool { plain != nil || packed != nil || !parts.isEmpty }

  /// The name of the next document.
  private var name: String { Self.name(stem, suffix, part: parts.count) }

  /// Opens the first file.
  mutating func begin(in output: inout SiteOutput) throws {
    guard !isLarge else { return try openArchive(in: &output) }
    var file = try output.open("data/\(name)")
    try file.append(head.span)
    plain = consume file
  }

  /// Adds the records of a shard, each ending at one of `ends`.
  mutating func append(
    _ bytes: Span<UInt8>, ends: [Int], in output: inout SiteOutput
  ) throws {
    shards.append([])
    var stripe: [UInt8] = []
    var start = 0
    for end in ends {
      if !stripe.isEmpty { stripe.append(between.span) }
      stripe.append(bytes.extracting(start..<end))
      start = end
      guard stripe.count >= stripeSize else { continue }
      try append(stripe, in: &output)
      stripe.removeAll(keepingCapacity: true)
    }
    if !stripe.isEmpty { try append(stripe, in: &output) }
  }

  /// Adds the records of a shard as they are in an earlier site.
  ///
  /// - Parameter read: Returns the bytes of a stripe in the earlier site.
  mutating func append(
    kept stripes: [DownloadStripe], in output: inout SiteOutput,
    read: (DownloadStripe) throws -> [UInt8]
  ) throws {
    shards.append([])
    for stripe in stripes {
      let bytes = try read(stripe)
      if !isBegun { try begin(in: &output) }
      guard packed != nil, let deflated = stripe.deflated(bytes) else {
        try append(try stripe.inflated(bytes), in: &output)
        continue
      }
      try settle(in: &output)
      try add(deflated, shard: shards.count - 1, in: &output)
    }
  }

  /// Adds a stripe.
  private mutating func append(_ text: [UInt8], in output: inout SiteOutput) throws {
    if !isBegun { try begin(in: &output) }
    if let count = plain?.count, count + between.count + text.count + tail.count > largestPlain {
      try pack(in: &output)
    }
    guard plain != nil else {
      return try compress(text, shard: shards.count - 1, in: &output)
    }
    let between = between
    if !isFirst { try plain?.append(between.span) }
    isFirst = false
    shards[shards.count - 1].append(
      DownloadStripe(part: 0, offset: plain?.count ?? 0, size: text.count))
    try plain?.append(text.span)
  }

  /// Finishes the document.
  mutating func end(in output: inout SiteOutput) throws {
    if packed != nil {
      try settle(in: &output)
      return try closeArchive(in: &output)
    }
    guard var file = plain.take() else { return }
    try file.append(tail.span)
    parts.append(Part(path: "data/\(name)", size: file.count, isArchive: false))
    try output.close(file)
  }

  // MARK: Archives

  /// Moves the document from the plain file to an archive.
  private mutating func pack(in output: inout SiteOutput) throws {
    guard let file = plain.take() else { return }
    let written = try file.withdraw()
    let plainShards = shards
    shards = []
    try openArchive(in: &output)
    var text: [UInt8] = []
    for shard in plainShards {
      shards.append([])
      for stripe in shard {
        try written.read(at: stripe.offset, count: stripe.size, into: &text)
        try compress(text, shard: shards.count - 1, in: &output)
      }
    }
  }

  /// Begins to compress a stripe of a shard.
  private mutating func compress(
    _ text: [UInt8], shard: Int, in output: inout SiteOutput
  ) throws {
    try settle(in: &output)
    pending = Pending(shard: shard, stripe: PackedDocument.begin(text))
  }

  /// Adds what was compressed.
  private mutating func settle(in output: inout SiteOutput) throws {
    guard let pending = pending.take() else { return }
    try add(try pending.stripe.value().get(), shard: pending.shard, in: &output)
  }

  /// Adds a compressed stripe of a shard. If the archive would grow too large with it, it begins
  /// another document.
  private mutating func add(
    _ stripe: DeflateStripe, shard: Int, in output: inout SiteOutput
  ) throws {
    let separator = isFirst || between.isEmpty ? nil : try PackedDocument.stripe(of: between)
    let added = (separator?.bytes.count ?? 0) + stripe.bytes.count
    if (packed?.count ?? 0) + added + Self.reserve > largest, !isFirst {
      try closeArchive(in: &output)
      try openArchive(in: &output)
    } else if let separator {
      try packed?.append(separator)
    }
    isFirst = false
    shards[shard].append(
      DownloadStripe(stripe, part: parts.count, offset: packed?.count ?? 0))
    try packed?.append(stripe)
  }

  private mutating func openArchive(in output: inout SiteOutput) throws {
    packed = try PackedDocument(name, in: output)
    try packed?.append(PackedDocument.stripe(of: head))
    isFirst = true
  }

  private mutating func closeArchive(in output: inout SiteOutput) throws {
    guard var document = packed.take() else { return }
    try document.append(PackedDocument.stripe(of: tail, isLast: true))
    let path = Self.path(stem, suffix, part: parts.count, isArchive: true)
    parts.append(Part(path: path, size: try document.finish(in: &output), isArchive: true))
  }
}

/// A document in an archive of its own, while it is written.
private struct PackedDocument: ~Copyable {
  /// Bytes that are compressed beside other work.
  typealias Work = BackgroundWork<Result<DeflateStripe, any Error>>

  private var file: SiteArchiveWriter

  /// Level 6 would make the files a twentieth smaller, in a third more time.
  private static let level = 4

  init(_ name: String, in output: borrowing SiteOutput) throws {
    var file = try output.openArchive("data/\(name).zip")
    try file.archive.begin(name, method: .deflated, sizeLimit: nil)
    self.file = file
  }

  /// The size of the archive so far.
  var count: Int { file.archive.count }

  /// Begins to compress the bytes of a stripe.
  static func begin(_ bytes: [UInt8]) -> Work {
    BackgroundWork { Result { try stripe(of: bytes) } }
  }

  /// Returns bytes compressed. What they repeat of the bytes before them is not used, which makes
  /// a document less than a hundredth larger.
  static func stripe(of bytes: [UInt8], isLast: Bool = false) throws -> DeflateStripe {
    let nothing: [UInt8] = []
    return try DeflateStripe.compress(
      bytes.span, previous: nothing.span, level: level, isLast: isLast)
  }

  /// Adds compressed bytes.
  mutating func append(_ stripe: DeflateStripe) throws { try file.archive.append(stripe) }

  /// Finishes the archive and returns its size.
  consuming func finish(in output: inout SiteOutput) throws -> Int {
    try file.archive.end()
    return try output.close(file)
  }
}
