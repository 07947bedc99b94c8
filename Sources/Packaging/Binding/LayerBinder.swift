import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import Geometry
import MapModel
import OrderedJSON
import Packages

/// Finds the data of every layer and table of a map. Fieldpack reports missing data and never
/// guesses.
struct LayerBinder {
  let folder: DataFolder
  /// Titles or IDs of layers to leave out.
  let without: [String]
  private let online: [String]
  /// The files of the base map that the request names.
  private let tiles: [String]
  /// Whether to report files and bindings that nothing uses.
  private let reportsUnused: Bool
  private(set) var tables: [PlannedTable] = []
  private(set) var leftOut: [LeftOutLayer] = []
  private(set) var findings: [Finding] = []
  private var services: [ServiceFile] = []
  /// The layers and tables of the map.
  private var mapLayers: [OperationalLayer] = []
  /// What people call the layers.
  private var titles = ShownTitles([])
  /// The IDs of the layers that are left out on purpose.
  private var skipped: Set<String> = []
  /// The layers without data of their own.
  private var unbound: [PlannedLayer] = []
  private var used: Set<String> = []
  private var stores: StoreFiles
  /// Which state of geodatabases to compare; nil outside a comparison.
  private let comparing: GeodatabaseState?
  /// The spatial reference of the map's view.
  private var mapReference: SpatialReference?

  /// A file of layer definitions.
  private struct ServiceFile {
    let stem: String
    let service: ServiceDefinition
  }

  /// - Parameters:
  ///   - online: the IDs of layers that stay online.
  ///   - tiles: the files of the base map, besides those that the folder names.
  ///   - reportsUnused: whether to report files and bindings that nothing uses.
  init(
    folder: DataFolder, without: [String], online: [String] = [], tiles: [String] = [],
    reportsUnused: Bool = true, comparing: GeodatabaseState? = nil
  ) {
    self.online = online
    self.tiles = tiles
    self.reportsUnused = reportsUnused
    self.folder = folder
    self.comparing = comparing
    stores = StoreFiles(asDownloaded: comparing == .downloaded)
    self.without = without
  }

  /// Binds all layers from bottom to top, then the tables.
  mutating func bind(_ map: WebMap) throws {
    mapReference = map.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
    mapLayers = map.allLayers()
    titles = ShownTitles(mapLayers)
    try readServices()
    try checkWithout(map)
    for layer in mapLayers {
      if without.contains(where: { $0 == layer.id || $0.isSameName(as: layer.title) }) {
        leaveOut(layer, "left out on request")
      } else if online.contains(layer.id) {
        leaveOut(layer, "the map keeps it online")
      } else if !layer.kind.hasRows {
        leaveOutUnsupported(layer)
      } else {
        try bind(layer)
      }
    }
    bindToOthers()
    nameTables()
    if reportsUnused {
      findings += BindingNames(folder.bindings, layers: mapLayers).findings
      findings +=
        try UnusedFiles(
          folder: folder, used: used, tiles: tiles, layers: mapLayers, skipped: skipped,
          tables: tables
        ).findings()
    }
    findings += stores.findings(folder)
    if map.allLayers().isEmpty {
      findings.append(
        Finding(.mapNoOperationalLayers, subject: "", "The map has no layers or tables."))
    }
  }

  private mutating func readServices() throws {
    for file in folder.files where file.kind == .definitions {
      let json = try JSONDocument.read(path: file.path)
      do throws(MapModelError) {
        services.append(ServiceFile(stem: file.stem, service: try ServiceDefinition(json: json)))
      } catch {
        findings.append(
          Finding(
            .dataUnreadable, .warning, subject: folder.name(of: file.path), "\(error)"))
      }
    }
  }

  private func checkWithout(_ map: WebMap) throws {
    let layers = map.allLayers()
    for name in without
    where !layers.contains(where: { $0.id == name || $0.title.isSameName(as: name) }) {
      throw PackagingError.noSuchLayer(name: name, layers: layers.map(\.title))
    }
  }

  private mutating func leaveOut(_ layer: OperationalLayer, _ reason: String) {
    skipped.insert(layer.id)
    leftOut.append(
      LeftOutLayer(title: titles.title(of: layer), isTable: layer.isTable, reason: reason))
    findings.append(
      Finding(
        layer.isTable ? .tableLeftOut : .layerLeftOut, .information,
        subject: titles.title(of: layer),
        "Not in the package: \(reason)."))
  }

