import Bytes
import Packages
import Tiles

/// The files beside a map: features, records, layer definitions, bindings, attachments.
struct DataFolder: Sendable {
  let path: String
  let files: [DataFile]
  let bindings: Bindings
  /// The folder of attachments; `nil` if there isn't one.
  let attachments: String?
  /// The base map beside the data: files and folders of tiles.
  let baseMaps: [String]

  /// The name of the bindings document.
  static let bindingsName = "bindings.json"
  /// The name of the attachment folder: `attachments/<layer>/<GlobalID>/<name>`.
  static let attachmentsName = "attachments"

  /// Lists a folder, sorted by the bytes of the names. A single file counts as a folder of one.
  ///
  /// - Parameter bindings: a bindings document elsewhere; `nil` uses the one in the folder.
  init(path: String, bindings: String?) throws {
    self.path = path
    guard let kind = try PathKind(of: path) else { throw BytesError.fileNotFound(path: path) }
    let isFolder = kind == .folder
    let names = isFolder ? try LocalPath.names(in: path) : []
    let own = names.contains(Self.bindingsName) ? path + "/" + Self.bindingsName : nil
    let bound =
      try (bindings ?? own).map { text in
        try Bindings(path: text)
      } ?? Bindings()
    // Address tables of the rules are not layers.
    let addresses = bound.rules?.addressFiles ?? []
    var files: [DataFile] =
      isFolder ? [] : [try DataFile(path: path, name: LocalPath.lastPart(path))]
    let baseMaps = try names.filter { try Self.isBaseMap($0, at: path + "/" + $0) }
    self.baseMaps = baseMaps.map { path + "/" + $0 }
    let bases = (bound.baseMap.map { $0.tiles + $0.reference } ?? []) + self.baseMaps
    for name in names
    where name != Self.attachmentsName && name != Self.bindingsName && !name.hasPrefix(".")
      && !SystemFile.isNamed(name)
      && !addresses.contains(name) && !bases.contains(path + "/" + name)
      && !SidecarFile.isNamed(name, among: names)
    {
      if let file = try Self.file(at: path + "/" + name, named: name) { files.append(file) }
    }
    self.files = files
    self.bindings = bound
    attachments = names.contains(Self.attachmentsName) ? path + "/" + Self.attachmentsName : nil
  }

  /// Whether a file or folder is called `basemap` and has tiles. A GeoPackage of that name may have
  /// features.
  private static func isBaseMap(_ name: String, at path: String) throws -> Bool {
    let (stem, ending) = name.lowercased().splitAtLastDot
    guard stem == "basemap" else { return false }
    return switch ending {
    case "mbtiles", "pmtiles", "tpkx", "tpk": true
    case "gpkg", "": try unlessUnreadable({ try TileSource(path: path) }) != nil
    default: false
    }
  }

  private static func file(at path: String, named name: String) throws -> DataFile? {
    guard try LocalPath.isFolder(path) else { return try DataFile(path: path, name: name) }
    if name.lowercased().hasSuffix(".gdb") { return DataFile(geodatabase: path, name: name) }
    let names = try LocalPath.names(in: path)
    let pages =
      names
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".geojson") || $0.hasSuffix(".json.gz") }
      .sorted(by: NaturalOrder.precedes)
      .map { path + "/" + $0 }
    return try DataFile(folder: path, name: name, pages: pages)
      ?? foreignFile(in: path, named: names)
  }

  /// The first file with records in a folder without pages, such as an unpacked shapefile.
  private static func foreignFile(in folder: String, named names: [String]) throws -> DataFile? {
    for name in names where !name.hasPrefix(".") && !SidecarFile.isNamed(name, among: names) {
      let file = try DataFile(path: folder + "/" + name, name: name)
      if case .foreign(let format) = file.kind, format.weight == .records { return file }
    }
    return nil
  }

  /// A file's name relative to the folder. Findings are part of packages, and a package must not
  /// reveal paths of the machine that built it.
  func name(of file: String) -> String {
    file.hasPrefix(path + "/") ? String(file.dropFirst(path.count + 1)) : LocalPath.lastPart(file)
  }

  /// A text without the path of this folder, because findings must not reveal it.
  func withoutPath(_ text: String) -> String {
    text.split(separator: path + "/", omittingEmptySubsequences: false).joined()
  }
}

extension String {
  /// The text before and after its last dot; all of it and nothing without one.
  fileprivate var splitAtLastDot: (stem: String, ending: String) {
    guard let dot = lastIndex(of: ".") else { return (self, "") }
    return (String(self[..<dot]), String(self[index(after: dot)...]))
  }
}
