import Bytes

/// The shards of a layer in an earlier site, with the parts of other files that are theirs.
struct EarlierShards: Sendable {
  /// What the site notes about each shard.
  let notes: [ShardNote]
  /// The tables that expressions of the layer have read, as bits.
  let reads: UInt64
  private let layer: String
  private let files: [String: FileRegion]
  /// Where the stripes of the GeoPackage are.
  private let store: [DownloadStripe]
  /// The offset of each shard's text in search.js.
  private let searchStarts: [Int]
  /// The offset of each shard's values in the files of exported values.
  private let exportedStarts: [Int]

  /// Returns nil if one of the layer's files was changed.
  ///
  /// - Parameter searchStart: The offset of the first shard's text in search.js.
  init?(_ noted: LayerNotes, in site: EarlierSite, searchStart: Int) {
    let layer = noted.id
    (notes, reads, store) = (noted.shards, noted.reads, noted.store)
    self.layer = layer
    var files: [String: FileRegion] = [:]
    func contains(_ path: String, offset: Int, size: Int) -> Bool {
      guard let file = files[path] ?? site.unchangedFile(path) else { return false }
      files[path] = file
      return offset <= file.count && size <= file.count - offset
    }
    var search = searchStart
    var searchStarts: [Int] = []
    var exported = 0
    var exportedStarts: [Int] = []
    for (number, note) in notes.enumerated() {
      guard contains(Self.search(layer), offset: search, size: note.search) else { return nil }
      searchStarts.append(search)
      search += note.search
      exported = Self.exportedStart(ofShard: number, after: exported, layer)
      guard contains(Self.exported(number, layer), offset: exported, size: note.exported) else {
        return nil
      }
      exportedStarts.append(exported)
      exported += note.exported
      for form in LayerDownloads.Form.allCases {
        for stripe in note.stripes(of: form) {
          let path = Self.path(of: stripe, form.rawValue, layer)
          guard contains(path, offset: stripe.offset, size: stripe.size) else { return nil }
        }
      }
    }
    for stripe in store {
      let path = Self.path(of: stripe, GeoPackageDownload.suffix, layer)
      guard contains(path, offset: stripe.offset, size: stripe.size) else { return nil }
    }
    self.searchStarts = searchStarts
    self.exportedStarts = exportedStarts
    self.files = files
  }

  private static func search(_ layer: String) -> String { "data/\(layer)/search.js" }

  /// Returns the path of the file with the exported values of a shard.
  private static func exported(_ number: Int, _ layer: String) -> String {
    ExportedFiles.path(layer: layer, file: number / ExportedColumns.partsPerFile)
  }

  /// Returns the offset of a shard's exported values.
  ///
  /// - Parameter end: The end of those of the shard before.
  private static func exportedStart(ofShard number: Int, after end: Int, _ layer: String) -> Int {
    let (file, part) = number.quotientAndRemainder(dividingBy: ExportedColumns.partsPerFile)
    // A comma separates them.
    return part > 0 ? end + 1 : ExportedFiles.begin(layer: layer, file: file).bytes.count
  }

  private static func path(of stripe: DownloadStripe, _ suffix: String, _ layer: String) -> String {
    DownloadFile.path(layer, suffix, part: stripe.part, isArchive: stripe.content != nil)
  }

  /// Returns the bytes of a stripe of a download.
  func read(
    _ stripe: DownloadStripe, of form: LayerDownloads.Form
  ) throws(BytesError) -> [UInt8] {
    try read(
      Self.path(of: stripe, form.rawValue, layer), offset: stripe.offset, count: stripe.size)
  }

  /// Returns the text of a shard in search.js.
  func searchText(ofShard number: Int) throws(BytesError) -> [UInt8] {
    try read(
      Self.search(layer), offset: searchStarts[number], count: notes[number].search)
  }

  /// Returns what downloads have of a shard.
  ///
  /// - Parameter rows: The rows of the shard's records in the GeoPackage.
  func kept(_ number: Int, rows: Range<Int>) throws(BytesError) -> LayerDownloads.Kept {
    let note = notes[number]
    return LayerDownloads.Kept(
      csv: note.csv, features: note.features,
      exported: try read(
        Self.exported(number, layer), offset: exportedStarts[number], count: note.exported),
      rows: rows)
  }

  /// Opens the GeoPackage and reads its rows.
  ///
  /// - Parameter scratch: A folder for temporary files.
  func openStore(table: String, scratch: String) async throws -> EarlierStore {
    var files: [FileRegion] = []
    for stripe in store where stripe.part == files.count {
      let path = Self.path(of: stripe, GeoPackageDownload.suffix, layer)
      guard let file = self.files[path] else { throw BytesError.fileNotFound(path: path) }
      files.append(file)
    }
    return try await EarlierStore(files, store, table: table, scratch: scratch)
  }

  /// The GeoPackage, if all of it is kept.
  var sameStore: EarlierStore { EarlierStore(same: store) }

  private func read(
    _ path: String, offset: Int, count: Int
  ) throws(BytesError) -> [UInt8] {
    guard let file = files[path] else { throw .fileNotFound(path: path) }
    return try file.read(at: offset, count: count)
  }
}
