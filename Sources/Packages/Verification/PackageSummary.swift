import Bytes
import GeoPackage
package import OrderedJSON
package import SQLiteFile

/// The current content of a package.
package struct PackageSummary: Sendable {
  /// A layer or table of the store.
  package struct Layer: Sendable, Equatable {
    package var name: String
    package var title: String
    package var rowCount: Int
    /// `POINT` and so on; `nil` for tables.
    package var geometryType: String?
    package var srsID: Int32?
    package var fieldCount: Int
    /// `packed` or `packed read-only`; `nil` without a manifest.
    package var status: String?
  }

  /// A file of a store.
  package struct Store: Sendable, Equatable {
    package var kind: PackageStore
    /// Its path in the package, or the file's name for a single store.
    package var path: String
    /// In bytes.
    package var size: Int
  }

  package var path: String
  package var form: OpenPackage.Form
  /// The kind of store that crews edit.
  package var kind: PackageStore
  private let formName: String
  /// The stores with the current records, without the base.
  package var stores: [Store] = []
  /// The inner archives with the base and the pages, with their sizes in bytes.
  package var archives: [(archive: InnerArchive, size: Int)] = []
  /// The files with the tiles of the base map, with their sizes in bytes.
  package var baseMaps: [(path: String, size: Int)] = []
  package var packageID: String?
  package var title: String?
  package var created: String?
  package var area: String?
  /// The log beside the store that was read with it.
  package var sidecar: SidecarState
  package var layers: [Layer] = []
  package var attachmentCount = 0
  package var relationshipCount = 0
  package var leftOut: [LeftOutLayer]
  /// Counts of the build's findings by severity, the most serious first.
  package var findingCounts: [(severity: String, count: Int)]

  /// Counts the content of a package.
  ///
  /// - Throws: `GeoPackageError` if the store is damaged.
  package init(_ package: OpenPackage) throws {
    let manifest = package.manifest
    let about = package.storeMetadata
    path = package.path
    form = package.form
    kind = package.kind
    formName = package.formName
    packageID = package.packageID
    title = manifest?["map"]?["title"]?.string ?? about?["map"]?.string
    if package.isCopied { title = try package.storedMap()?.title }
    created = package.created
    area = manifest?["area"]?["text"]?.string ?? about?["area"]?.string
    sidecar = package.sidecar
    stores = try Self.stores(of: package)
    for archive in InnerArchive.allCases {
      guard let size = try package.members.size(of: archive.path) else { continue }
      archives.append((archive, size))
    }
    for path in BaseMapMember.tilePaths where package.form != .store {
      if let size = try package.members.size(of: path) { baseMaps.append((path, size)) }
    }
    leftOut = (manifest?["leftOut"]?.array ?? []).map {
      LeftOutLayer(
        title: $0["title"]?.string ?? "", isTable: false, reason: $0["reason"]?.string ?? "")
    }
    let findings = manifest?["findings"]?.array ?? []
    findingCounts = [Severity.error, .warning, .information].map { severity in
      let name = severity.rawValue
      return (name, findings.filter { $0["severity"]?.string == name }.count)
    }
    try count(package)
  }

  /// The stores with their sizes.
  private static func stores(of package: OpenPackage) throws -> [Store] {
    var stores: [Store] = []
    if !package.isCopied {
      stores.append(
        .init(kind: .geoPackage, path: package.storePath, size: package.store.database.region.count)
      )
    }
    for path in try package.geodatabasePaths() {
      guard let size = try package.members.size(of: path) else { continue }
      stores.append(.init(kind: .geodatabase, path: path, size: size))
    }
    if stores.isEmpty,
      let file = try unlessUnreadable({ try InputFile(path: package.path) })
    {
      stores.append(
        .init(kind: .geodatabase, path: LocalPath.lastPart(package.path), size: file.size))
    }
    return stores
  }

  private mutating func count(_ package: OpenPackage) throws {
    let relations = try package.store.relations()
    let media = Set(relations.filter { $0.relationName == "media" }.map(\.relatedTable))
    relationshipCount = relations.filter { $0.relationName != "media" }.count
    for entry in package.store.userTables {
      let rows = try package.store.rowCount(of: entry.tableName)
      if media.contains(entry.tableName) {
        attachmentCount += rows
        continue
      }
      let table = try package.store.table(named: entry.tableName)
      layers.append(
        Layer(
          name: entry.tableName,
          title: package.isOfflineCopy ? entry.tableName : entry.identifier, rowCount: rows,
          geometryType: table.geometry?.typeName, srsID: table.geometry?.srsID,
          fieldCount: table.columns.count,
          status: package.manifest?.layer(ofTable: entry.tableName)?["status"]?.string))
    }
  }

  /// The summary as JSON, with members in a fixed order.
  package var json: JSON {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    return [
      "schema": "fieldpack.inspect/1", "path": .string(path), "form": .string(formName),
      "packageId": text(packageID), "title": text(title), "created": text(created),
      "area": text(area), "sidecar": sidecar.json, "stores": .array(stores.map(\.json)),
      "archives": .array(
        archives.map { ["path": .string($0.archive.path), "size": .number($0.size)] }),
      "baseMaps": .array(
        baseMaps.map { ["path": .string($0.path), "size": .number($0.size)] }),
      "layers": .array(layers.map(\.json)),
      "attachments": .number(attachmentCount), "relationships": .number(relationshipCount),
      "leftOut": .array(
        leftOut.map { ["title": .string($0.title), "reason": .string($0.reason)] }),
      "findings": .object(
        JSONObject(findingCounts.map { .init(key: $0.severity, value: .number($0.count)) })),
    ]
  }
}

extension PackageSummary.Store {
  fileprivate var json: JSON {
    ["for": .string(kind.program), "path": .string(path), "size": .number(size)]
  }
}

extension PackageSummary.Layer {
  fileprivate var json: JSON {
    [
      "table": .string(name), "title": .string(title), "rows": .number(rowCount),
      "geometryType": geometryType.map { .string($0) } ?? .null,
      "spatialReference": srsID.map { .number(Int($0)) } ?? .null,
      "fields": .number(fieldCount), "status": status.map { .string($0) } ?? .null,
    ]
  }
}

extension SidecarState {
  fileprivate var json: JSON {
    switch self {
    case .none: .null
    case .wal(let frames, let ignored):
      ["kind": "wal", "pages": .number(frames), "unfinished": .number(ignored)]
    case .journal(let pages): ["kind": "journal", "pages": .number(pages)]
    }
  }
}

extension GeoPackageReader {
  /// The number of rows that a table really has.
  func rowCount(of table: String) throws -> Int {
    var rows = try rows(of: table)
    var count = 0
    while try rows.next() { count += 1 }
    return count
  }
}
