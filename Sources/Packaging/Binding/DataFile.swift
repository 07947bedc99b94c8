import Bytes
import FeatureData
import GeoPackage
package import Packages

/// What a file of a data folder contains.
package enum DataFileKind: Sendable, Equatable {
  case geoJSON
  case geoJSONLines
  /// Pages of an Esri feature set, in one file or in the files of a folder.
  case esriJSON
  case csv
  /// A file with many tables, each found by its name.
  case store(PackageStore)
  /// Layer definitions of a service.
  case definitions
  /// Values that are valid only together: the `contingentValues` resource of a hosted layer.
  case contingentValues
  /// Something that Fieldpack can't read.
  case foreign(ForeignFormat)
  /// JSON of no known form.
  case other

  /// Whether a file describes a layer and has no records.
  var isDescription: Bool { self == .definitions || self == .contingentValues }

  /// How records of a file are read.
  enum Reading: Sendable {
    case csv
    case json(JSONDialect, JSONFeatureSource.Layout)
    case store(PackageStore)
  }

  /// How records of such a file are read. A binding may name any file, also one whose content isn't
  /// recognized. Read as GeoJSON, it gives an error that says what is wrong with it.
  var reading: Reading {
    switch self {
    case .csv: .csv
    case .geoJSONLines: .json(.geoJSON, .lines)
    case .esriJSON: .json(.esri, .document)
    case .geoJSON, .definitions, .contingentValues, .foreign, .other: .json(.geoJSON, .document)
    case .store(let store): .store(store)
    }
  }

  /// Whether a file may have lines and polygons, and nothing else has the form.
  var holdsShapes: Bool {
    switch self {
    case .geoJSON, .geoJSONLines, .esriJSON: true
    case .csv, .store, .definitions, .contingentValues, .foreign, .other: false
    }
  }

  /// Whether it has the records of one layer or table.
  var hasRecords: Bool {
    switch self {
    case .geoJSON, .geoJSONLines, .esriJSON, .csv: true
    case .store, .definitions, .contingentValues, .foreign, .other: false
    }
  }

  /// Whether a file has many tables, each found by its name.
  var isStore: Bool {
    if case .store = reading { true } else { false }
  }
}

/// A file of the data folder, or a folder of pages.
struct DataFile: Sendable, Equatable {
  /// The path, for messages and reading.
  let path: String
  /// The name to match with layers: without folder, extension and `.gz`.
  let stem: String
  let kind: DataFileKind
  /// The files to read: the file itself, or the pages of a folder, sorted by name.
  let pages: [String]
}

extension DataFile {
  /// Kinds by ending. Of text, the content may say otherwise.
  private static let kinds: [(suffix: String, kind: DataFileKind)] = [
    ("json", .other), ("geojson", .geoJSON), ("geojsonl", .geoJSONLines),
    ("geojsons", .geoJSONLines), ("ndjson", .geoJSONLines), ("jsonl", .geoJSONLines),
    ("csv", .csv), ("tsv", .csv), ("txt", .csv), ("gpkg", .store(.geoPackage)),
    ("geodatabase", .store(.geodatabase)),
  ]

  /// Endings before the last one that are not part of the name.
  private static let innerEndings = ["shp", "gdb", "csv", "json", "geojson", "tar"]

  /// Whether the name of a file says that Fieldpack can read it.
  static func isReadable(_ name: String) -> Bool {
    let ending = NameParts(name).ending
    return kinds.contains { $0.suffix == ending }
  }

  /// Looks at the file's name, and at the start of its content.
  ///
  /// - Throws: faults of the machine.
  init(path: String, name: String) throws {
    let parts = NameParts(name)
    self.path = path
    pages = [path]
    let named = Self.kinds.first { $0.suffix == parts.ending }?.kind
    kind = try Self.kind(path: path, name: name, named: named)
    var stem = parts.stem
    if kind == .contingentValues {
      stem = stem.droppingEnding(".contingentvalues")
    } else if case .foreign = kind {
      for ending in Self.innerEndings { stem = stem.droppingEnding("." + ending) }
    } else {
      stem = stem.droppingEnding(".layer")
    }
    self.stem = stem
  }

  /// What a file is.
  ///
  /// - Parameter named: what its name says; nil if it says nothing that Fieldpack reads.
  private static func kind(
    path: String, name: String, named: DataFileKind?
  ) throws -> DataFileKind {
    if case .store? = named, let named { return named }
    if named != .csv, named != nil,
      let found = try unlessUnreadable({ try JSONFileKind.detect(path: path) }),
      found != .other
    {
      return found
    }
    if let format = try ForeignFormat(path: path, name: name, byContent: named != nil),
      // No lines are no features.
      format != .empty || named != .geoJSONLines
    {
      return .foreign(format)
    }
    // Whoever reads broken JSON says where it is broken.
    return named == .other ? .geoJSON : named ?? .other
  }

  /// A folder whose JSON files are the pages of one feature set.
  init?(folder path: String, name: String, pages: [String]) throws {
    guard let first = pages.first else { return nil }
    let kind = try JSONFileKind.detect(path: first)
    guard kind == .esriJSON || kind == .geoJSON else { return nil }
    self.path = path
    stem = name
    self.kind = kind
    self.pages = pages
  }

  /// A folder that is a file geodatabase.
  init(geodatabase path: String, name: String) {
    self.path = path
    stem = name.droppingEnding(".gdb")
    kind = .foreign(.fileGeodatabase)
    pages = [path]
  }
}

/// The parts of a file's name.
private struct NameParts {
  /// The name without `.gz` and its ending.
  let stem: String
  /// The ending in lower case.
  let ending: String

  init(_ name: String) {
    let name = name.droppingEnding(".gz")
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    ending = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
    stem = ending.isEmpty ? name : String(name.dropLast(ending.utf8.count + 1))
  }
}

extension String {
  /// The text without an ending, in any case of its letters.
  fileprivate func droppingEnding(_ ending: String) -> String {
    lowercased().hasSuffix(ending) ? String(dropLast(ending.utf8.count)) : self
  }
}
