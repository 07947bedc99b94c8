import Bytes
import Markup
import ZIPArchive

/// Which tables of a store are copies for the field, as the QGIS project beside it says.
///
/// QFieldCloud, QFieldSync and QGIS's offline editing copy a layer's rows into a new table, which
/// has a digest or the layer's ID as its name. The project names the original table:
///
/// ```xml
/// <maplayer><datasource>./data.gpkg|layername=06f1bb32…</datasource>
///   <customproperties><Option type="Map">
///     <Option name="remoteSource" value="/project/data.gpkg|layername=Trees"/>…
/// ```
struct OfflineCopy: Equatable {
  /// Why a project is contradictory.
  struct Unclear: Error, Equatable {
    /// The name of the project and the contradiction.
    var reason: String
  }

  /// The tables of the store, each with its original name; sorted by name in the store.
  private(set) var tables: [(stored: String, alias: String)] = []

  static func == (first: OfflineCopy, second: OfflineCopy) -> Bool {
    first.tables.elementsEqual(second.tables) { $0 == $1 }
  }

  /// Reads a project.
  ///
  /// - Parameters:
  ///   - name: the name of the project, for messages.
  ///   - store: the name of the store's file.
  /// - Throws: `Unclear`.
  init(_ project: [UInt8], named name: String, of store: String) throws(Unclear) {
    // An unreadable project says nothing. The store may have its original tables anyway.
    guard let document = try? XMLReader.read(project) else { return }
    var found: [String: String] = [:]
    for layer in document.list("projectlayers") where layer.name == "maplayer" {
      guard let source = layer.text("datasource").flatMap({ LayerSource($0) }),
        source.file.utf8.elementsEqual(store.utf8),
        let origin = layer["customproperties"]?.value(of: "remoteSource"),
        let table = LayerSource(origin)?.table
      else { continue }
      if let other = found[source.table], !other.utf8.elementsEqual(table.utf8) {
        throw Unclear(reason: "\(name) says that \(source.table) was \(other) and \(table)")
      }
      found[source.table] = table
    }
    tables = found.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (stored: $0.key, alias: $0.value) }
    try checkIsOneToOne(name)
  }

  /// With two copies of a table, rows in both can't be distinguished from new rows.
  private func checkIsOneToOne(_ name: String) throws(Unclear) {
    var owners: [String: String] = [:]
    for (own, other) in tables {
      if let twin = owners.updateValue(own, forKey: other.lowercased()) {
        throw Unclear(reason: "\(name) has two copies of \(other): \(twin) and \(own)")
      }
    }
  }
}

extension OfflineCopy {
  /// The largest project, in bytes.
  private static let sizeLimit = XMLReader.sizeLimit

  /// The copies that the projects of a package describe; nil if none describes any.
  ///
  /// - Throws: `Unclear`, also for projects that contradict each other; faults of the machine.
  init?(beside store: String, in members: PackageMembers) throws {
    var found: (copy: OfflineCopy, project: String)?
    let paths = try unlessUnreadable { try members.paths() } ?? []
    for path in paths where StoreSearch.folder(of: path).isEmpty {
      guard let project = try unlessUnreadable({ try Self.project(path, members) }) ?? nil else {
        continue
      }
      let copy = try OfflineCopy(project, named: path, of: store)
      guard !copy.tables.isEmpty else { continue }
      if let found, found.copy != copy {
        throw Unclear(reason: "\(found.project) and \(path) disagree about the tables")
      }
      found = (copy, path)
    }
    guard let found else { return nil }
    self = found.copy
  }

  /// The XML of a `.qgs` file, or of the one in a `.qgz`; nil for other files.
  private static func project(_ path: String, _ members: PackageMembers) throws -> [UInt8]? {
    let name = path.lowercased()
    if name.hasSuffix(".qgs") { return try members.content(of: path, limit: sizeLimit) }
    guard name.hasSuffix(".qgz"), let region = try members.region(of: path) else { return nil }
    let archive = try ArchiveReader(region: region)
    guard let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".qgs") })
    else { return nil }
    return try archive.read(entry, limit: sizeLimit)
  }
}

/// A layer's source in the form of QGIS's GDAL provider:
/// `./data.gpkg|layername=Trees|option:…`.
private struct LayerSource {
  /// The name of the file.
  var file: String
  var table: String

  init?(_ text: String) {
    let parts = text.split(separator: "|")
    guard let path = parts.first, let name = path.split(separator: "/").last,
      let table = parts.dropFirst().first(where: { $0.hasPrefix("layername=") })
    else { return nil }
    file = String(name)
    self.table = String(table.dropFirst(10))
  }
}

extension XMLElement {
  /// The value of a custom property, in a map of options or, before QGIS 3.16, as `<property>`.
  fileprivate func value(of property: String) -> String? {
    func value(_ element: XMLElement, _ key: String) -> String? {
      guard element.attribute(key) == property else { return nil }
      return element.attribute("value")
    }
    for child in children {
      if let found = value(child, "name") ?? value(child, "key") { return found }
      if let found = child.children.lazy.compactMap({ value($0, "name") }).first { return found }
    }
    return nil
  }
}
