// The ledger of pushes, one line of JSON for each step. A line is on disk before the step goes on:
//
//   {"format": "fieldpack.push/1"}
//   {"edits": digest, "layer": address, "action": "adds", "sending": [GlobalID, …]}
//   {"edits": digest, "layer": address, "action": "adds", "done": [GlobalID, …],
//     "refused": [{"id": GlobalID, "code": number}, …]}
//   {"edits": digest, "layer": address, "action": "attach", "sending": [GlobalID],
//     "beside": [number, …]}
//
// `beside` has the numbers of attachments that had the same content before.
// A step without its second line was cut. Nobody knows what became of it, so the next run looks.

import Bytes
import FeatureData
import MapModel
import OrderedJSON

/// The steps of a push, and the folder that it works in.
final class PushLedger {
  /// What a step does.
  enum Action: String, Sendable {
    case add, update, delete, attach, replace, detach
  }

  /// An edit of a file of edits.
  private struct Key: Hashable {
    let layer: String
    let action: String
    let id: GlobalID
  }

  let folder: WorkFolder
  /// The digest of the edits.
  private let edits: String
  private var done: Set<Key> = []
  /// The attachments that were sent, also those of which nobody knows what became of them, with those
  /// that had the same content before.
  private var beside: [Key: Set<Int64>] = [:]
  private let isDryRun: Bool
  /// The folder for answers.
  private let answers: String

  private static let name = "ledger.jsonl"
  private static let heading = "{\"format\": \"fieldpack.push/1\"}\n"
  private static let longest = 1 << 28

  /// Opens a ledger. Others can't until this one is gone.
  ///
  /// - Throws: `ServicesError.isRunning`, `PushError.ledgerUnusable`, and errors of writing.
  init(in path: String, edits: String, isDryRun: Bool) throws {
    guard let folder = try WorkFolder(path) else { throw ServicesError.isRunning(path: path) }
    self.folder = folder
    (self.edits, self.isDryRun) = (edits, isDryRun)
    answers = try folder.makeScratch()
    // A killed run leaves the body of its last call.
    folder.remove(EditCall.bodyName)
    try read()
  }

  deinit {
    folder.remove(answers)
    folder.remove(ifEmpty: "")
  }

  /// A folder for the answers of servers.
  var scratch: String { folder.path + "/" + answers }

  /// Whether an earlier run had an edit taken.
  func isDone(_ action: Action, _ id: GlobalID, of layer: ServedLayer) -> Bool {
    done.contains(Key(layer: Self.name(layer), action: action.rawValue, id: id))
  }

  /// The numbers of the attachments that had the same content before an attachment was sent; nil if
  /// it wasn't sent, in this run or an earlier one.
  func beside(_ action: Action, _ id: GlobalID, of layer: ServedLayer) -> Set<Int64>? {
    beside[Key(layer: Self.name(layer), action: action.rawValue, id: id)]
  }

  /// Notes that edits of records are about to be sent.
  func begin(_ action: Action, _ ids: [GlobalID], of layer: ServedLayer) throws {
    try append(action, layer, [("sending", .array(ids.map { .string($0.text) }))])
  }

  /// Notes that an attachment is about to be sent.
  ///
  /// - Parameter same: the numbers of the record's attachments that have the same content.
  func begin(
    _ action: Action, _ id: GlobalID, beside same: [Int64], of layer: ServedLayer
  ) throws {
    beside[Key(layer: Self.name(layer), action: action.rawValue, id: id), default: []]
      .formUnion(same)
    try append(
      action, layer,
      [
        ("sending", [.string(id.text)]), ("beside", .array(same.map { .number(Int($0)) })),
      ])
  }

  /// Notes what became of edits.
  func end(
    _ action: Action, of layer: ServedLayer, done ids: [GlobalID],
    refused: [(id: GlobalID, code: Int)] = []
  ) throws {
    for id in ids { done.insert(Key(layer: Self.name(layer), action: action.rawValue, id: id)) }
    guard !ids.isEmpty || !refused.isEmpty else { return }
    let refusals = refused.map { refusal -> JSON in
      ["id": .string(refusal.id.text), "code": .number(refusal.code)]
    }
    try append(
      action, layer,
      [("done", .array(ids.map { .string($0.text) })), ("refused", .array(refusals))])
  }

  private func append(
    _ action: Action, _ layer: ServedLayer, _ members: [(key: String, value: JSON)]
  ) throws {
    guard !isDryRun else { return }
    var line: JSONObject = [
      "edits": .string(edits), "layer": .string(Self.name(layer)),
      "action": .string(action.rawValue),
    ]
    for (key, value) in members { line.append(key, value) }
    var bytes = JSONWriter.write(.object(line)) + [0x0A]
    if WorkFolder.size(of: folder.path + "/" + Self.name) == 0 {
      bytes = Array(Self.heading.utf8) + bytes
    } else {
      // In case that the line before was cut.
      bytes = [0x0A] + bytes
    }
    try folder.append(bytes, to: Self.name, isSynchronized: true)
  }

  private static func name(_ layer: ServedLayer) -> String {
    JournalEntry.name(layer.address)
  }

  private func read() throws {
    let path = folder.path + "/" + Self.name
    guard let file = try FolderFiles(folder.path).open(Self.name), file.size > 0 else { return }
    guard file.size <= Self.longest else { throw PushError.ledgerUnusable(path: path) }
    var lines = try file.read(at: 0, count: file.size).split(separator: 0x0A)[...]
    guard let first = lines.popFirst(), first.elementsEqual(Self.heading.utf8.dropLast()) else {
      throw PushError.ledgerUnusable(path: path)
    }
    for line in lines {
      // A line that was cut says nothing. What it was about is looked up in the service.
      guard let json = try? JSONParser.parse(Array(line)) else { continue }
      guard let digest = json["edits"]?.string, let layer = json["layer"]?.string,
        let action = (json["action"]?.string).flatMap(Action.init),
        let list = (json["done"] ?? json["sending"])?.array
      else { throw PushError.ledgerUnusable(path: path) }
      guard digest.hasSameUTF8(as: edits) else { continue }
      for text in list {
        guard let id = text.string.flatMap({ GlobalID($0) }) else {
          throw PushError.ledgerUnusable(path: path)
        }
        let key = Key(layer: layer, action: action.rawValue, id: id)
        if json["done"] != nil { done.insert(key) }
        guard json["sending"] != nil else { continue }
        let same = (json["beside"]?.array ?? []).compactMap { $0.int.map { Int64($0) } }
        beside[key, default: []].formUnion(same)
      }
    }
  }
}
