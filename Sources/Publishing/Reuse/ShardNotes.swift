import Bytes
import Markup

// `.fieldpack-shards` says what the shards of a site were made from, so that the next run keeps
// those that would be the same:
//
//   fieldpack shards 1 SHA-256              of the list of files that it belongs to
//   layer ID reads SHA-256 built store
//   SHA-256 search exported formulas media styles kinds rows features
//   …                                       a line for each shard
//   SHA-256                                 of everything before
//
// reads     the tables that expressions of the layer have read, as the bits of a number; and the
//           digest of all their records
// built     when the data was packed, in milliseconds since 1970 UTC
// store     the stripes of the GeoPackage, in the form of rows
// search    the bytes of the shard's text in search.js
// exported  the bytes of the shard's part in a file of exported values
// kinds     of the values in the computed columns, separated by commas
// rows      the stripes of the CSV, separated by commas: offset.size in a plain file, or
//           offset.size.part.count.checksum in an archive
// features  the same of the GeoJSON
//
// A hyphen stands for an empty list, and for the digest of a shard that is never kept.

/// What a site notes about a shard.
struct ShardNote: Sendable, Equatable {
  /// The digest of everything that the shard was made from; nil if it must be made again.
  var source: String?
  /// The number of bytes in search.js.
  var search: Int
  /// The number of bytes in a file of exported values.
  var exported: Int
  /// The number of CSV cells that begin like a formula.
  var formulas: Int
  /// What is in the records' texts.
  var html: HTMLAccount
  /// The kinds of values in the computed columns.
  var kinds: [ComputedFields.Kinds]
  /// Where the records are in the downloads.
  var csv: [DownloadStripe] = []
  var features: [DownloadStripe] = []

  /// Where the records are in a download.
  func stripes(of form: LayerDownloads.Form) -> [DownloadStripe] {
    switch form {
    case .csv: csv
    case .features: features
    }
  }
}

/// What a site notes about the shards of a layer.
struct LayerNotes: Sendable {
  var id: String
  /// The tables that expressions have read, as bits, the first table lowest.
  var reads: UInt64
  /// The digest of their records.
  var tables: String
  /// When the data was packed, in milliseconds since 1970 UTC.
  var built: Int64
  /// Where the stripes of the GeoPackage are.
  var store: [DownloadStripe]
  var shards: [ShardNote]
}

/// What a site notes about its shards.
struct ShardNotes: Sendable {
  private static let format = "fieldpack shards 1"

  var layers: [LayerNotes] = []

  init() {}

  /// Returns the notes of a layer; nil if there are none.
  func layer(_ id: String) -> LayerNotes? { layers.first { $0.id == id } }

  /// Returns the content of the file; empty if there is nothing to note.
  ///
  /// - Parameter list: The SHA-256 of the list of files.
  func text(list: String) -> [UInt8] {
    guard !layers.isEmpty else { return [] }
    var text = Array("\(Self.format) \(list)\n".utf8)
    for layer in layers {
      text += "\(layer.line)\n".utf8
      for shard in layer.shards { text += "\(shard.line)\n".utf8 }
    }
    let digest = SHA256.hex(SHA256.of(text.span))
    return text + Array("\(digest)\n".utf8)
  }

  /// Reads the file. Returns nil if it is damaged or does not belong to a list of files.
  init?(reading bytes: [UInt8], list: String) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 2, let end = lines.last, end.isEmpty else { return nil }
    let digest = lines[lines.count - 2]
    let content = bytes.dropLast(digest.count + 1)
    guard digest.elementsEqual(SHA256.hex(SHA256.of(Array(content).span)).utf8),
      lines[0].elementsEqual("\(Self.format) \(list)".utf8)
    else { return nil }
    for line in lines[1..<lines.count - 2] {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      if let layer = LayerNotes(reading: words) {
        layers.append(layer)
      } else {
        guard let note = ShardNote(reading: words), !layers.isEmpty else { return nil }
        layers[layers.count - 1].shards.append(note)
      }
    }
  }
}

/// Lists in the file.
private enum NotedList {
  /// What numbers in it can be. Sums of them fit in 64 bits.
  static let sizes = 0...Int(UInt32.max)
  /// Stands for an empty list, and for no digest.
  static let none = "-"

  static func text(_ texts: [String]) -> String {
    texts.isEmpty ? none : texts.joined(separator: ",")
  }

  /// Returns nil if the text is not right.
  static func values<Value>(_ text: String, _ read: (Substring) -> Value?) -> [Value]? {
    guard text != none else { return [] }
    let parts = text.split(separator: ",")
    let values = parts.compactMap(read)
    return values.count == parts.count ? values : nil
  }
}

extension LayerNotes {
  /// The line of the file.
  fileprivate var line: String {
    "layer \(id) \(reads) \(tables) \(built) " + NotedList.text(store.map(\.text))
  }

  /// Reads the words of a line. Returns nil if they are not right.
  fileprivate init?(reading words: [String]) {
    guard words.count == 6, words[0] == "layer", let reads = UInt64(words[2]),
      let built = Int64(words[4]),
      let store = NotedList.values(words[5], { DownloadStripe(reading: $0) })
    else { return nil }
    self.init(
      id: words[1], reads: reads, tables: words[3], built: built, store: store, shards: [])
  }
}

extension ShardNote {
  /// The line of the file.
  fileprivate var line: String {
    [
      source ?? NotedList.none, "\(search)", "\(exported)", "\(formulas)",
      "\(html.onlineMedia)", "\(html.styles)", NotedList.text(kinds.map { "\($0.rawValue)" }),
      NotedList.text(csv.map(\.text)), NotedList.text(features.map(\.text)),
    ].joined(separator: " ")
  }

  /// Reads the words of a line. Returns nil if they are not right.
  fileprivate init?(reading words: [String]) {
    guard words.count == 9 else { return nil }
    let numbers = words[1...5].compactMap { Int($0) }
    guard numbers.count == 5, numbers.allSatisfy(NotedList.sizes.contains),
      let kinds = NotedList.values(
        words[6], { UInt8($0).map(ComputedFields.Kinds.init(rawValue:)) }),
      let csv = NotedList.values(words[7], { DownloadStripe(reading: $0) }),
      let features = NotedList.values(words[8], { DownloadStripe(reading: $0) })
    else { return nil }
    source = words[0] == NotedList.none ? nil : words[0]
    (search, exported, formulas) = (numbers[0], numbers[1], numbers[2])
    html = HTMLAccount()
    (html.onlineMedia, html.styles) = (numbers[3], numbers[4])
    (self.kinds, self.csv, self.features) = (kinds, csv, features)
  }
}

extension DownloadStripe {
  fileprivate var text: String {
    guard let content else { return "\(offset).\(size)" }
    return "\(offset).\(size).\(part).\(content.count).\(content.checksum)"
  }

  fileprivate init?(reading text: Substring) {
    let numbers = text.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 2 || numbers.count == 5,
      numbers.allSatisfy(NotedList.sizes.contains)
    else { return nil }
    self.init(part: 0, offset: numbers[0], size: numbers[1])
    guard numbers.count == 5 else { return }
    guard let checksum = UInt32(exactly: numbers[4]) else { return nil }
    part = numbers[2]
    content = Content(count: numbers[3], checksum: checksum)
  }
}
