import Bytes
import FeatureData
import Geodatabase
import Geometry
import OrderedJSON
import SQLiteFile

extension ChangeFile {
  /// The path of the GlobalIDs that a table was issued with.
  static func identitiesPath(ofTable index: Int) -> String { "issued/\(index)" }

  /// The document `fieldpack.changes.json`.
  ///
  ///     format, name, store, content     what was compared, and its digest
  ///     offlineCopy
  ///     names[], baseNames[]             tables that are used under other names: stored, alias
  ///     tables[]                         name, issued, returned, unchangedFiles, identities
  ///     links[]                          origin, key, destination, field
  ///     geodatabase                      null, or what the replica says about itself
  var json: JSON {
    [
      "format": .string(Self.format), "name": .string(name), "store": .string(store.rawValue),
      "content": .string(content), "offlineCopy": .bool(isOfflineCopy),
      "names": Self.json(names), "baseNames": Self.json(baseNames),
      "tables": .array(
        tables.map { table in
          [
            "name": .string(table.name), "issued": .number(table.issued),
            "returned": .number(table.returned), "unchangedFiles": .number(table.unchangedFiles),
            "identities": .number(table.identities?.count ?? -1),
          ]
        }),
      "links": .array(
        links.map { link in
          [
            "origin": .string(link.origin), "key": link.key.map { .string($0) } ?? .null,
            "destination": .string(link.destination), "field": .string(link.field),
          ]
        }),
      "geodatabase": geodatabase?.changeFileJSON ?? .null,
    ]
  }

  /// Reads the document, without the GlobalIDs; nil for another format or a missing member.
  init?(json: JSON) {
    guard json["format"]?.string == Self.format, let name = json["name"]?.string,
      let store = json["store"]?.string.flatMap({ PackageStore(rawValue: $0) }),
      let content = json["content"]?.string, let tables = json["tables"]?.array,
      let links = json["links"]?.array, let geodatabase = json["geodatabase"],
      (store == .geodatabase) == !geodatabase.isNull
    else { return nil }
    var origin: GeodatabaseOrigin?
    if !geodatabase.isNull {
      guard let read = GeodatabaseOrigin(changeFileJSON: geodatabase) else { return nil }
      origin = read
    }
    guard let names = Self.names(json["names"]), let baseNames = Self.names(json["baseNames"])
    else { return nil }
    self.init(name: name, store: store, content: content, geodatabase: origin, names: names)
    self.baseNames = baseNames
    isOfflineCopy = json["offlineCopy"]?.bool ?? false
    for table in tables {
      guard let read = Table(json: table) else { return nil }
      self.tables.append(read)
    }
    for link in links {
      guard let read = Link(json: link) else { return nil }
      self.links.append(read)
    }
  }

  private static func json(_ names: [(stored: String, alias: String)]) -> JSON {
    .array(names.map { ["stored": .string($0.stored), "alias": .string($0.alias)] })
  }

  private static func names(_ json: JSON?) -> [(stored: String, alias: String)]? {
    guard let pairs = json?.array else { return nil }
    let names = pairs.compactMap { pair -> (stored: String, alias: String)? in
      guard let stored = pair["stored"]?.string, let alias = pair["alias"]?.string else {
        return nil
      }
      return (stored, alias)
    }
    return names.count == pairs.count ? names : nil
  }

  /// The number of GlobalIDs that a table of the document has; nil for none.
  static func identityCount(ofTable index: Int, in json: JSON) -> Int? {
    guard let tables = json["tables"]?.array, index < tables.count,
      let count = tables[index]["identities"]?.int, count >= 0
    else { return nil }
    return count
  }
}

