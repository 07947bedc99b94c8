import Bytes

/// The shards of a layer that are the same in an earlier site.
struct KeptShards: Sendable {
  let earlier: EarlierShards
  /// The outlines of the shards that are kept; nil for those to be made.
  let outlines: [ShardOutline?]
  /// The GeoPackage in the earlier site.
  let store: EarlierStore

  /// Compares the shards of a layer with those of an earlier site.
  ///
  /// - Parameters:
  ///   - noted: What the earlier site notes about the layer.
  ///   - scratch: A folder for temporary files.
  ///   - built: When the data was packed, in milliseconds since 1970 UTC.
  ///   - tables: Returns the digest of the records of some tables (``LayerNotes/tables``).
  ///   - report: Receives the number of compared records.
  /// - Returns: Nil if none can be kept.
  static func find(
    _ maker: ShardMaker, _ noted: LayerNotes, in site: EarlierSite, scratch: String, built: Int64,
    tables: (UInt64) throws -> String, report: (Int) -> Void
  ) async throws -> KeptShards? {
    let searchStart = maker.beginSearch().bytes.count
    guard let basis = maker.basis, hasPlainRows(noted, maker),
      let earlier = EarlierShards(noted, in: site, searchStart: searchStart),
      noted.tables == (try tables(noted.reads))
    else { return nil }
    let outlines = try await outlines(of: maker, basis, earlier, in: site, report: report)
    guard outlines.contains(where: { $0 != nil }) else { return nil }
    let isSame =
      noted.built == built && outlines.count == noted.shards.count
      && outlines.allSatisfy { $0 != nil }
    let store: EarlierStore? =
      isSame ? earlier.sameStore : await openStore(earlier, maker, scratch: scratch)
    guard let store else { return nil }
    return KeptShards(earlier: earlier, outlines: outlines, store: store)
  }

  /// Returns the outlines of the shards that are the same in the earlier site; nil for the others.
  private static func outlines(
    of maker: ShardMaker, _ basis: [UInt8], _ earlier: EarlierShards,
    in site: EarlierSite, report: (Int) -> Void
  ) async throws -> [ShardOutline?] {
    // Rows are read in their order, which is faster than in that of the shards.
    var records = RecordOutlines()
    try await OrderedWork.run(
      count: maker.count,
      work: { number in
        let start = number * Shard.size
        return try maker.outlines(ofRows: start..<min(start + Shard.size, maker.survey.count))
      },
      collect: { outlines in
        records.append(outlines)
        report(records.count)
      })
    return (0..<maker.count).map { number in
      guard number < earlier.notes.count, site.isUnchanged(maker.path(number)) else { return nil }
      let outline = maker.outline(number, basis, of: records)
      return outline.source == earlier.notes[number].source ? outline : nil
    }
  }

  /// Whether the GeoPackage of the earlier site has the values that records have. In a column of
  /// several kinds, it has texts instead.
  private static func hasPlainRows(_ noted: LayerNotes, _ maker: ShardMaker) -> Bool {
    var computed = maker.computed
    for note in noted.shards {
      guard note.kinds.count == computed.kinds.count else { return false }
      computed.add(note.kinds)
    }
    return maker.download.table.mixedColumns(computed).isEmpty
  }

  /// Opens the GeoPackage of the earlier site. Returns nil if it does not have the rows of all shards.
  private static func openStore(
    _ earlier: EarlierShards, _ maker: ShardMaker, scratch: String
  ) async -> EarlierStore? {
    let store = try? await earlier.openStore(table: maker.download.table.name, scratch: scratch)
    let shards = earlier.notes.count
    guard let store, let count = store.rows?.count, count > (shards - 1) * Shard.size,
      count <= shards * Shard.size
    else { return nil }
    return store
  }

  /// Returns what downloads have of a shard, which must be kept.
  ///
  /// - Parameter count: The number of records of the layer.
  func downloads(ofShard number: Int, of count: Int) throws(BytesError) -> LayerDownloads.Kept {
    let start = number * Shard.size
    return try earlier.kept(number, rows: start..<min(start + Shard.size, count))
  }

  /// The number of shards.
  var count: Int { outlines.count { $0 != nil } }

  /// Returns the number of bytes that a download has of the kept shards.
  func size(of form: LayerDownloads.Form) -> Int {
    zip(outlines, earlier.notes).reduce(0) { sum, shard in
      shard.0 == nil ? sum : shard.1.stripes(of: form).reduce(sum) { $0 + $1.count }
    }
  }
}
