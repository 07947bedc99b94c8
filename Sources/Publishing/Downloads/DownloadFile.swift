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
  /// Records that are not yet compressed, with separators between them.
  private var waiting: [UInt8] = []
  /// What is compressed while more records are made.
  private var pending: Pending?
  /// The finished files.
  private(set) var parts: [Part] = []

  /// The number of bytes that are compressed together.
  private let stripeSize: Int
  /// Room for the end of a document and for the archive's directory.
  private static let reserve = 1_000

  private struct Pending {
    /// A separator, records with separators between them, and the end of the last document.
    var bytes: [UInt8]
    /// The length of the first separator.
    var separator: Int
    var hasRecords: Bool
    var isLast: Bool
    var stripe: PackedDocument.Work
  }

  /// - Parameters:
  ///   - stem: The name without its extension.
  ///   - suffix: The extension.
  init(
    _ stem: String, _ suffix: String, head: [UInt8], between: [UInt8], tail: [UInt8],
    _ request: SiteRequest
  ) {
    self.stem = stem
    self.suffix = suffix
    self.head = head
    self.between = between
    self.tail = tail
    largest = request.largestDownload
    largestPlain = min(request.largestPlainDownload, largest)
    stripeSize = min(1 << 20, largest / 16)
    plain = nil
    packed = nil
  }

  /// Whether something was written.
  var isBegun: Bool { plain != nil || packed != nil || !parts.isEmpty }

  /// The name of the next document.
  private var name: String { stem + (parts.isEmpty ? "" : "-\(parts.count + 1)") + suffix }

  /// Opens the plain file.
  mutating func begin(in output: inout SiteOutput) throws {
    var file = try output.open("data/\(name)")
    try file.append(head.span)
    plain = consume file
  }

  /// Adds records, each ending at one of `ends`.
  mutating func append(
    _ bytes: Span<UInt8>, ends: [Int], in output: inout SiteOutput
  ) throws {
    guard !ends.isEmpty else { return }
    if !isBegun { try begin(in: &output) }
    let between = between
    var start = 0
    for end in ends {
      let record = bytes.extracting(start..<end)
      start = end
      if let count = plain?.count,
        count + between.count + record.count + tail.count > largestPlain
      {
        try pack(in: &output)
      }
      if plain != nil {
        if !isFirst { try plain?.append(between.span) }
        try plain?.append(record)
        isFirst = false
      } else {
        if !waiting.isEmpty { waiting.append(between.span) }
        waiting.append(record)
        if waiting.count >= stripeSize { try compress(isLast: false, in: &output) }
      }
    }
  }

  /// Finishes the document.
  mutating func end(in output: inout SiteOutput) throws {
    if packed != nil {
      try compress(isLast: true, in: &output)
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
    packed = try PackedDocument(name, in: output)
    var chunk: [UInt8] = []
    for start in stride(from: 0, to: written.count, by: stripeSize) {
      try written.read(at: start, count: min(stripeSize, written.count - start), into: &chunk)
      try packed?.append(chunk, isLast: false)
    }
  }

  /// Begins to compress the waiting records.
  private mutating func compress(isLast: Bool, in output: inout SiteOutput) throws {
    try settle(in: &output)
    let separator = isFirst || waiting.isEmpty ? [] : between
    let bytes = separator + waiting + (isLast ? tail : [])
    pending = (packed?.begin(bytes, isLast: isLast)).map {
      Pending(
        bytes: bytes, separator: separator.count, hasRecords: !waiting.isEmpty, isLast: isLast,
        stripe: $0)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Adds what was compressed. If the archive would grow too large with it, the records begin another
  /// document.
  private mutating func settle(in output: inout SiteOutput) throws {
    guard let pending = pending.take() else { return }
    let stripe = try pending.stripe.value().get()
    let size = (packed?.count ?? 0) + stripe.bytes.count + Self.reserve
    if size > largest, !isFirst, pending.hasRecords {
      try packed?.append(tail, isLast: true)
      try closeArchive(in: &output)
      packed = try PackedDocument(name, in: output)
      try packed?.append(
        head + pending.bytes.dropFirst(pending.separator), isLast: pending.isLast)
    } else {
      try packed?.append(stripe, of: pending.bytes)
    }
    isFirst = false
  }

  private mutating func closeArchive(in output: inout SiteOutput) throws {
    guard let document = packed.take() else { return }
    let path = "data/\(name).zip"
    parts.append(Part(path: path, size: try document.finish(in: &output), isArchive: true))
  }
}

/// A document in an archive of its own, while it is written.
private struct PackedDocument: ~Copyable {
  /// Bytes that are compressed beside other work.
  typealias Work = BackgroundWork<Result<DeflateStripe, any Error>>

  private var file: SiteArchiveWriter
  /// The end of what was written, which the next bytes may repeat.
  private var window: [UInt8] = []

  /// Level 6 would make the files a twentieth smaller, in a third more time.
  private static let level = 4

  init(_ name: String, in output: borrowing SiteOutput) throws {
    var file = try output.openArchive("data/\(name).zip")
    try file.archive.begin(name, method: .deflated, sizeLimit: nil)
    self.file = file
  }

  /// The size of the archive so far.
  var count: Int { file.archive.count }

  /// Begins to compress the next bytes, without adding them.
  func begin(_ bytes: [UInt8], isLast: Bool) -> Work {
    let window = window
    return BackgroundWork {
      Result {
        try DeflateStripe.compress(
          bytes.span, previous: window.span, level: Self.level, isLast: isLast)
      }
    }
  }

  mutating func append(_ bytes: [UInt8], isLast: Bool) throws {
    try append(begin(bytes, isLast: isLast).value().get(), of: bytes)
  }

  /// Adds compressed bytes.
  ///
  /// - Parameter bytes: the same before compression.
  mutating func append(_ stripe: DeflateStripe, of bytes: [UInt8]) throws {
    try file.archive.append(stripe)
    window = Array((window + bytes.suffix(Deflate.windowSize)).suffix(Deflate.windowSize))
  }

  /// Finishes the archive and returns its size.
  consuming func finish(in output: inout SiteOutput) throws -> Int {
    try file.archive.end()
    return try output.close(file)
  }
}
