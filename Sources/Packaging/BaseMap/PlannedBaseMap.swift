import Bytes
import Geometry
import MapModel
import OrderedJSON
package import Packages
package import Tiles

/// The tiles of a base map that a package gets.
package struct PlannedBaseMap: Sendable {
  /// The tiles of one layer.
  package struct Layer: Sendable {
    package fileprivate(set) var tiles: TileSet
    /// Whether it is drawn above the operational layers.
    package let isReference: Bool
    /// The levels that are left out because of their size.
    package fileprivate(set) var dropped: [TileSet.Level] = []

    init(_ tiles: TileSet, isReference: Bool) {
      self.tiles = tiles
      self.isReference = isReference
    }

    /// The bytes of its images.
    var byteCount: Int { tiles.byteCount }

    /// The names of its files, for messages.
    var fileNames: String { tiles.fileNames }
  }

  /// The layers, top first.
  package private(set) var layers: [Layer]
  /// The stores whose programs get the tiles.
  package private(set) var stores: Set<PackageStore> = []
  /// The content of the file with the names of streets; nil without names.
  private(set) var streetNames: [UInt8]?
  private(set) var findings: [Finding]
  let options: BaseMapOptions

  /// - Parameter findings: what is to be said about features that were drawn.
  init(_ layers: [Layer], options: BaseMapOptions, findings: [Finding]) {
    self.layers = layers
    self.options = options
    self.findings = findings
  }

  /// The files and folders that the tiles come from.
  var paths: [String] { layers.flatMap { $0.tiles.sources.map(\.path) } }

  /// The bytes of all images.
  var byteCount: Int { layers.reduce(0) { $0 + $1.byteCount } }

  /// Whether the tiles are on the devices, and in no package.
  package var isOnDevices: Bool { options.isOnDevices }

  /// Decides what a package gets.
  ///
  /// - Parameters:
  ///   - area: the area of the package; nil for the surroundings of its records.
  ///   - extent: the extent of the records in degrees.
  ///   - chosen: the stores whose programs get the tiles.
  ///   - others: the stores in the package whose programs don't.
  mutating func settle(
    area: AreaOfInterest?, extent: Envelope, stores chosen: Set<PackageStore>,
    others: Set<PackageStore>
  ) throws {
    stores = chosen
    findings += layers.compactMap(\.tiles.attributionFinding)
    if isOnDevices { return noteFilesOnDevices() }
    if let shape = try area?.webMercator() ?? Self.surroundings(of: extent) {
      let coverage = TileCoverage(shape)
      for index in layers.indices {
        layers[index].tiles = layers[index].tiles.clipped(to: coverage)
      }
    }
    dropLevels()
    for layer in layers where layer.tiles.entries.isEmpty && layer.dropped.isEmpty {
      findings.append(
        Finding(
          .tilesOutsideArea, subject: layer.fileNames,
          "No tile is in the area at these scales, so the package has no base map."))
    }
    layers.removeAll { $0.tiles.entries.isEmpty }
    notePrograms(without: others)
    if stores.contains(.geoPackage) { try readNames() }
  }

  /// Takes the names of streets from tiles that Fieldpack drew, because QGIS writes them by itself.
  private mutating func readNames() throws {
    var names: [StreetName] = []
    for layer in layers where !layer.isReference {
      var tiles = layer.tiles
      names += try StreetNames.read(&tiles)
    }
    guard !names.isEmpty else { return }
    let features = names.map { name -> JSON in
      [
        "type": "Feature",
        "properties": ["name": .string(name.text), "rank": .number(name.rank)],
        "geometry": [
          "type": "LineString",
          "coordinates": .array(
            name.ends.map { end in
              .array([end.longitude, end.latitude].map { .number(($0 * 1e6).rounded() / 1e6) })
            }),
        ],
      ]
    }
    streetNames = JSONWriter.write(
      ["type": "FeatureCollection", "features": .array(features)], style: .compact)
  }

  /// A box around records, a tenth wider on each side, in meters of Web Mercator; nil if there are
  /// none. A crew also works beside the last record.
  private static func surroundings(of extent: Envelope) throws -> PreparedPolygon? {
    guard !extent.isEmpty else { return nil }
    let (south, north) = (min(85.06, extent.minY), max(-85.06, extent.maxY))
    let box = try CoordinateTransform(from: .wgs84, to: .webMercator).envelope(
      of: Envelope(
        minX: extent.minX, minY: max(-85.06, south), maxX: extent.maxX, maxY: min(85.06, north)))
    let margin = max(leastMargin, max(box.width, box.height) / 10)
    return try PreparedPolygon(
      Geometry(
        Envelope(
          minX: box.minX - margin, minY: box.minY - margin, maxX: box.maxX + margin,
          maxY: box.maxY + margin)))
  }

  /// In meters of Web Mercator.
  private static let leastMargin = 500.0

  /// Leaves out all tiles, because a store alone has no base map.
  mutating func leaveOut(of store: PackageStore) {
    for layer in layers {
      findings.append(
        Finding(
          .tilesNotPacked, subject: layer.fileNames, "A single \(store.title) has no base map.",
          fix: "To pack tiles, build a package, FILE.mmpk or FILE.zip."))
    }
    layers = []
  }

  /// Leaves out the finest levels until the images fit.
  private mutating func dropLevels() {
    guard let limit = options.sizeLimit else { return }
    var sets = layers.map(\.tiles)
    for (index, levels) in TileSet.drop(beyond: limit, from: &sets).enumerated() {
      layers[index].tiles = sets[index]
      layers[index].dropped = levels
    }
    findings += layers.compactMap { $0.tiles.finding(leftOut: $0.dropped, limit: limit) }
  }

  /// Says which programs show no base map.
  private mutating func notePrograms(without others: Set<PackageStore>) {
    for layer in layers where stores.contains(.geodatabase) && layer.tiles.hasWebP {
      findings.append(
        Finding(
          .tilesNotPacked, .warning, subject: layer.fileNames,
          "ArcGIS shows no base map, because tile packages can't have WebP images.",
          fix: "Export the base map again, with JPEG or PNG images."))
    }
    if layers.contains(where: \.tiles.hasWebP) { stores.remove(.geodatabase) }
    guard let layer = layers.first else { return }
    for store in PackageStore.allCases where others.contains(store) {
      findings.append(
        Finding(
          .tilesNotPacked, subject: layer.fileNames,
          "The package has no base map for \(store.programs)."))
    }
  }

  private mutating func noteFilesOnDevices() {
    for store in PackageStore.allCases where stores.contains(store) {
      for layer in layers {
        if let file = Self.deviceFile(of: layer, for: store) {
          findings.append(
            Finding(
              .tilesNotPacked, subject: file,
              "\(store.programs) will look for the base map on the device.",
              fix: store.deviceFolder))
        } else {
          findings.append(
            Finding(
              .tilesNotPacked, .warning, subject: layer.fileNames,
              "\(store.programs) can't show these tiles from the device.",
              fix: "Convert them with `fieldpack tiles` to a file "
                + "\(store.deviceEndings.joined(separator: " or "))."))
        }
      }
    }
  }

  /// The name of a file that is on devices; nil if the programs can't read any of the files.
  private static func deviceFile(of layer: Layer, for store: PackageStore) -> String? {
    layer.tiles.sources.map { LocalPath.lastPart($0.path) }.first { name in
      store.deviceEndings.contains { name.lowercased().hasSuffix($0) }
    }
  }

  /// The files of the programs of a store, top first.
  func files(for store: PackageStore) -> [BaseMapFile] {
    guard stores.contains(store) else { return [] }
    return layers.compactMap { layer in
      guard let name = fileName(of: layer, for: store) else { return nil }
      var file = BaseMapFile(
        name: name, title: layer.title, attribution: layer.tiles.credits.attribution,
        isReference: layer.isReference, isOnDevices: isOnDevices)
      if store == .geoPackage, !layer.isReference, streetNames != nil {
        file.namesFile = BaseMapMember.namesPath
      }
      return file
    }
  }

  private func fileName(of layer: Layer, for store: PackageStore) -> String? {
    if isOnDevices { return Self.deviceFile(of: layer, for: store) }
    return LocalPath.lastPart(BaseMapMember.path(for: store, isReference: layer.isReference))
  }

  /// What distinguishes it from other base maps of the same map.
  func digest() throws -> [UInt8] {
    var digest = SHA256()
    for layer in layers {
      let answers = [isOnDevices, layer.isReference] + PackageStore.allCases.map(stores.contains)
      let bytes = answers.map { UInt8($0 ? 1 : 0) }
      digest.update(bytes.span)
      let own = try layer.digest()
      digest.update(own.span)
    }
    return digest.finish()
  }
}

extension PlannedBaseMap.Layer {
  /// What distinguishes its tiles from others.
  func digest() throws -> [UInt8] {
    var tiles = tiles
    return try tiles.digest()
  }

  /// The title that people read.
  package var title: String { tiles.credits.name ?? (isReference ? "Reference" : "Base map") }
}

extension PackageStore {
  /// The files of tiles that its programs read from a device.
  fileprivate var deviceEndings: [String] {
    switch self {
    case .geoPackage: [".mbtiles"]
    case .geodatabase: [".tpkx", ".tpk"]
    }
  }

  /// Where such files belong.
  fileprivate var deviceFolder: String {
    switch self {
    case .geoPackage: "Copy the file into the folder `basemaps` of QField on each device."
    case .geodatabase: "Copy the file to each device as a base map of the Esri app."
    }
  }
}
