import FeatureData
import GeoPackage
import Geometry
import Packaging

/// Looks at what crews did for what people should look at: nothing is held back by it.
///
///     outsideArea         a feature was added or moved outside the area of its package
///     possibleDuplicate   a new point, very near one that another package or the office added
///     clockSkew           dates of editor tracking that the device cannot have seen
struct ReturnChecks {
  let schema: MergeSchema
  /// In the order of the outcome.
  let packages: [ReturnedData]
  let outcome: MergeOutcome
  let neighbours: OfficeNeighbours
  let current: StoreRows
  /// The time that was given, in milliseconds since 1970 UTC; nil where nobody gave one.
  let clock: Int64?

  /// What there is to tell, package by package: by table and row.
  ///
  /// - Throws: `MergingError`, `PackagingError` where a store or a manifest cannot be read.
  func issues() throws -> [MergeIssue] {
    var issues: [MergeIssue] = []
    for place in packages.indices {
      issues += try outsideArea(place)
      issues += clockSkew(place)
    }
    for table in schema.tables.indices where schema.tables[table].srsID != nil {
      issues += nearby(in: table)
    }
    return issues.enumerated().sorted {
      ($0.element.package ?? -1, $0.offset) < ($1.element.package ?? -1, $1.offset)
    }.map(\.element)
  }

  // MARK: Area

  private func outsideArea(_ place: Int) throws -> [MergeIssue] {
    let data = packages[place]
    guard let area = try data.package.area() else { return [] }
    var issues: [MergeIssue] = []
    for changes in data.diff.tables where !changes.rows.isEmpty {
      let table = schema.tables[changes.table]
      guard let field = table.place(of: .geometry),
        let reference = table.srsID.flatMap({ try? current.store.spatialReference($0) }),
        let transform = try? CoordinateTransform(from: reference, to: area.spatialReference)
      else { continue }
      var geometry = Geometry()
      for change in changes.rows {
        guard case .blob(let blob)? = change.after?[field], change.before?[field] != .blob(blob),
          (try? GeoPackageBlob.decode(blob.span, into: &geometry)) != nil, !geometry.isEmpty,
          (try? transform.apply(to: &geometry)) != nil, !area.meets(geometry)
        else { continue }
        let action = change.before == nil ? "added" : "moved or reshaped"
        issues.append(
          MergeIssue(
            .outsideArea, table: changes.table, id: change.id, field: table.fields[field].name,
            package: place,
            "A feature of \(table.title) was \(action) outside the package's area \(area.text)."))
      }
    }
    return issues
  }
}
