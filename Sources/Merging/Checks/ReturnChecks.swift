import GeoPackage
import Geometry
import Packages

/// Reports edits that a person should look at. The merge still applies all of them.
///
///     outsideArea         a feature was added or moved outside the area of its package
///     possibleDuplicate   a new point is very near one that another package or the office added
///     clockSkew           editor tracking has dates that are impossible for the device
struct ReturnChecks {
  let schema: MergeSchema
  /// In the order of the outcome.
  let packages: [CheckedReturn]
  let outcome: MergeOutcome
  let neighbors: OfficeNeighbors
  let current: StoreRows
  /// The time given for the merge, in milliseconds since 1970 UTC; nil if none was given.
  let clock: Int64?

  /// The issues, sorted by package, table and row.
  ///
  /// - Throws: `MergingError`, `PackagingError` if a store or a manifest cannot be read.
  func issues() throws -> [MergeIssue] {
    var issues: [MergeIssue] = []
    for packageIndex in packages.indices {
      issues += try outsideArea(packageIndex)
      issues += clockSkew(packageIndex)
    }
    for table in schema.tables.indices where schema.tables[table].srsID != nil {
      issues += nearby(in: table)
    }
    return issues.enumerated().sorted {
      ($0.element.package ?? -1, $0.offset) < ($1.element.package ?? -1, $1.offset)
    }.map(\.element)
  }

  // MARK: Area

  private func outsideArea(_ packageIndex: Int) throws -> [MergeIssue] {
    let data = packages[packageIndex]
    guard let area = try data.package.manifest?.area() else { return [] }
    var issues: [MergeIssue] = []
    for changes in data.diff.tables where !changes.rows.isEmpty {
      let table = schema.tables[changes.table]
      guard let field = table.fieldIndex(of: .geometry),
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
            package: packageIndex,
            "A feature of \(table.title) was \(action) outside the package's area \(area.text)."))
      }
    }
    return issues
  }
}
