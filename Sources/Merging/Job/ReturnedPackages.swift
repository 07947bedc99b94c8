import Packages

/// The packages that can be merged, and the reports of all packages.
struct ReturnedPackages {
  /// The tables of the office data, and those that the packages add.
  var schema: MergeSchema
  var data: [ReturnedData] = []
  /// The index in ``reports`` of each of ``data``.
  var reportIndices: [Int] = []
  var reports: [ReturnedPackageReport] = []

  /// Whether any package is merged now or was merged before.
  var isMerged: Bool { !reports.allSatisfy { $0.outcome == .refused } }

  /// Removes packages that are refused after opening.
  ///
  /// - Parameter refused: the reports of these packages, by their index in ``data``.
  mutating func leaveOut(_ refused: [Int: ReturnedPackageReport]) {
    for (index, report) in refused { reports[reportIndices[index]] = report }
    let kept = data.indices.filter { refused[$0] == nil }
    (data, reportIndices) = (kept.map { data[$0] }, kept.map { reportIndices[$0] })
  }

  /// The names of the packages to merge, in their order.
  var names: [String] { reportIndices.map { reports[$0].name } }

  /// The number of fingerprints of each package's changes.
  func fingerprintCounts() async -> [Int] {
    data.map {
      ChangeFingerprint(package: $0.identity).all(of: $0.diff.tables, in: schema).count
    }
  }
}
