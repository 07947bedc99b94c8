import Bytes
import Packages
import Packaging
import Publishing

/// The web pages in a package. They show the attachments from the package.
enum PackageReview {
  /// Larger packages have no pages by default, because the pages would be most of the package.
  private static let mostRows = 20_000

  /// Sets when a package gets pages.
  ///
  /// - Parameters:
  ///   - when: `always`, `never`, or null for packages of up to `mostRows`.
  ///   - output: the path of the package. The pages are first written beside it.
  static func set(_ when: String?, in request: inout BuildRequest, output: String) {
    guard when != "never" else { return }
    request.pageLimit = when == "always" ? .max : mostRows
    let now = request.now
    request.review = { package, _ in
      try await pages(of: package, output: output, now: now)
    }
  }

  /// The maker for a package that a merge writes.
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
    let scratch = try ScratchFiles(beside: output)
    var request = SiteRequest(output: try scratch.path(for: "review"), now: now)
    request.lists = .none
    request.keepsAttachmentsInPackage = true
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
