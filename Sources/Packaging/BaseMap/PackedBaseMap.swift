import Bytes
import Packages
import Tiles

/// The files of a base map in a package.
struct PackedBaseMap: Sendable {
  /// A file of tiles.
  private struct Member {
    var path: String
    var form: PackedTiles
    var layer: PlannedBaseMap.Layer
  }

  private let members: [Member]
  /// The time of the package, in milliseconds since 1970 UTC.
  private let now: Int64

  /// - Parameter baseMap: what is settled for the package; nil for none.
  init(_ baseMap: PlannedBaseMap?, now: Int64) {
    self.now = now
    guard let baseMap, !baseMap.isOnDevices else {
      members = []
      return
    }
    members = PackageStore.allCases.filter(baseMap.stores.contains).flatMap { store in
      baseMap.layers.map { layer in
        Member(
          path: BaseMapMember.path(for: store, isReference: layer.isReference),
          form: store == .geoPackage ? .mbtiles : .tilePackage, layer: layer)
      }
    }
  }

  /// The sizes of the files, if all tiles are images.
  func sizes() throws -> [(path: String, size: Int)] {
    try members.map { member in
      (
        member.path,
        try member.form.size(of: member.layer.tiles, name: member.layer.title, now: now)
      )
    }
  }

  /// Adds the files to a package.
  ///
  /// - Parameter folder: the folder for a file that is only needed while it is written.
  /// - Returns: the findings about tiles that are no images.
  func append(
    to package: inout MobileMapPackage, scratchIn folder: String,
    report: @escaping @Sendable (JobProgress) -> Void
  ) throws -> [Finding] {
    var findings: [Finding] = []
    for member in members {
      let total = member.layer.tiles.byteCount
      var broken: [TileID] = []
      let output = try member.form.write(
        member.layer.tiles, into: try OutputFile(scratchIn: folder), name: member.layer.title,
        now: now, broken: &broken
      ) { done in
        report(JobProgress(phase: "Writing", subject: member.path, done: done, total: total))
      }
      let region = FileRegion(try output.reopen())
      try package.append(
        file: region, named: member.path, sha256: SHA256.hex(try SHA256.of(region)))
      findings += TileSet.Faults(noImages: broken).findings(of: member.path)
    }
    return findings
  }
}
