import Bytes
import FeatureData
import Filters
import MapModel
import Packages

/// Says why files of the data folder are not used.
struct UnusedFiles {
  let folder: DataFolder
  /// The paths of the files that are used, or that were reported for their layer.
  let used: Set<String>
  /// The files of the base map that the request names.
  let tiles: [String]
  /// The layers and tables of the map.
  let layers: [OperationalLayer]
  /// The IDs of the layers that are left out on purpose.
  let skipped: Set<String>
  let tables: [PlannedTable]

  /// - Returns: what to say of each file.
  /// - Throws: `BytesError.notReadable` if the system can't tell which files are the same.
  func findings() throws -> [Finding] {
    let shown = try tiles.compactMap { try FileIdentity(path: $0) }
    return try folder.files.filter { file in
      try !used.contains(file.path) && !isDrawn(file.path)
        && !(FileIdentity(path: file.path).map(shown.contains) ?? false)
    }.compactMap(finding)
  }

  /// Whether a base map is drawn from a file. A folder of files to draw looks like one with the pages
  /// of a layer.
  private func isDrawn(_ path: String) -> Bool {
    (folder.bindings.baseMap?.drawings ?? []).contains {
      $0.path == path || path.hasPrefix($0.path + "/") || $0.path.hasPrefix(path + "/")
    }
  }

  private func finding(_ file: DataFile) throws -> Finding? {
    let name = folder.name(of: file.path)
    let owners = owners(of: file)
    if !owners.isEmpty, owners.allSatisfy({ skipped.contains($0.id) }) { return nil }
    // It may have been the definitions of all layers.
    if DataFile.isReadable(name), file.pages == [file.path] {
      do throws(BytesError) {
        _ = try InputFile(path: file.path)
      } catch {
        if error.isFromMachine { throw error }
        let isBrokenLink = if case .fileNotFound = error { true } else { false }
        return Finding(
          .dataUnreadable, subject: name,
          isBrokenLink ? "It is a link to a file that isn't there." : "The file can't be read.",
          samples: [folder.withoutPath("\(error)")],
          fix: "Make the file readable, or remove it from the data folder.")
      }
    }
    if file.kind != .definitions, name == "service.json" || name.hasSuffix(".layer.json") {
      return Finding(
        .dataNotBound, subject: name,
        "The file has no definition of a service or layer, so Fieldpack ignores it.",
        fix: "Save the JSON of the service or layer itself: .../FeatureServer/0?f=json")
    }
    switch file.kind {
    case .foreign:
      return UnreadFile(file, in: folder)?.unusedFinding(owner: elsewhere(owners)?.reason)
    case .definitions, .other: return nil
    case .store:
      // A layer without data may be missing because the file can't be read.
      guard layers.allSatisfy({ hasRecords($0) }) else { return nil }
      return Finding(
        .dataNotBound, .information, subject: name,
        "No layer or table of the map uses a table of this file.",
        fix: "You can ignore this. To use a table, bind it in bindings.json.")
    case .geoJSON, .geoJSONLines, .esriJSON, .csv, .contingentValues:
      return unbound(name, file, owners)
    }
  }

  /// Whether a layer has its records, or is to have none.
  private func hasRecords(_ layer: OperationalLayer) -> Bool {
    !layer.kind.hasRows || skipped.contains(layer.id)
      || tables.contains { $0.layers.contains { $0.layer.id == layer.id } }
  }

  /// The layers that have the name of a file.
  private func owners(of file: DataFile) -> [OperationalLayer] {
    layers.filter { layer in
      !LayerNames(layer: layer, definition: nil).best([file.stem], name: \.self).isEmpty
    }
  }

  private func unbound(_ name: String, _ file: DataFile, _ owners: [OperationalLayer]) -> Finding {
    let unused = "so Fieldpack doesn't use the file."
    if let (reason, fix) = elsewhere(owners), file.kind != .contingentValues {
      return Finding(.dataNotBound, subject: name, "\(reason), \(unused)", fix: fix)
    }
    let nearest = layers.map(\.title).nearest(to: file.stem)
    return Finding(
      .dataNotBound, subject: name, "No layer or table of the map has this name, \(unused)",
      fix: nearest.map {
        "If it has the records of \($0), call it \($0) or bind it in bindings.json."
      })
  }

  /// Why none of the layers with a file's name has its records from it, and what to do.
  private func elsewhere(_ owners: [OperationalLayer]) -> (reason: String, fix: String?)? {
    for layer in owners {
      if !layer.kind.hasRows {
        return (
          "\(layer.title) is a layer of type \(layer.layerType), which has no records",
          FindingID.layerTypeUnsupported.fix
        )
      }
      let table = tables.first { $0.layers.contains { $0.layer.id == layer.id } }
      if let table {
        return (
          "\(layer.title) has its records from \(folder.name(of: table.source.path))",
          "Remove the file, or bind it in bindings.json."
        )
      }
      if let source = folder.bindings.binding(id: layer.id, title: layer.title)?.source {
        return ("\(layer.title) is bound to \(folder.name(of: source))", nil)
      }
    }
    return nil
  }
}
