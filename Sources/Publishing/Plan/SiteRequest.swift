/// What the user requests.
package struct SiteRequest: Sendable {
  /// The default maximum number of records for pages that work without scripts.
  package static let listsByDefault = 20_000

  /// The layers that get pages that work without scripts.
  package enum Lists: Sendable, Equatable {
    case none
    /// Those with no more records than this.
    case upTo(Int)
  }

  /// The folder to make.
  package var output: String
  /// The title; nil for the map's.
  package var title: String?
  /// An IANA name; nil for the map's time zone or UTC.
  package var timeZone: String?
  /// A folder of templates that replace the built-in ones with the same path.
  package var templates: String?
  /// The layers and tables to publish, by title or table name; empty for all.
  package var layers: [String] = []
  package var lists = Lists.upTo(SiteRequest.listsByDefault)
  /// Whether only what the map's author shows is published.
  package var isPublic = false
  /// The fields to publish, by layer. Other layers keep theirs.
  package var allowedFields: [(layer: String, fields: [String])] = []
  /// The maximum size of a download that is not compressed, in bytes.
  package var largestPlainDownload = 20_000_000
  /// The maximum size of a download file in bytes. Cloudflare Pages accepts files of 25 MiB.
  package var largestDownload = 25_000_000
  /// Whether texts that begin like a formula get a mark in CSV downloads, so that no spreadsheet
  /// runs them.
  package var guardsFormulas = false
  /// Whether attachments stay in the package, one folder up; for pages inside a package.
  package var keepsAttachmentsInPackage = false
  /// The tiles of the map's ground; nil for none.
  package var baseMap: PageBaseMap?
  /// Whether files of an earlier site may be replaced after they were changed by hand.
  package var overwrite = false
  /// The time of the request in milliseconds since 1970 UTC. The pages show its day if the input does
  /// not tell when it was built.
  package var now: Int64
  /// The current time for expressions; nil for the time the package was built, so that a package
  /// always gives the same pages.
  package var clock: Int64?

  package init(output: String, now: Int64) {
    self.output = output
    self.now = now
  }
}
