import Bytes
import Packaging
import Publishing

/// The pages that a package carries of itself: its site, with the photos where the package has
/// them.
enum PackageReview {
  /// Packages with more rows get no pages unless asked: they would be most of the package.
  private static let mostRows = 20_000

  /// - Parameters:
  ///   - when: `always`, `never`, or `nil` for packages of a modest size.
  ///   - output: the package; the pages are made beside it.
  static func maker(
    when: String?, output: String, now: Int64
  ) -> (@Sendable (OpenPackage, BuildReport) async throws -> [PackageFile])? {
    guard when != "never" else { return nil }
    return { package, report in
      let rows = report.tables.reduce(0) { $0 + $1.rowCount }
      guard when == "always" || rows <= mostRows else { return [] }
      return try await pages(of: package, output: output, now: now)
    }
  }

  /// The same for a package that is written anew, of so many rows.
  static func maker(
    output: String, now: Int64
  ) -> @Sendable (OpenPackage, _ rows: Int) async throws -> [PackageFile] {
    { package, rows in
      rows <= mostRows ? try await pages(of: package, output: output, now: now) : []
    }
  }

  private static func pages(
    of package: OpenPackage, output: String, now: Int64
  ) async throws -> [PackageFile] {
    let scratch = try AtomicFolder(replacing: output + ".review", overwrite: false)
    var request = SiteRequest(output: try scratch.path(for: "review"), now: now)
    request.lists = .none
    request.photosStay = true
    let files = try await SiteJob(request) { _ in }.run(package).files
    var result: [PackageFile] = []
    for path in files {
      let region = FileRegion(try InputFile(path: request.output + "/" + path))
      result.append(
        PackageFile(path: path, content: try region.read(at: 0, count: region.count)))
    }
    return result
  }
}
