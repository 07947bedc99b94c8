import Bytes
import MapModel
import OrderedJSON
import Synchronization

/// A file that was received whole, in this run or an earlier one.
struct ReceivedFile: Sendable {
  let entry: JournalEntry
  /// The path of the file.
  let path: String
  /// Whether it is part of a folder that was fetched before, and not of one that was cut.
  let isOfFinished: Bool
}

/// The files of a fetch: those of earlier runs, and those that this run receives.
///
/// What is received lies in `DIR.fetching` until all is there. Its files have no endings and no map
/// is beside them, so no command takes them for data.
final class FetchFiles: Sendable {
  private let work: WorkFolder
  /// The journal of the output, and of a run that was cut.
  private let journals: [FetchJournal]

  /// What this run has received.
  private let added = Mutex<[ReceivedFile]>([])

  private static let received = "received"
  /// The name of the folder for answers.
  private let answers: String

  /// Opens the work folder of an output.
  ///
  /// - Throws: `ServicesError.isRunning`, and errors of writing.
  init(output: String) throws {
    let path = Self.workPath(of: output)
    guard let work = try WorkFolder(path) else { throw ServicesError.isRunning(path: path) }
    self.work = work
    journals = try [output, path].compactMap { try FetchJournal(in: $0) }
    try work.make(Self.received)
    answers = try work.makeScratch()
  }

  /// Begins to receive a part of the data.
  ///
  /// - Throws: `ServicesError.otherPart` if earlier runs received another one, and errors of writing.
  func begin(_ part: FetchPart) throws {
    for journal in journals where !part.isSame(as: journal.part) {
      throw ServicesError.otherPart(
        path: journal.folder, has: FetchPart.text(journal.part), wants: FetchPart.text(part.json))
    }
    guard try FetchJournal(in: work.path) == nil else { return }
    try work.write(FetchJournal.heading(part.json), to: FetchJournal.name)
  }

  /// The folder beside an output for what is received.
  private static func workPath(of output: String) -> String {
    var path = output
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path + ".fetching"
  }

  /// A folder for the answers of servers.
  var scratch: String { work.path + "/" + answers }

  /// Removes the work folder.
  func remove() { work.remove() }

  /// Removes the work folder if it has nothing for the next run.
  func removeIfEmpty() { work.remove(ifEmpty: Self.received) }

  /// What this run and earlier ones received of a layer, the newest first.
  func files(of layer: ServiceAddress) -> [ReceivedFile] {
    let name = JournalEntry.name(layer)
    let own = added.withLock { $0.reversed().filter { $0.entry.layer.hasSameUTF8(as: name) } }
    return own
      + journals.reversed().flatMap { journal in
        journal.entries.reversed().filter { $0.layer.hasSameUTF8(as: name) }
          .map { entry in
            ReceivedFile(
              entry: entry, path: journal.folder + "/" + entry.file,
              isOfFinished: journal.folder != work.path)
          }
      }
  }

  /// Keeps the content of an answer, after changes.
  func keep(
    _ bytes: [UInt8], as content: JournalEntry.Content, of layer: ServiceAddress
  ) throws -> ReceivedFile {
    let path = "\(answers)/changed"
    try work.write(bytes, to: path)
    return try keep(
      work.path + "/" + path, size: bytes.count, sha256: SHA256.of(bytes.span), as: content,
      of: layer)
  }

  /// Keeps the file of an answer.
  func keep(
    _ path: String, size: Int, sha256: [UInt8], as content: JournalEntry.Content,
    of layer: ServiceAddress
  ) throws -> ReceivedFile {
    let digest = SHA256.hex(sha256)
    let entry = JournalEntry(
      layer: layer, content, file: "\(Self.received)/\(digest)", size: size, sha256: digest)
    try work.rename(path, to: entry.file)
    try work.append(FetchJournal.line(entry), to: FetchJournal.name)
    let received = ReceivedFile(
      entry: entry, path: work.path + "/" + entry.file, isOfFinished: false)
    added.withLock { $0.append(received) }
    return received
  }
}

extension ReceivedFile {
  /// The bytes; nil if the file is missing or has changed.
  func bytes() throws -> [UInt8]? {
    let bytes = try unlessUnreadable {
      let file = try InputFile(path: path)
      return file.size == entry.size ? try file.read(at: 0, count: file.size) : []
    }
    guard let bytes, SHA256.hex(SHA256.of(bytes.span)) == entry.sha256 else { return nil }
    return bytes
  }

  /// Whether the file is there and has not changed.
  func isWhole() throws -> Bool {
    try unlessUnreadable {
      let file = try InputFile(path: path)
      return try file.size == entry.size && SHA256.hex(SHA256.of(FileRegion(file))) == entry.sha256
    } ?? false
  }
}
