import Bytes
package import GeoPackage
package import Geodatabase
import MapModel
import OrderedJSON
import SQLiteFile
package import Tiles

// The files of a package besides its store.
extension OpenPackage {
  /// The size limit of an attachment, in bytes.
  private static let attachmentLimit = 1 << 30

  /// The bytes of an attachment file; nil if the package doesn't have it, such as a single store,
  /// or a package with a lost file.
  ///
  /// - Throws: `LocatedError`, `BytesError`.
  package func content(of attachment: GeoPackageAttachment) throws -> [UInt8]? {
    guard let path = attachment.path else { return nil }
    return try content(of: path)
  }

  /// The bytes of a file of the package; nil if it is missing.
  ///
  /// - Throws: `LocatedError`, `BytesError`.
  package func content(of path: String) throws -> [UInt8]? {
    try members.content(of: path, limit: Self.attachmentLimit)
  }

  /// The records as packed, or as downloaded for a replica; nil if the base is missing. It is
  /// unpacked to a scratch file, so keep the reader as long as you need it.
  ///
  /// Ignores a `-wal` beside the base, because nobody edits the base.
  ///
  /// - Throws: `LocatedError` if it is damaged, `PackagingError.noRoom`, `BytesError`.
  package func base() throws -> GeoPackageReader? {
    if let origin, changes == nil { return origin.base }
    // Beside a renamed store there may be anything.
    guard form != .store || storePath == MobileMapPackage.storePath else { return nil }
    if let compact = try members.region(of: MobileMapPackage.basePath) {
      return try about(members.title(of: MobileMapPackage.basePath)) {
        try GeoPackageReader(region: try Self.expanded(compact))
      }
    }
    guard let region = try members.region(of: MobileMapPackage.earlierBasePath) else { return nil }
    try members.verifyChecksum(of: MobileMapPackage.earlierBasePath)
    return try about(members.title(of: MobileMapPackage.earlierBasePath)) {
      try GeoPackageReader(region: region).renamingTables(changes?.baseNames ?? [])
    }
  }

  /// Expands a store in compact form to a scratch file.
  private static func expanded(_ compact: FileRegion) throws -> FileRegion {
    let folder = ScratchFolder.path
    do {
      var file = try OutputFile(scratchIn: folder)
      try CompactDatabase.expand(compact, into: &file)
      return FileRegion(try file.reopen())
    } catch BytesError.noSpace {
      throw PackagingError.noRoom(
        folder: folder, needed: try CompactDatabase.expandedSize(of: compact) ?? 0,
        available: FreeSpace.available(atFolder: folder) ?? 0)
    }
  }

  /// The paths of the geodatabases among the files of the package, as in mobile maps:
  /// `p13/<name>.geodatabase`.
  ///
  /// - Throws: `BytesError`.
  package func geodatabasePaths() throws -> [String] {
    try members.paths().filter { path in
      let parts = path.split(separator: "/")
      return parts.count == 2 && parts[0].hasPrefix("p") && Int(parts[0].dropFirst()) != nil
        && PackageStore(path: path) == .geodatabase
    }
  }

  /// Opens a geodatabase of the package with its logs; nil if it is missing.
  ///
  /// - Throws: `LocatedError`, `BytesError`, `PackagingError.noRoom`.
  package func geodatabase(at path: String) throws -> GeodatabaseReader? {
    guard let region = try members.region(of: path) else { return nil }
    let wal = try members.region(of: path + "-wal")
    let journal = try members.region(of: path + "-journal")
    return try about(members.title(of: path)) {
      try GeodatabaseReader(region: region, wal: wal, journal: journal)
    }
  }

  /// The tiles above and below the layers, top first: those that Fieldpack packed for one of its
  /// programs, or those that a mobile map of ArcGIS names.
  ///
  /// - Throws: `TilesError`, `LocatedError`, `BytesError`.
  package func baseMap() throws -> [(tiles: TileSet, isReference: Bool)] {
    guard form != .store else { return [] }
    let packed = try [true, false].compactMap { isReference in
      for store in PackageStore.allCases {
        let path = BaseMapMember.path(for: store, isReference: isReference)
        guard let source = try tiles(at: path) else { continue }
        return (tiles: try TileSet([source]), isReference: isReference)
      }
      return nil
    }
    return packed.isEmpty ? try namedBaseMap() : packed
  }

  /// The tile packages that the layers of the map's base map name, such as `file:./NAME.tpk`.
  private func namedBaseMap() throws -> [(tiles: TileSet, isReference: Bool)] {
    guard let layers = try storedMap()?.map.baseMap?.layers else { return [] }
    let paths = try members.paths()
    var sources: [Bool: [TileSource]] = [:]
    for layer in layers.reversed() where layer.visibility {
      guard let name = layer.source["path"]?.string.map(LocalPath.lastPart),
        [".tpk", ".tpkx"].contains(where: name.hasSuffix),
        let path = paths.first(where: { LocalPath.lastPart($0).hasSameUTF8(as: name) }),
        let source = try self.tiles(at: path)
      else { continue }
      sources[layer.isReference, default: []].append(source)
    }
    return try [true, false].compactMap { isReference in
      try sources[isReference].map { (tiles: try TileSet($0), isReference: isReference) }
    }
  }

  private func tiles(at path: String) throws -> TileSource? {
    try members.region(of: path).map { try TileSource($0, path: members.title(of: path)) }
  }
}