  private mutating func leaveOutUnsupported(_ layer: OperationalLayer) {
    let reason =
      layer.layerType.isEmpty
      ? "the map doesn't give the layer's type"
      : "a layer of type \(layer.layerType) is drawn online and has no records to pack"
    let title = titles.title(of: layer)
    leftOut.append(LeftOutLayer(title: title, isTable: false, reason: reason))
    findings.append(
      Finding(.layerTypeUnsupported, subject: title, "Not in the package: \(reason)."))
  }

  private mutating func bind(_ mapLayer: OperationalLayer) throws {
    let binding = folder.bindings.binding(id: mapLayer.id, title: mapLayer.title)
    let definition = try definition(of: mapLayer, binding)
    var layer = mapLayer
    // A definition without geometry may just be short. Only one with type "Table" is a table.
    if definition?.layer.source["type"]?.string == "Table" { layer.isTable = true }
    let found: Result<(any FeatureSource)?, any Error>
    do {
      found = .success(try source(of: layer, definition?.layer, binding))
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      found = .failure(error)
    }
    // A geodatabase keeps the service's definition from the download.
    var service = try definition.map { definition in
      try withContingentValues(definition.layer, layer)
    }
    if service == nil, case .success(let source as GeodatabaseSource) = found {
      service = source.dataset.definition
      if service?.kind == .table { layer.isTable = true }
    }
    let effective = EffectiveLayer(service: service, item: definition?.item, map: layer)
    let title = titles.title(of: mapLayer)
    for notice in effective.notices {
      findings.append(Finding(.mapMemberIgnored, subject: title, notice.description))
    }
    do {
      guard let source = try found.get() else {
        unbound.append(PlannedLayer(layer: effective, operational: layer))
        return
      }
      if tables.flatMap(\.layers).contains(where: { $0.layer.title.isSameName(as: layer.title) }) {
        findings.append(
          Finding(.layerNameDuplicate, subject: title, "Another layer has the same title."))
      }
      let same = tables.firstIndex { Self.showsSameLayer(layer, as: $0) }
      if let same, tables[same].source.path.hasSameUTF8(as: source.path) {
        tables[same].add(PlannedLayer(layer: effective, operational: layer))
        return
      }
      guard !isCompared(source) else { return }
      var table = PlannedTable(
        layer: effective, operational: layer, isTable: layer.isTable, name: "", source: source)
      if let same {
        table.repeatsAnother = true
        noteRepeated(layer, source, like: tables[same])
      }
      if let reference = binding?.spatialReference { table.boundReference = .bound(reference) }
      if layer.featureSet != nil { table.mapReference = mapReference }
      table.key = binding?.key ?? effective.keyField
      table.isUnfiltered = comparing != nil
      tables.append(table)
    } catch BytesError.fileNotFound(let path) where binding?.source != nil {
      noteUnbound(
        layer, message: "The file in its binding is missing.", samples: [path],
        fix: "Correct the file name in bindings.json, or add the file.")
    } catch {
      guard !error.isFaultOfTheMachine else { throw error }
      findings.append(
        Finding(unreadable: error, subject: title, path: "")
          ?? Finding(.dataUnreadable, subject: title, "\(error)"))
    }
  }

  /// Lets layers without data of their own show the records of another layer that shows the same
  /// layer of the service, if that one's data has all the records that they show.
  private mutating func bindToOthers() {
    for shown in unbound {
      let filter = shown.layer.definition.definitionExpression
      guard
        let index = tables.firstIndex(where: { table in
          Self.showsSameLayer(shown.operational, as: table)
            && (table.rowFilter == nil || table.rowFilter == filter)
        }),
        let finding = findings.firstIndex(where: {
          $0.severity == .error && $0.subject.hasSameUTF8(as: titles.title(of: shown.operational))
        })
      else { continue }
      findings.remove(at: finding)
      tables[index].add(shown)
    }
  }

  /// Names the tables after their titles.
  private mutating func nameTables() {
    let tableNames = GeoPackageNames.tables(for: tables.map(\.title))
    for (index, name) in zip(tables.indices, tableNames) { tables[index].name = name }
    for index in tables.indices where tables[index].others.isEmpty {
      tables[index].groupedTitle = titles.title(of: tables[index].operational)
    }
  }

