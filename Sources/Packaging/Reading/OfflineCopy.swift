import Bytes
import Markup
import ZIPArchive

/// What a QGIS project tells of the tables of the store beside it, where its layers were copied for
/// the field: QFieldCloud, QFieldSync and QGIS's offline editing put the rows of a layer into a new
/// table, named by a digest or by the layer's id, and note in the project where they came from:
///
/// ```xml
/// <maplayer><datasource>./data.gpkg|layername=06f1bb32…</datasource>
///   <customproperties><Option type="Map">
///     <Option name="remoteSource" value="/project/data.gpkg|layername=Trees"/>…
/// ```
struct OfflineCopy: Equatable {
  /// Why a project cannot be followed.
  struct Unclear: Error, Equatable {
    /// The project, and what of it is unclear.
    var reason: String
  }

  /// The tables of the store, each with the name it had; sorted by the store's names.
  private(set) var tables: [(own: String, other: String)] = []

  static func == (first: OfflineCopy, second: OfflineCopy) -> Bool {
    first.tables.elementsEqual(second.tables) { $0 == $1 }
  }

  /// Reads a project.
  ///
  /// - Parameters:
  ///   - name: the project's, for messages.
  ///   - store: the name of the store's file.
  /// - Throws: `Unclear`.
  init(_ project: [UInt8], named name: String, of store: String) throws(Unclear) {
    // A project that cannot be read tells nothing; the store may have its own names all the same.
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
      .map { (own: $0.key, other: $0.value) }
    try checkIsOneToOne(name)
  }

  /// Rows of one table that lie in two cannot be told apart from rows that were added.
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

  /// What the projects of a package tell of its store; nil where none tells anything.
  ///
  /// - Throws: `Unclear`, also for projects that disagree.
  init?(beside store: String, in members: PackageMembers) throws(Unclear) {
    var told: (copy: OfflineCopy, project: String)?
    let paths = ((try? members.paths()) ?? []).filter { StoreSearch.folder(of: $0).isEmpty }
    for path in paths {
      guard let project = Self.project(path, members) else { continue }
      let copy = try OfflineCopy(project, named: path, of: store)
      guard !copy.tables.isEmpty else { continue }
      if let told, told.copy != copy {
        throw Unclear(reason: "\(told.project) and \(path) disagree about the tables")
      }
      told = (copy, path)
    }
    guard let told else { return nil }
    self = told.copy
  }

  /// The XML of a `.qgs`, or of the one inside a `.qgz`; nil for another file.
  private static func project(_ path: String, _ members: PackageMembers) -> [UInt8]? {
    let name = path.lowercased()
    if name.hasSuffix(".qgs") { return (try? members.content(of: path, limit: sizeLimit)) ?? nil }
    guard name.hasSuffix(".qgz"), let region = (try? members.region(of: path)) ?? nil,
      let archive = try? ArchiveReader(region: region),
      let entry = archive.entries.first(where: { $0.name.lowercased().hasSuffix(".qgs") })
    else { return nil }
    return try? archive.read(entry, limit: sizeLimit)
  }
}

/// A layer's source as GDAL's provider of QGIS writes it:
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
  /// The value of a custom property: in a map of options, as `<property>` before QGIS 3.16.
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
