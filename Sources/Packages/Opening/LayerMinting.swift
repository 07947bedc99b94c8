import Bytes
package import FeatureData
import MapModel
package import OrderedJSON

/// From which field the records of a layer without GlobalIDs get them.
package struct LayerMinting: Sendable, Equatable {
  /// The title or the ID of the layer or table.
  package var layer: String
  /// The field with a different value in each record.
  package var field: String
  /// What the keys belong to, as a package keeps it; nil for the layer itself.
  package var scope: String?
  /// The name of the table in a package's store; nil outside packages.
  package var table: String?

  package init(layer: String, field: String, scope: String? = nil, table: String? = nil) {
    (self.layer, self.field, self.scope, self.table) = (layer, field, scope, table)
  }

  /// How the GlobalID of a record is made; nil without a scope.
  package var minting: GlobalIDMinting? {
    scope.map { GlobalIDMinting(scope: $0, field: field) }
  }

  /// The minting as plans and manifests keep it.
  package var json: JSON {
    var members: JSONObject = ["layer": .string(layer), "field": .string(field)]
    if let scope { members.append("scope", .string(scope)) }
    if let table { members.append("table", .string(table)) }
    return .object(members)
  }

  /// Reads ``json``; nil if a member is missing.
  package init?(json: JSON) {
    guard let layer = json["layer"]?.string, let field = json["field"]?.string else { return nil }
    self.init(
      layer: layer, field: field, scope: json["scope"]?.string, table: json["table"]?.string)
  }
}

extension StoredMap {
  /// How the GlobalIDs of its layers were made, where they were.
  package var minting: [LayerMinting] {
    tables.compactMap { table in
      table.minting.map {
        LayerMinting(
          layer: table.layer.id, field: $0.field, scope: $0.scope, table: table.name)
      }
    }
  }
}

extension LayerMinting {
  /// How the GlobalIDs of a returned package's layers were made, where they were. Reads no records.
  ///
  /// - Throws: like `OpenPackage.init(returned:)`.
  package static func recorded(at path: String) throws -> [LayerMinting] {
    guard let members = try membersWithoutStore(path) else {
      return try OpenPackage(returned: path).storedMap()?.minting ?? []
    }
    return (try OpenPackage.manifest(of: members)?["minted"]?.array ?? []).compactMap(
      LayerMinting.init(json:))
  }

  /// The files of a package that has only geodatabases; nil for other packages.
  private static func membersWithoutStore(_ path: String) throws -> PackageMembers? {
    guard try LocalPath.isFolder(path) else {
      return try MobileMapArchive(path: path).flatMap { try $0.hasStore ? nil : $0.package() }
    }
    guard try PackageStore.all(at: path) == [.geodatabase] else { return nil }
    return try MobileMap(path: path)?.root.map {
      try PackageMembers(title: path, location: .folder(FolderFiles($0)))
    }
  }
}
