import Bytes
import Markup
import OrderedJSON
import Popups

/// The files with something of each record of a layer, written shard after shard: the shards, the
/// search text and downloads. Also collects what is known about all records.
struct RecordFiles: ~Copyable {
  private let maker: ShardMaker
  private let kept: KeptShards?
  private var search: ScriptText
  private var downloads: LayerDownloads
  private var notes: [ShardNote] = []
  /// The names of parents that were looked up, by their rows among the related records.
  private var parentNames: [Int32: String?] = [:]
  private var workspace = PopupWorkspace()

  /// The titles of the records that records belong to; nil if the layer has no such relation.
  private(set) var parents: FacetColumn?
  /// The records' views, for pages that work without scripts.
  private(set) var views: [JSON] = []
  private(set) var html = HTMLAccount()
  private(set) var formulas = 0
  private(set) var failures = FailedExpressions()
  private(set) var computed: ComputedFields

  /// - Parameters:
  ///   - parents: The column for the titles of parents, without rows.
  ///   - kept: The shards that are kept from an earlier site.
  ///   - scratch: A folder for temporary files.
  init(
    _ maker: ShardMaker, parents: FacetColumn?, kept: KeptShards?, _ request: SiteRequest,
    scratch: String
  ) throws(BytesError) {
    self.maker = maker
    self.parents = parents
    self.kept = kept
    search = maker.beginSearch()
    downloads = try LayerDownloads(
      maker.layer, maker.download, request, earlier: kept?.store, scratch: scratch,
      known: { kept?.size(of: $0) ?? 0 })
    computed = maker.computed
  }

  /// The number of the next shard.
  var number: Int { notes.count }

  /// Adds a shard that was made.
  mutating func append(_ pieces: ShardPieces, in output: inout SiteOutput) throws {
    try output.write(pieces.script, to: maker.path(number))
    let start = search.bytes.count
    search.appendText(pieces.search)
    try downloads.append(pieces.download, in: &output)
    views += pieces.views
    failures.add(pieces.failures)
    for name in pieces.parentNames { parents?.add(name) }
    add(
      ShardNote(
        // Failures are not noted, so such a shard is made again.
        source: pieces.failures.isEmpty ? pieces.source : nil,
        search: search.bytes.count - start, exported: pieces.download.exportedText.count,
        formulas: pieces.download.formulas, html: pieces.html, kinds: pieces.computed.kinds))
  }

  /// Adds a shard that is kept from the earlier site.
  mutating func append(
    _ outline: ShardOutline, in output: inout SiteOutput
  ) throws {
    guard let kept else { return }
    let earlier = kept.earlier
    let note = earlier.notes[number]
    output.keep(maker.path(number))
    search.append(try earlier.searchText(ofShard: number))
    try downloads.append(
      try kept.downloads(ofShard: number, of: maker.survey.count), in: &output,
      read: earlier.read)
    for row in outline.parents where parents?.isOpen == true {
      let name = parentName(row)
      parents?.add(name)
    }
    add(note)
  }

  private mutating func add(_ note: ShardNote) {
    html += note.html
    formulas += note.formulas
    computed.add(note.kinds)
    notes.append(note)
  }

  private mutating func parentName(_ row: Int32) -> String? {
    guard row >= 0, let relation = maker.view.parentRelation else { return nil }
    if let known = parentNames[row] { return known }
    let name = maker.view.popups.firstCell(
      ofRelated: Int(row), relation, in: maker.related[relation], workspace: &workspace)
    parentNames[row] = .some(name)
    return name
  }

  /// Finishes the files, and begins the GeoPackage.
  ///
  /// - Parameter built: When the data was packed, in milliseconds since 1970 UTC.
  /// - Returns: The `downloads` entry of meta.js without the GeoPackage, the GeoPackage, and what to
  ///   note about the shards.
  consuming func finish(
    built: Int64, in output: inout SiteOutput
  ) throws -> (downloads: [JSON], store: OpenGeoPackage, notes: [ShardNote]) {
    search.endText()
    if maker.survey.count > 0 {
      try output.write(search.finish(), to: "data/\(maker.layer.id)/search.js")
    }
    let written = try downloads.finish(computed, built: built, in: &output)
    var notes = notes
    for index in notes.indices {
      notes[index].csv = written.csv[index]
      notes[index].features = written.features[index]
    }
    return (written.entries, written.store, notes)
  }
}