extension ChangeFile.Table {
  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.string, let issued = json["issued"]?.int, issued >= 0,
      let returned = json["returned"]?.int, returned >= 0
    else { return nil }
    self.init(name: name, issued: issued, returned: returned)
    unchangedFiles = max(0, json["unchangedFiles"]?.int ?? 0)
  }

  /// The GlobalIDs as bytes.
  var identityBytes: [UInt8] {
    var bytes: [UInt8] = []
    for id in identities ?? [] {
      bytes.append(bigEndian: id.high)
      bytes.append(bigEndian: id.low)
    }
    return bytes
  }

  /// Reads GlobalIDs; nil unless they are ascending.
  static func identities(_ bytes: Span<UInt8>) -> [GlobalID]? {
    guard bytes.count % 16 == 0 else { return nil }
    var ids: [GlobalID] = []
    ids.reserveCapacity(bytes.count / 16)
    for offset in stride(from: 0, to: bytes.count, by: 16) {
      let id = GlobalID(
        high: bytes.bigEndianUInt64(at: offset), low: bytes.bigEndianUInt64(at: offset + 8))
      if let last = ids.last, !(last < id) { return nil }
      ids.append(id)
    }
    return ids
  }
}

extension ChangeFile.Link {
  fileprivate init?(json: JSON) {
    guard let origin = json["origin"]?.string, let key = json["key"],
      let destination = json["destination"]?.string, let field = json["field"]?.string
    else { return nil }
    self.init(origin: origin, key: key.string, destination: destination, field: field)
  }
}

extension GeodatabaseOrigin {
  /// What a merge asks about geodatabases, without their rows.
  fileprivate var changeFileJSON: JSON {
    func numbers(_ ids: [Int64]) -> JSON { .array(ids.map { .number(Int($0)) }) }
    return [
      "packageId": packageID.map { .string($0) } ?? .null,
      "created": created.map { .string($0) } ?? .null,
      "gaps": .array(
        gaps.map {
          [
            "table": .string($0.table), "unknown": numbers($0.gaps.unknown),
            "notUploaded": numbers($0.gaps.notUploaded),
          ]
        }),
      "withoutHistory": .array(withoutHistory.map { .string($0) }),
      "grids": .array(grids.map { ["table": .string($0.table), "grid": $0.grid.json] }),
      "findings": .array(findings.map(\.json)),
    ]
  }

  fileprivate init?(changeFileJSON json: JSON) {
    func numbers(_ json: JSON?) -> [Int64]? {
      json?.array.map { $0.compactMap { $0.int.map(Int64.init) } }
    }
    self.init(sidecar: .none)
    packageID = json["packageId"]?.string
    created = json["created"]?.string
    for entry in json["gaps"]?.array ?? [] {
      guard let table = entry["table"]?.string, let unknown = numbers(entry["unknown"]),
        let notUploaded = numbers(entry["notUploaded"])
      else { return nil }
      gaps.append((table, HistoryGaps(unknown: unknown, notUploaded: notUploaded)))
    }
    withoutHistory = (json["withoutHistory"]?.array ?? []).compactMap(\.string)
    for entry in json["grids"]?.array ?? [] {
      guard let table = entry["table"]?.string, let grid = entry["grid"].flatMap(ShapeGrid.init)
      else { return nil }
      grids.append((table, grid))
    }
    findings = (json["findings"]?.array ?? []).compactMap(Finding.init)
  }
}

extension ShapeGrid {
  fileprivate var json: JSON {
    func axis(_ axis: CoordinateGrid.Axis) -> JSON {
      .array([.number(axis.origin), .number(axis.units)])
    }
    return [
      "x": axis(grid.x), "y": axis(grid.y), "z": axis(grid.z), "m": axis(grid.m),
      "hasZ": .bool(hasZ), "hasM": .bool(hasM),
    ]
  }

  fileprivate init?(json: JSON) {
    func axis(_ name: String) -> CoordinateGrid.Axis? {
      guard let pair = json[name]?.array, pair.count == 2, let origin = pair[0].double,
        let units = pair[1].double
      else { return nil }
      return CoordinateGrid.Axis(origin: origin, units: units)
    }
    guard let x = axis("x"), let y = axis("y"), let z = axis("z"), let m = axis("m"),
      let hasZ = json["hasZ"]?.bool, let hasM = json["hasM"]?.bool
    else { return nil }
    self.init(grid: CoordinateGrid(x: x, y: y, z: z, m: m), hasZ: hasZ, hasM: hasM)
  }
}