  /// Reports a layer whose records are also in another table.
  private mutating func noteRepeated(
    _ layer: OperationalLayer, _ source: any FeatureSource, like table: PlannedTable
  ) {
    let files = [table.source.path, source.path].map { folder.name(of: $0) }
    findings.append(
      Finding(
        .layerRepeated, subject: layer.title,
        "\(table.title) shows the same layer of the service, but its records come from another "
          + "file. Crews can't edit \(layer.title), because edits of the same record in both "
          + "would differ.", samples: files))
  }

  /// Whether a layer of the map shows the same layer of the same service as a table.
  private static func showsSameLayer(_ layer: OperationalLayer, as table: PlannedTable) -> Bool {
    guard let address = table.layer.address, let number = address.layerID,
      let its = layer.address
    else { return false }
    return table.isTable == layer.isTable && number == its.layerID
      && address.isSameService(as: its)
  }

  /// Whether a source is already compared. Two layers may each show a part of one table.
  private func isCompared(_ source: any FeatureSource) -> Bool {
    comparing != nil && source is GeodatabaseSource
      && tables.contains { $0.source.path == source.path }
  }

  /// A layer's definition with the contingent values of a file in the data folder.
  private mutating func withContingentValues(
    _ definition: LayerDefinition, _ layer: OperationalLayer
  ) throws -> LayerDefinition {
    let files = folder.files.filter { $0.kind == .contingentValues }
    let names = LayerNames(layer: layer, definition: definition)
    guard let file = names.best(files, name: \.stem).first else { return definition }
    used.insert(file.path)
    var definition = definition
    definition.source[ContingentValues.member] = try JSONDocument.read(path: file.path)
    return definition
  }

  /// The service's definition of a layer: by the service's address, by number if the name agrees,
  /// or by name.
  private func definition(
    of layer: OperationalLayer, _ binding: LayerBinding?
  ) throws -> (layer: LayerDefinition, item: JSON?)? {
    if let path = binding?.definition {
      do {
        let service = try ServiceDefinition(json: try JSONDocument.read(path: path))
        return service.layers.first.map { ($0, nil) }
      } catch {
        guard !error.isFaultOfTheMachine else { throw error }
        throw PackagingError.bindings(path: path, expected: "a layer definition: \(error)")
      }
    }
    for file in services {
      guard let found = match(layer, file) else { continue }
      return (found, found.id.flatMap { file.service.item[$0] })
    }
    return nil
  }

  private func match(_ layer: OperationalLayer, _ file: ServiceFile) -> LayerDefinition? {
    let service = file.service
    if let address = layer.address, let url = service.url,
      let own = ServiceAddress(parsing: url)
    {
      guard address.isSameService(as: own), let id = address.layerID else { return nil }
      return service.layer(id: id)
    }
    let names = LayerNames(layer: layer, definition: nil)
    if let id = layer.address?.layerID, let found = service.layer(id: id) {
      let isNamed = !names.best([found], name: \.name).isEmpty
      let isOwnFile =
        LayerNames.folded(file.stem) == LayerNames.folded(layer.address?.serviceName ?? "")
      if isNamed || isOwnFile || isOfService(layer, file) { return found }
    }
    if service.layers.count == 1, !names.best([file.stem], name: \.self).isEmpty {
      return service.layers.first
    }
    return names.best(service.layers, name: \.name).first
  }

  /// Whether a layer is of the service that the only file describes. A file without an address
  /// describes the service of the layers that it names, or the only service of the map.
  private func isOfService(_ layer: OperationalLayer, _ file: ServiceFile) -> Bool {
    guard services.count == 1, let address = layer.address else { return false }
    let named = mapLayers.filter { other in
      guard let id = other.address?.layerID, let known = file.service.layer(id: id) else {
        return false
      }
      return !LayerNames(layer: other, definition: nil).best([known], name: \.name).isEmpty
    }
    let described = named.isEmpty ? mapLayers : named
    return described.compactMap(\.address).allSatisfy { address.isSameService(as: $0) }
  }

