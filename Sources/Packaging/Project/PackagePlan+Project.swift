import Bytes
import FeatureData
import GeoPackage
import Geometry
import MapModel
import OrderedJSON
import Packages
import QGISProject

extension PackagePlan {
  /// The project's name in the package. It has only characters that every device supports, and
  /// differs from the store's name, because tools would confuse the two.
  var projectName: String {
    let letters = title.utf8.map { byte -> UInt8 in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 ? byte : UInt8(ascii: "_")
    }
    let words = letters.split(separator: UInt8(ascii: "_")).joined(
      separator: CollectionOfOne(UInt8(ascii: "_")))
    let name = String(decoding: Array(words).prefix(60), as: UTF8.self)
    return (name.isEmpty ? "map" : name.isSameName(as: "data") ? "data_map" : name) + ".qgs"
  }

  /// The name of the GeoJSON file beside the project with the area in degrees.
  static let areaName = "area.geojson"

  /// The content of the area file; nil without an area, or if it can't be projected to degrees.
  var areaFile: [UInt8]? {
    guard let area, var shape = Optional(area.shape),
      let transform = try? CoordinateTransform(
        from: area.spatialReference, to: SpatialReference(epsg: 4326)),
      (try? transform.apply(to: &shape)) != nil
    else { return nil }
    let feature: JSON = [
      "type": "Feature", "properties": ["name": .string(area.text)], "geometry": shape.geoJSON,
    ]
    return JSONWriter.write(
      ["type": "FeatureCollection", "features": [feature]], style: .compact)
  }

  /// The files of the project, for the root of the package.
  ///
  /// - Parameter isFile: whether the project itself is a file.
  func projectFiles(extent: Envelope, isFile: Bool) -> [PackageFile] {
    var files: [PackageFile] = []
    if isFile {
      let project = project(extent: extent, store: MobileMapPackage.storePath)
      files.append(PackageFile(path: projectName, content: project.document))
    }
    if let areaFile { files.append(PackageFile(path: Self.areaName, content: areaFile)) }
    if let names = baseMap?.streetNames {
      files.append(PackageFile(path: BaseMapMember.namesPath, content: names))
    }
    return files
  }

  /// The project for QGIS and QField.
  ///
  /// - Parameters:
  ///   - extent: the extent of the packed records in degrees; empty if not yet known.
  ///   - store: the name of the GeoPackage beside the project.
  func project(
    extent: Envelope, store: String, attachmentStorage: AttachmentStorage = .files
  ) -> QGISProject {
    var source = ProjectSource(
      title: title, map: map, store: store, tables: projectTables,
      relationships: relationships.map { relationship in
        let origin = tables[relationship.origin]
        let destination = tables[relationship.destination]
        return ProjectSource.Relation(
          id: relationship.id, name: relationship.name, origin: origin.name,
          originColumn: origin.keyName(relationship.originColumn),
          destination: destination.name,
          destinationColumn: destination.keyName(relationship.destinationColumn),
          isComposite: relationship.isComposite)
      }, extent: inMap(extent))
    source.fillings = projectFillings
    source.baseMaps = baseMap?.files(for: .geoPackage) ?? []
    source.attachmentsAreFiles = attachmentStorage == .files
    if areaFile != nil, store.isSameName(as: MobileMapPackage.storePath) {
      source.areaFile = Self.areaName
    }
    return QGISProject(source)
  }

  private var projectTables: [ProjectSource.Table] {
    // The definitions with the fields that the records really have.
    guard let stored = try? StoredMap(reading: storedMap.text, path: title) else { return [] }
    return stored.tables.compactMap { shown in
      guard let index = tables.firstIndex(where: { $0.name.hasSameUTF8(as: shown.name) }) else {
        return nil
      }
      let table = tables[index]
      let standsForTable = stored.layer(ofTable: shown.name)?.layer.id == shown.layer.id
      var made = ProjectSource.Table(
        stored: table.storeTable(indexed: []), layer: shown.layer,
        operational: shown.operational, isEditable: shown.isEditable,
        spatialReference: table.schema?.geometry?.spatialReference,
        attachments: attachments.first { $0.table == index && standsForTable }.map {
          GeoPackageTable.attachments(of: table.name, name: $0.storeName(self))
        })
      made.filter = shown.filter
      return made
    }
  }

  /// A box in degrees, in the map's coordinates.
  private func inMap(_ box: Envelope) -> Envelope {
    let own = map.spatialReference.flatMap { try? SpatialReference(esriJSON: $0) }
    guard !box.isEmpty,
      let transform = try? CoordinateTransform(
        from: SpatialReference(epsg: 4326), to: own.flatMap { $0 } ?? SpatialReference(epsg: 3857))
    else { return .empty }
    return (try? transform.envelope(of: box)) ?? .empty
  }

  /// The rules that fill fields of new records, as far as expressions can express them.
  private var projectFillings: [ProjectSource.Filling] {
    (folder.bindings.rules?.rules ?? []).compactMap { rule in
      guard case .fill(let fill) = rule, fill.onInsert,
        let table = table(called: fill.layer)
      else { return nil }
      func filling(_ value: ProjectSource.Filling.Value) -> ProjectSource.Filling {
        ProjectSource.Filling(table: table.name, field: fill.field, value: value)
      }
      switch fill.source {
      case .constant(let json): return ProjectSource.Filling.Value(constant: json).map(filling)
      case .polygon(let layer, let field):
        guard let polygons = self.table(called: layer),
          let column = polygons.schema?.fields.index(named: field)
        else { return nil }
        return filling(.polygon(table: polygons.name, column: polygons.storeColumn(column)))
      case .addresses: return nil
      }
    }
  }

  private func table(called name: String) -> PlannedTable? {
    tables.first { $0.isNamed(name) }
  }
}

extension QGISProject {
  /// What the project lacks, as one finding for each layer.
  var findings: [Finding] {
    var findings: [Finding] = []
    for notice in notices {
      let text = "\(notice.item): \(notice.instead)"
      if let index = findings.firstIndex(where: { $0.subject == notice.layer }) {
        if !findings[index].samples.contains(text) {
          findings[index].samples.append(text)
          findings[index].count = (findings[index].count ?? 0) + 1
        }
      } else {
        findings.append(
          Finding(.projectDiffers, subject: notice.layer, "", count: 1, samples: [text]))
      }
    }
    for index in findings.indices {
      let parts = NumberText.plural(findings[index].count ?? 0, one: "part", many: "parts")
      findings[index].message = "\(parts) of the map can't be shown in QGIS."
    }
    return findings
  }
}
