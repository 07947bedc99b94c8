import Bytes
import MapModel
import OrderedJSON

/// What an entry of the journal says about a file: the rows or the attachment in it, and its digest.
struct JournalEntry: Sendable, Equatable {
  /// What the file has.
  enum Content: Sendable, Equatable {
    /// Rows, as the service sent them after its last edit at a time, with fields that have a digest.
    case rows(edited: Int64?, fields: String)
    /// An attachment of a row.
    case attachment(row: Int64, id: Int64, name: String)
  }

  /// The address of the layer.
  let layer: String
  let content: Content
  /// The file, relative to the journal's folder.
  let file: String
  let size: Int
  let sha256: String

  /// The line of the journal.
  var json: JSON {
    var members: JSONObject = ["layer": .string(layer), "file": .string(file)]
    switch content {
    case .rows(let edited, let fields):
      members.append("edited", edited.map { .number(Int($0)) } ?? .null)
      members.append("fields", .string(fields))
    case .attachment(let row, let id, let name):
      members.append("row", .number(Int(row)))
      members.append("attachment", .number(Int(id)))
      members.append("name", .string(name))
    }
    members.append("size", .number(size))
    members.append("sha256", .string(sha256))
    return .object(members)
  }

  /// An entry from its parts.
  init(layer: ServiceAddress, _ content: Content, file: String, size: Int, sha256: String) {
    self.layer = Self.name(layer)
    (self.content, self.file, self.size, self.sha256) = (content, file, size, sha256)
  }

  /// Reads a line; nil for any other.
  init?(json: JSON) {
    guard let layer = json["layer"]?.string, let file = json["file"]?.string, Self.isInside(file),
      let size = json["size"]?.int, let sha256 = json["sha256"]?.string
    else { return nil }
    (self.layer, self.file, self.size, self.sha256) = (layer, file, size, sha256)
    if let id = json["attachment"]?.int, let row = json["row"]?.int,
      let name = json["name"]?.string
    {
      content = .attachment(row: Int64(row), id: Int64(id), name: name)
    } else if let fields = json["fields"]?.string {
      content = .rows(edited: json["edited"]?.int.map { Int64($0) }, fields: fields)
    } else {
      return nil
    }
  }

  /// Whether a path stays in the journal's folder.
  private static func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  /// The same entry for a file that has another name.
  func renamed(_ file: String) -> JournalEntry {
    JournalEntry(self, file: file)
  }

  /// The same entry, with rows that the service still has after its last edit.
  func marked(edited: Int64?) -> JournalEntry {
    guard case .rows(_, let fields) = content else { return self }
    return JournalEntry(self, .rows(edited: edited, fields: fields), file: file)
  }

  private init(_ entry: JournalEntry, _ content: Content? = nil, file: String) {
    (layer, size, sha256) = (entry.layer, entry.size, entry.sha256)
    self.content = content ?? entry.content
    self.file = file
  }

  /// How entries name a layer. The same service has the same name.
  static func name(_ layer: ServiceAddress) -> String { "\(layer.key)/\(layer.layerID ?? 0)" }
}

/// The list of what was received, one line of JSON for each file. It lies beside the files, so that
/// the next run takes them if nothing changed since.
struct FetchJournal: Sendable {
  /// The folder of the journal and its files.
  let folder: String
  /// The part of the data that was fetched, as `FetchPart` writes it; null for everything.
  let part: JSON
  /// The entries in the order in which they were written.
  let entries: [JournalEntry]

  /// The name of the journal. Files with a dot are no data to `build`.
  static let name = ".fetch.jsonl"
  private static let format = "fieldpack.fetch/1"
  private static let longest = 1 << 30

  /// Reads the journal of a folder. A line that a kill cut short is no entry. Nil without a journal.
  init?(in folder: String) throws {
    guard let file = try FolderFiles(folder).open(Self.name), file.size <= Self.longest else {
      return nil
    }
    let bytes = try file.read(at: 0, count: file.size)
    var lines = bytes.split(separator: 0x0A)[...]
    guard let first = lines.popFirst(), let heading = try? JSONParser.parse(Array(first)),
      heading["format"]?.string == Self.format
    else { return nil }
    self.folder = folder
    part = heading["part"] ?? .null
    entries = lines.compactMap { line in
      (try? JSONParser.parse(Array(line))).flatMap(JournalEntry.init)
    }
  }

  /// The first line, which says what wrote the file, and what part of the data is in the folder.
  static func heading(_ part: JSON) -> [UInt8] {
    var members: JSONObject = ["format": .string(format)]
    if part != .null { members.append("part", part) }
    return JSONWriter.write(.object(members)) + [0x0A]
  }

  /// The line of an entry. It begins with a line break too, in case that the line before was cut.
  static func line(_ entry: JournalEntry) -> [UInt8] {
    [0x0A] + JSONWriter.write(entry.json) + [0x0A]
  }
}
