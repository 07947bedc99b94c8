package import Bytes
import FeatureData
import GeoPackage
import Geodatabase
import Geometry
package import MapModel
import OrderedJSON
import ZIPArchive

/// The parts of a package for Esri's apps: a mobile map and the geodatabase of its layers, made
/// from the package's store.
package struct MobileMapParts: Sendable {
  let map: StoredMap
  package let plan: GeodatabasePlan
  /// The ID of the package.
  let id: GlobalID
  /// In milliseconds since 1970 UTC.
  let created: Int64
  /// The files of the base map, top first.
  let baseMaps: [BaseMapFile]

  /// - Parameters:
  ///   - packageID: 32 hexadecimal digits, from which the names of the parts are derived.
  ///   - created: in milliseconds since 1970 UTC.
  ///   - baseMaps: the files of the base map, top first; empty to leave the map's own.
  package init(
    _ map: StoredMap, _ plan: GeodatabasePlan, packageID: String, created: Int64,
    baseMaps: [BaseMapFile]
  ) {
    self.baseMaps = baseMaps
    self.map = map
    self.plan = plan
    self.created = created
    id = GlobalID(packageID) ?? GlobalID(high: 0, low: 0)
  }

  /// The name of the geodatabase's file.
  private var file: String {
    GlobalID(namespace: id, name: "geodatabase").plainText + ".geodatabase"
  }

  /// The path of the geodatabase in the package.
  package var path: String { MobileMapDocument.folder + file }

  /// The path of the mobile map in the package.
  package var documentPath: String { MobileMapDocument.path }

  /// The mobile map, which names the geodatabase.
  package func document(item: PackageItem) -> [UInt8] {
    MobileMapDocument(map, plan, file: file, baseMaps: baseMaps).encoded(item: item)
  }

  /// The name of the map's spatial reference in the form of portal items.
  package var referenceName: String { plan.reference(of: map).esriName }

  /// The written files with their findings.
  package struct Written: Sendable {
    var document: [UInt8]
    /// The geodatabase, its path in the package, and its digest.
    var geodatabase: FileRegion
    var path: String
    var sha256: String
    package var findings: [Finding]

    /// Their entries in the manifest.
    var members: [ManifestMember] {
      [
        ManifestMember(
          path: MobileMapDocument.path, size: document.count,
          sha256: SHA256.hex(SHA256.of(document.span))),
        ManifestMember(path: path, size: geodatabase.count, sha256: sha256),
      ]
    }

    /// Adds both files to a package.
    package func append(to package: inout MobileMapPackage) throws {
      try package.append(document, named: MobileMapDocument.path)
      try package.append(file: geodatabase, named: path, sha256: sha256)
    }
  }

  /// Returns the bytes of an attachment beside the store, by its path; nil if it is missing.
  package typealias Files = @Sendable (_ path: String) throws -> [UInt8]?

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - store: the package's complete store.
  ///   - folder: the folder of the geodatabase while it is open.
  package func write(
    from store: FileRegion, files: @escaping Files, item: PackageItem, scratchIn folder: String
  ) async throws -> Written {
    var findings: [Finding] = []
    let output = try await writeGeodatabase(
      from: store, files: files, into: try OutputFile(scratchIn: folder), findings: &findings)
    let region = FileRegion(try output.reopen())
    return Written(
      document: document(item: item),
      geodatabase: region, path: path, sha256: SHA256.hex(try SHA256.of(region)),
      findings: findings)
  }
}

extension GlobalID {
  /// 8-4-4-4-12 hexadecimal digits in lower case, without braces.
  var plainText: String { text.lowercased().filter { $0 != "{" && $0 != "}" } }
}
