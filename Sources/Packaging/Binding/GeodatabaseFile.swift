import Bytes
import FeatureData
import Geodatabase
import MapModel
import OrderedJSON
import Packages

/// Which records of a geodatabase are read.
enum GeodatabaseState: Sendable {
  case current
  /// The downloaded records of a replica.
  case downloaded
}

/// A mobile geodatabase of the data folder, whose datasets can be bound to layers.
struct GeodatabaseFile {
  let reader: GeodatabaseReader
  private let path: String
  /// Nil for a plain geodatabase, or if the replica's definition is unreadable.
  private let replica: Replica?

  /// - Parameter asDownloaded: whether to read the records of a replica as downloaded.
  init(path: String, asDownloaded: Bool = false) throws {
    self.path = path
    let current = try GeodatabaseReader(path: path)
    reader = asDownloaded ? try current.asDownloaded() ?? current : current
    replica = try unlessUnreadable { try current.replica() } ?? nil
  }

  /// The dataset that a binding names, or the one with the layer's name.
  func source(
    table: String?, names: LayerNames, title: String
  ) throws -> GeodatabaseSource {
    if let table {
      guard let dataset = reader.dataset(named: table) else {
        throw GeodatabaseError.noSuchDataset(table)
      }
      return GeodatabaseSource(reader, dataset)
    }
    if let source = source(names: names) { return source }
    let tables = reader.datasets.map(\.name).joined(separator: ", ")
    throw PackagingError.bindings(
      path: path, expected: "a table named \(title), but it has \(tables)")
  }

  /// The dataset with the layer's name, by its own name or its title.
  func source(names: LayerNames) -> GeodatabaseSource? {
    let datasets = reader.datasets
    let found =
      names.best(datasets, name: \.name).first ?? names.best(datasets, name: \.title).first
    return found.map { GeodatabaseSource(reader, $0) }
  }

  /// The dataset that was downloaded as a layer of a service.
  func source(servedAs address: ServiceAddress) -> GeodatabaseSource? {
    guard let replica, let id = address.layerID,
      let service = replica.service.flatMap({ ServiceAddress(parsing: $0) }),
      service.isSameService(as: address)
    else { return nil }
    return reader.datasets.first { replica.dataset(named: $0.name)?.layerID == id }
      .map { GeodatabaseSource(reader, $0) }
  }

  /// The dataset with a layer number.
  func source(layerID: Int) -> GeodatabaseSource? {
    reader.datasets.first { $0.layerID == layerID }.map { GeodatabaseSource(reader, $0) }
  }
}

/// The stores of a data folder, each opened once.
struct StoreFiles {
  /// Whether to read the records of replicas as downloaded.
  let asDownloaded: Bool
  private var geodatabases: [String: GeodatabaseFile] = [:]

  init(asDownloaded: Bool) { self.asDownloaded = asDownloaded }

  /// The source that a mobile map's layer names by file and number; nil if it names none, or if the
  /// file or number is missing.
  mutating func source(
    addressedBy layer: OperationalLayer, in files: [DataFile]
  ) throws -> (source: any FeatureSource, file: DataFile)? {
    guard let address = GeodatabaseAddress(path: layer.source["path"]?.string),
      let file = files.first(where: {
        $0.kind == .store(.geodatabase) && LocalPath.lastPart($0.path) == address.file
      }), let source = try geodatabase(file).source(layerID: address.layerID)
    else { return nil }
    return (source, file)
  }

  /// The sources that were downloaded as a layer of a service: several if the folder has several
  /// downloads. An unreadable file is reported for the layers that ask for it by name.
  mutating func sources(
    servedAs address: ServiceAddress, in files: [DataFile]
  ) throws -> [(source: any FeatureSource, file: DataFile)] {
    var found: [(source: any FeatureSource, file: DataFile)] = []
    for file in files where file.kind == .store(.geodatabase) {
      if let source = try unlessUnreadable({ try geodatabase(file) })?.source(servedAs: address) {
        found.append((source, file))
      }
    }
    return found
  }

  /// Findings about unreadable parts of the opened geodatabases, in the order of the files.
  func findings(_ folder: DataFolder) -> [Finding] {
    folder.files.flatMap { file in
      geodatabases[file.path]?.reader.findings(of: folder.name(of: file.path), dataset: .warning)
        ?? []
    }
  }

  /// The source with the layer's name in any of the stores.
  mutating func source(
    names: LayerNames, in files: [DataFile]
  ) throws -> (source: any FeatureSource, file: DataFile)? {
    for file in files where file.kind == .store(.geoPackage) {
      if let source = try GeoPackageFile(path: file.path).source(names: names) {
        return (source, file)
      }
    }
    for file in files where file.kind == .store(.geodatabase) {
      if let source = try geodatabase(file).source(names: names) { return (source, file) }
    }
    return nil
  }

  /// The source that a binding names in a store.
  mutating func source(
    table: String?, of layer: OperationalLayer, in file: DataFile, _ kind: PackageStore
  ) throws -> any FeatureSource {
    let names = LayerNames(layer: layer, definition: nil)
    switch kind {
    case .geoPackage:
      return try GeoPackageFile(path: file.path).source(
        table: table, names: names, title: layer.title)
    case .geodatabase:
      return try geodatabase(file).source(table: table, names: names, title: layer.title)
    }
  }

  private mutating func geodatabase(_ file: DataFile) throws -> GeodatabaseFile {
    if let known = geodatabases[file.path] { return known }
    let opened = try GeodatabaseFile(path: file.path, asDownloaded: asDownloaded)
    geodatabases[file.path] = opened
    return opened
  }
}
