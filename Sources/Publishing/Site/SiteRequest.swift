/// What the user asks for.
package struct SiteRequest: Sendable {
  /// Up to so many records a layer gets pages that work without scripts.
  package static let listsByDefault = 20_000

  /// Which layers get pages that work without scripts.
  package enum Lists: Sendable, Equatable {
    case none
    /// Those with no more records than this.
    case upTo(Int)
  }

  /// The folder to make.
  package var output: String
  /// nil takes the package's own.
  package var title: String?
  /// An IANA name; nil takes the map's, else UTC.
  package var timeZone: String?
  /// A folder of templates that replace the built-in ones of the same path.
  package var templates: String?
  /// Layers and tables to publish, by title or table name; empty for all.
  package var layers: [String] = []
  package var lists = Lists.upTo(SiteRequest.listsByDefault)
  /// Whether only what the map's author shows goes out.
  package var isPublic = false
  /// By layer: the fields that go out; other layers keep theirs.
  package var allowedFields: [(layer: String, fields: [String])] = []
  /// The largest download in one file, in bytes; Cloudflare Pages takes files of 25 MiB.
  package var largestDownload = 25_000_000
  /// Whether photos stay where the package has them, one folder up: for pages inside a package.
  package var photosStay = false
  /// Whether files of an earlier site that were changed by hand may be replaced.
  package var overwrite = false
  /// The day in the pages, in milliseconds since 1970 UTC.
  package var now: Int64
  /// What expressions take for the time of the run; nil for the time the package was made, so that
  /// one package gives the same pages on any day.
  package var clock: Int64?

  package init(output: String, now: Int64) {
    self.output = output
    self.now = now
  }
}
