import Bytes
import FeatureData
package import GeoPackage
package import Geometry
import MapModel
import OrderedJSON
import Records

/// Makes a new package from a rewritten store, to issue to crews again. The current records become
/// its base. Area, scales, findings and sources stay those of the build.
package struct PackageReissue: Sendable {
  /// 32 hexadecimal digits.
  package var packageID: String
  /// The time of the package, in milliseconds since 1970 UTC.
  package var created: Int64
  /// The extent of records that were not in the old package, in degrees.
  package var added = Envelope.empty
  /// Makes the package's own pages from a store with a number of records; nil for no pages. A
  /// package without pages gets none.
  package var pages: (@Sendable (_ store: OpenPackage, _ rows: Int) async throws -> [PackageFile])?

  /// - Parameters:
  ///   - packageID: 32 hexadecimal digits.
  ///   - created: in milliseconds since 1970 UTC.
  package init(packageID: String, created: Int64) {
    self.packageID = packageID
    self.created = created
  }

  /// The store's metadata about its package, which replaces the old metadata.
  package func metadata(of package: OpenPackage) -> GeoPackageMetadata {
    var members = package.storeMetadata?.object ?? JSONObject()
    members["format"] = .string(ManifestFormat.name)
    members["packageId"] = .string(packageID)
    members["created"] = .string(ManifestFormat.time(created))
    let text = JSONWriter.write(.object(members), style: .compact)
    return GeoPackageMetadata(
      standard: ManifestFormat.storeStandard, mimeType: "application/json",
      text: String(decoding: text, as: UTF8.self))
  }

  /// The changed parts of the new package.
  struct Issued {
    var base: FileRegion
    /// The map and geodatabase for Esri's apps; nil if the package has none.
    var mobileMap: MobileMapParts.Written?
    /// The files of the item, by path.
    var item: [String: [UInt8]]
    var pages: [PackageFile]
    /// The changed members of the manifest.
    var manifest: [(String, JSON)]

    /// Whether the new package replaces or drops a file of the old one.
    func replaces(_ path: String) -> Bool {
      path.hasPrefix(InnerArchive.review.folder)
        || mobileMap != nil && path.hasPrefix(MobileMapDocument.folder)
          && !BaseMapMember.isOne(path)
    }
  }

  /// - Parameters:
  ///   - region: the new store.
  ///   - files: the attachments beside it.
  func issued(
    _ package: OpenPackage, store region: FileRegion, files: @escaping MobileMapParts.Files
  ) async throws -> Issued {
    let store = try OpenPackage(store: region, path: package.path)
    let mobileMap = try mobileMap(of: package, store: store)
    let layers = try layers(of: package, store.store, mobileMap)
    let rows = layers.compactMap { $0["rows"]?.int }.reduce(0, +)
    let hadPages = try package.members.paths().contains {
      $0.hasPrefix(InnerArchive.review.folder) || $0 == InnerArchive.review.path
    }
    let extent = extent(of: package)
    let item = item(of: package, layers: layers, extent: extent, mobileMap: mobileMap)
    let written = try await mobileMap?.write(
      from: region, files: files, item: item, scratchIn: ScratchFolder.path)
    let box: JSON =
      extent.isEmpty
      ? .null
      : [
        .number(extent.minX), .number(extent.minY), .number(extent.maxX), .number(extent.maxY),
      ]
    return Issued(
      base: try await base(store, region, beside: package.path), mobileMap: written,
      item: Dictionary(uniqueKeysWithValues: item.files().map { ($0.path, $0.content) }),
      pages: hadPages ? try await pages?(store, rows) ?? [] : [],
      manifest: [
        ("packageId", .string(packageID)), ("created", .string(ManifestFormat.time(created))),
        ("extent", box), ("layers", .array(layers)),
        ("findings", findings(of: package, mobileMap: mobileMap, written: written)),
      ])
  }

  /// The new content for Esri's apps; nil if the old package had none.
  private func mobileMap(
    of package: OpenPackage, store: OpenPackage
  ) throws -> MobileMapParts? {
    guard try !package.geodatabasePaths().isEmpty, let map = try store.storedMap() else {
      return nil
    }
    return MobileMapParts(
      map, try GeodatabasePlan(map, store.store), packageID: packageID, created: created,
      baseMaps: ManifestFormat.baseMaps(package.manifest?["baseMap"], for: .geodatabase))
  }

  /// The findings of the build, except those about the geodatabase, which are made again.
  private func findings(
    of package: OpenPackage, mobileMap: MobileMapParts?, written: MobileMapParts.Written?
  ) -> JSON {
    let old = package.manifest?["findings"]?.array ?? []
    guard let mobileMap, let written else { return .array(old) }
    let others = old.filter {
      $0["id"]?.string.flatMap { FindingID(rawValue: $0) }?.isAboutPackageGeodatabase != true
    }
    return .array(others + (mobileMap.plan.findings + written.findings).map(\.json))
  }

  /// The manifest's layers with new record and attachment counts.
  private func layers(
    of package: OpenPackage, _ store: GeoPackageReader, _ mobileMap: MobileMapParts?
  ) throws -> [JSON] {
    try (package.manifest?.layers ?? []).map { layer in
      guard case .object(var members) = layer, let table = layer["table"]?.string,
        store.hasTable(named: table)
      else { return layer }
      members["rows"] = .number(try store.rowCount(of: table))
      members["attachments"] = .number(
        try store.mediaRelations(of: table).reduce(0) {
          try $0 + store.rowCount(of: $1.relatedTable)
        })
      if let mobileMap {
        members["itemId"] = mobileMap.plan.layerIDs[table].map { .number($0) } ?? .null
      }
      return .object(members)
    }
  }

  private func extent(of package: OpenPackage) -> Envelope {
    var extent = added
    let box = (package.manifest?["extent"]?.array ?? []).compactMap(\.double)
    if box.count == 4 {
      extent.formUnion(x: box[0], y: box[1])
      extent.formUnion(x: box[2], y: box[3])
    }
    return extent
  }

  private func item(
    of package: OpenPackage, layers: [JSON], extent: Envelope, mobileMap: MobileMapParts?
  ) -> PackageItem {
    let manifest = package.manifest
    let rows = layers.map { "\($0["title"]?.string ?? ""): \($0["rows"]?.int ?? 0)" }
    let credits = manifest?["credits"]?.array?.compactMap(\.string) ?? []
    return PackageItem(
      id: packageID, title: manifest?["map"]?["title"]?.string ?? "",
      summary: rows.joined(separator: ", "), tags: ["Fieldpack"],
      credits: credits.joined(separator: "; "), extent: extent, created: created,
      minimumScale: manifest?["scale"]?["minimum"]?.double ?? 0,
      maximumScale: manifest?["scale"]?["maximum"]?.double ?? 0,
      mapReference: mobileMap?.referenceName)
  }

  /// The store without attachment bytes; the store itself if it has none.
  private func base(
    _ store: OpenPackage, _ region: FileRegion, beside path: String
  ) async throws -> FileRegion {
    let media = Set(
      try store.store.relations().filter { $0.relationName == "media" }.map(\.relatedTable)
    ).sorted()
    let full = try media.filter { try holdsBytes($0, store.store) }
    guard !full.isEmpty else { return region }
    var rewriter = GeoPackageRewriter(store.store)
    for table in full {
      let layout = try store.store.table(named: table)
      guard let data = layout.columns.firstIndex(where: { $0.name.isSameName(as: "data") }) else {
        continue
      }
      let dataColumn = data + layout.firstColumn
      var edits = TableEdits()
      edits.filling = { _, record in
        var layout = RecordLayout()
        try layout.parse(record)
        return layout.rewritten(record) { column, encoder in
          guard column == dataColumn, case .blob = layout.value(column, in: record) else {
            return false
          }
          let nothing: [UInt8] = []
          encoder.append(blob: nothing.span)
          return true
        }
      }
      rewriter.edits[table] = edits
    }
    var scratch = try OutputFile(scratchIn: ScratchFolder.path)
    _ = try await rewriter.write(into: &scratch)
    return FileRegion(try scratch.reopen())
  }

  private func holdsBytes(_ table: String, _ store: GeoPackageReader) throws -> Bool {
    var rows = try store.rows(of: table)
    guard let data = rows.table.columns.firstIndex(where: { $0.name.isSameName(as: "data") }) else {
      return false
    }
    let column = data + rows.table.firstColumn
    while try rows.next() {
      let bytes = rows.bytes
      let record = bytes.span.extracting(rows.record)
      if case .blob(let range) = rows.layout.value(column, in: record), !range.isEmpty {
        return true
      }
    }
    return false
  }
}