  /// Finds the only source of a layer.
  private mutating func source(
    of layer: OperationalLayer, _ definition: LayerDefinition?, _ binding: LayerBinding?
  ) throws -> (any FeatureSource)? {
    if let features = layer.featureSet {
      return JSONFeatureSource(
        path: "\(layer.title) in the map", pages: [.memory(JSONWriter.write(features))],
        dialect: .esri, layout: .document)
    }
    if let binding, let source = binding.source {
      return try boundSource(layer, binding, at: source)
    }
    if let (source, file) = try stores.source(addressedBy: layer, in: folder.files) {
      used.insert(file.path)
      return source
    }
    if let address = layer.address {
      let served = try stores.sources(servedAs: address, in: folder.files)
      used.formUnion(served.map(\.file.path))
      guard served.count <= 1 else {
        noteUnbound(
          layer, message: "The data folder has several geodatabases from its service.",
          samples: served.map { folder.name(of: $0.file.path) },
          fix: "Keep one of the files, or bind one in bindings.json.")
        return nil
      }
      if let found = served.first { return found.source }
    }
    let names = LayerNames(layer: layer, definition: definition)
    let found = names.best(folder.files.filter(\.kind.hasRecords), name: \.stem)
    guard found.count <= 1 else {
      used.formUnion(found.map(\.path))
      noteUnbound(
        layer, message: "Several files have its name.",
        samples: found.map { folder.name(of: $0.path) },
        fix: "Keep one of the files, or bind one in bindings.json.")
      return nil
    }
    if let file = found.first {
      used.insert(file.path)
      return try makeSource(file, layer, LayerBinding())
    }
    if let (source, file) = try stores.source(names: names, in: folder.files) {
      used.insert(file.path)
      return source
    }
    noteUnread(layer, names)
    return nil
  }

  /// Reports a layer without data that can be read.
  private mutating func noteUnread(_ layer: OperationalLayer, _ names: LayerNames) {
    for file in names.best(folder.files, name: \.stem) {
      guard let problem = UnreadFile(file, in: folder) else { continue }
      used.insert(file.path)
      findings.append(problem.finding(for: titles.title(of: layer)))
      return
    }
    noteUnbound(layer, message: "No file in the data folder has its name.", samples: [], fix: nil)
  }

  private mutating func noteUnbound(
    _ layer: OperationalLayer, message: String, samples: [String], fix: String?
  ) {
    findings.append(
      Finding(
        .layerNotPackable, subject: titles.title(of: layer),
        "\(message) The \(layer.isTable ? "table" : "layer") can't be packed.",
        samples: samples, fix: fix))
  }

  private mutating func boundSource(
    _ layer: OperationalLayer, _ binding: LayerBinding, at path: String
  ) throws -> (any FeatureSource)? {
    let file: DataFile
    if let known = folder.files.first(where: { $0.path == path }) {
      file = known
    } else {
      _ = try InputFile(path: path)
      file = try DataFile(path: path, name: LocalPath.lastPart(path))
    }
    used.insert(file.path)
    if let problem = UnreadFile(file, in: folder) {
      findings.append(problem.finding(for: titles.title(of: layer)))
      return nil
    }
    return try makeSource(file, layer, binding)
  }

  private mutating func makeSource(
    _ file: DataFile, _ layer: OperationalLayer, _ binding: LayerBinding
  ) throws -> any FeatureSource {
    switch file.kind.reading {
    case .store(let kind):
      return try stores.source(table: binding.table, of: layer, in: file, kind)
    case .csv: return try csvSource(file, layer, binding.csv)
    case .json(let dialect, let layout):
      let pages = try file.pages.map { path in
        JSONFeatureSource.Page.file(try Self.region(path: path))
      }
      return JSONFeatureSource(path: file.path, pages: pages, dialect: dialect, layout: layout)
    }
  }

  private func csvSource(
    _ file: DataFile, _ layer: OperationalLayer, _ options: CSVOptions
  ) throws -> any FeatureSource {
    var options = options
    options.hasGeometry = !layer.isTable
    let region = try Self.region(path: file.path)
    let source = try CSVSource(region: region, options: options)
    guard layer.isTable || source.layout.xColumn != nil else {
      throw FeatureDataError.coordinatesMissing(path: source.path, columns: source.layout.columns)
    }
    return source
  }

  private static func region(path: String) throws -> FileRegion {
    FileRegion(try InputFile(path: path))
  }
}
