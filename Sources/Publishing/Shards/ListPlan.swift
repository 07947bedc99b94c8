import OrderedJSON

/// Which records are on which of a layer's list pages, which work without scripts.
struct ListPlan: Sendable {
  /// The maximum number of records on a page.
  private static let mostRecords = 200
  /// The maximum size of a page's records, as estimated by `size`. So a page stays below 1 MB, unless
  /// it has a single record that is larger.
  private static let largest = 800_000

  /// The members of views with HTML and SVG.
  private static let markup: Set<String> = ["html", "titleHTML", "svg", "symbolSVG", "description"]

  private let layer: String
  /// The records of each page.
  let pages: [Range<Int>]
  /// The page of each record, by its id.
  private let pageOfRecord: [String: Int]

  /// - Parameter views: The views of the records as the pages show them.
  init(layer: String, views: some Collection<JSON>) {
    self.layer = layer
    var pages: [Range<Int>] = []
    var pageOfRecord: [String: Int] = [:]
    pageOfRecord.reserveCapacity(views.count)
    var start = 0
    var size = 0
    for (index, view) in views.enumerated() {
      let added = Self.size(of: view)
      if index > start, index - start == Self.mostRecords || size + added > Self.largest {
        pages.append(start..<index)
        (start, size) = (index, 0)
      }
      size += added
      pageOfRecord[view["id"]?.string ?? ""] = pages.count
    }
    if start < views.count { pages.append(start..<views.count) }
    self.pages = pages
    self.pageOfRecord = pageOfRecord
  }

  /// Returns the file of a page.
  func name(ofPage page: Int) -> String { "\(layer)-\(Shard.name(page + 1)).html" }

  /// The address of the first page, as seen from the site's folder; nil if there are no pages.
  var href: String? { pages.isEmpty ? nil : "list/" + name(ofPage: 0) }

  /// Returns a record's place in its page; nil if it is on none.
  func href(ofRecord id: String) -> String? {
    pageOfRecord[id].map { "list/\(name(ofPage: $0))#\(Self.anchor(ofRecord: id))" }
  }

  /// Returns the name of a record's place in its page.
  static func anchor(ofRecord id: String) -> String { "r\(id)" }

  /// Returns how many bytes of HTML a part of a view becomes, rather too many than too few.
  private static func size(of json: JSON) -> Int {
    switch json {
    case .string(let text):
      // Cells of related records are written twice.
      return text.utf8.reduce(20) { size, byte in
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
          UInt8(ascii: "'"):
          size + 6
        default: size + 1
        }
      }
    case .array(let elements): return elements.reduce(0) { $0 + 30 + size(of: $1) }
    case .object(let object):
      return object.members.reduce(100) { sum, member in
        // Markup is written as it is.
        if markup.contains(member.key), let text = member.value.string {
          return sum + text.utf8.count
        }
        return sum + size(of: member.value)
      }
    default: return 10
    }
  }
}
